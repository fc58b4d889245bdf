// The main stories in a language that came as a folder of files (tests/languages.rs makes one up), on a phone without scripts: a
// founding; a session with its register, a result, a dispute and a round; a game of chess; a petition. Nothing is found by its words.
import { test, expect } from '@playwright/test';

const { ROOKERY_NEW: link, ROOKERY_SCHOOL: school, ROOKERY_PASSWORD: password } = process.env;
const TAG = 'qaa';
// As in tests/languages.rs: each vowel twice, the second one with an accent.
const OWN = /aå|eé|iî|oö|uû/i;

test.skip(!school, 'tests/languages.rs starts clubs that speak it');

/** That a page speaks the language, and is no wider than the phone. */
async function speaks(page) {
  await expect(page.locator('html')).toHaveAttribute('lang', TAG);
  await expect(page.getByRole('main')).toContainText(OWN);
  const beyond = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
  expect(beyond, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** Presses what a page has there, and reads where that leads. */
async function press(page, selector) {
  await page.getByRole('main').locator(selector).click();
  await speaks(page);
}

/** The word of what was done just now. */
const told = (page) => expect(page.getByRole('status').first()).toContainText(OWN);

async function opens(browser, baseURL) {
  const context = await browser.newContext({ baseURL, locale: TAG, viewport: { width: 360, height: 740 }, javaScriptEnabled: false });
  return context.newPage();
}

async function signsIn(browser, handle) {
  const page = await opens(browser, school);
  await page.goto('/sign-in');
  await page.locator('[name=login]').fill(handle);
  await page.locator('[name=password]').fill(password);
  await press(page, 'form:has([name=login]) button:not([data-shows])');
  await expect(page).not.toHaveURL(/\/sign-in/);
  return page;
}

test('a club is founded in a made-up language', async ({ browser }) => {
  const chief = await opens(browser, new URL(link).origin);
  const main = chief.getByRole('main');
  await chief.goto(link);
  await main.locator('[name=name]').fill('Rosalind Achebe');
  await main.locator('[name=password]').fill('short');
  await press(chief, 'form:has([name=password]) button:not([data-shows])');
  await expect(main.locator('.wrong').first()).toContainText(OWN);
  await expect(main.locator('[name=name]')).toHaveValue('Rosalind Achebe');
  await main.locator('[name=password]').fill(password);
  await press(chief, 'form:has([name=password]) button:not([data-shows])');

  await main.locator('#club [name=name]').fill('Rooks of the Hill');
  await press(chief, '#club form button');
  await expect(chief.locator('header .home')).toHaveText('Rooks of the Hill');
  await main.locator('#meet [name=session_weekday]').selectOption({ index: 5 });
  await main.locator('#meet [name=time_zone]').selectOption('Europe/London');
  await main.locator('#meet [name=room]').fill('The library');
  await main.locator('#meet [name=session_start]').fill('12:40');
  await main.locator('#meet [name=session_end]').fill('12:10');
  await press(chief, '#meet form button');
  await expect(main.locator('#meet .wrong').first()).toContainText(OWN);
  await main.locator('#meet [name=session_end]').fill('13:40');
  await press(chief, '#meet form button');
  await expect(main.locator('.steps-list .badge')).toHaveCount(2);
  await press(chief, '#people a[href="/invitations"]');
  await press(chief, 'form:has([value=join_code]) button');
  await expect(main.locator('.poster code')).toBeVisible();
});

test('a session, a result and its dispute, a game of chess and a petition in a made-up language', async ({ browser }) => {
  const chief = await signsIn(browser, 'maximilian');
  const [white, black] = [await signsIn(browser, 'antonia'), await signsIn(browser, 'benedict')];

  // The register.
  await chief.goto('/today');
  await press(chief, 'form[action="/sessions/now"] button');
  for (const name of ['Antonia', 'Benedict', 'Cyprian']) {
    await press(chief, `#taps button:has-text("${name}")`);
    await expect(chief.locator('#taps button.here', { hasText: name })).toBeVisible();
  }
  const register = chief.url();

  // A result, what the other says of it, and who settles it.
  await white.goto('/games/new');
  await press(white, 'a.tap:has-text("Benedict")');
  await press(white, 'button[name=as_white][value=win]');
  await expect(white).toHaveURL(/\/games\/\d+$/);
  await told(white);
  await expect(white.getByRole('heading', { level: 1 })).toContainText('1–0');
  await black.goto('/today');
  await press(black, 'a.button[href$="#dispute"]');
  await press(black, 'form[action$="/dispute"] button[value=draw]');
  await chief.goto('/today');
  await press(chief, '#disputes button[value=as_disputed]');
  await told(chief);
  await white.reload();
  await expect(white.getByRole('heading', { level: 1 })).toContainText('½–½');

  // A round is looked at and announced.
  await chief.goto(register);
  await press(chief, 'button[form=rounds]');
  await press(chief, 'button[name=confirm]');
  await expect(chief.locator('table.wall')).toBeVisible();

  // A game of chess.
  await white.goto('/tables/new/chess');
  await white.locator('#open-seat').selectOption('0');
  await white.locator('#open-invite').selectOption({ label: 'Benedict' });
  await press(white, 'form:has(#open-seat) button');
  const table = new URL(white.url()).pathname;
  await press(white, '#standing a[href^="/online-consent"]');
  await press(white, 'form[action="/online-consent"] button');
  await black.goto(table);
  await press(black, 'button[value=accept]');
  await press(black, 'form[action="/online-consent"] button');
  for (const [page, move] of [[white, 'e4'], [black, 'e5']]) {
    await page.goto(table);
    await page.locator('#move').fill(move);
    await press(page, '#move-form button');
    await expect(page.locator('#moves')).toContainText(move);
  }
  await white.goto(table);
  await press(white, '#resigning summary');
  await press(white, '#resigning button');
  await expect(white.locator('#standing .standing')).toContainText(OWN);

  // A petition, with a fault first; what is typed stays.
  await black.goto('/cases/new');
  await black.locator('[name=about]').selectOption('question');
  await black.locator('[name=title]').fill('May somebody who watches speak?');
  await press(black, 'form[action="/cases"] button:not(.second)');
  await expect(black.locator('.wrong').first()).toContainText(OWN);
  await expect(black.locator('[name=title]')).toHaveValue('May somebody who watches speak?');
  await black.locator('[name=grounds]').fill('Two of us watched a game and said what we thought of it. One of the players did not like that at all.');
  await press(black, 'form[action="/cases"] button:not(.second)');
  await expect(black).toHaveURL(/\/cases\/\d+-C-\d+$/);
  await told(black);
  await chief.goto(new URL(black.url()).pathname);
  await expect(chief.getByRole('heading', { level: 1 })).toContainText('May somebody who watches speak?');
  await speaks(chief);
});
