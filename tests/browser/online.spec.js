// Chess online: a justice ends a game; two others play to mate, one of them without scripts; another member watches.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { test, expect, boxOf, people, said, signIn, watch } from './club.js';
import { choose, press, retype, tabTo } from './keys.js';
import { network } from './network.js';

// The games of this file are played one after the other.
test.describe.configure({ mode: 'default' });

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Where a square of the board is on the screen, White below. */
async function square(page, name) {
  const board = page.locator('cg-board');
  let box;
  // The page's part may be taken over anew just now, and the board with it; what was done last may have scrolled it away.
  await expect(async () => {
    await board.scrollIntoViewIfNeeded({ timeout: 1000 });
    expect(box = await board.boundingBox()).not.toBeNull();
  }).toPass();
  const [file, rank] = [name.charCodeAt(0) - 97, Number(name[1])];
  return { x: box.x + ((file + 0.5) * box.width) / 8, y: box.y + ((8.5 - rank) * box.height) / 8 };
}

async function tap(page, from, to) {
  for (const name of [from, to]) {
    const { x, y } = await square(page, name);
    await page.mouse.click(x, y);
  }
}

async function drag(page, from, to) {
  const [start, end] = [await square(page, from), await square(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 5 });
  await page.mouse.up();
}

/** Says yes to the terms, which is saying that one is ready. */
async function consent(page) {
  await page.getByRole('button', { name: 'I have read this and consent' }).click();
  await expect(page.locator('#table')).toBeVisible();
}

/** Another page of the same player, whose socket never opens: a network that lets nothing but pages through. */
async function withoutSocket(page) {
  const other = await page.context().newPage();
  await other.addInitScript(() => {
    globalThis.WebSocket = class extends EventTarget { static OPEN = 1; readyState = 3; close() {} };
  });
  await other.goto(page.url());
  await expect(other.locator('cg-board')).toBeVisible();
  return other;
}

/** Lets a page hold up what its socket hears, in a list: `held`. */
function holdsUp(page) {
  return page.addInitScript(() => {
    const { addEventListener } = WebSocket.prototype;
    WebSocket.prototype.addEventListener = function listens(kind, hear, how) {
      const late = (event) => (globalThis.held ? globalThis.held.push(() => hear(event)) : hear(event));
      addEventListener.call(this, kind, kind === 'message' ? late : hear, how);
    };
  });
}

test('a game of chess is played to mate and watched', async ({ browser, baseURL }) => {
  const opened = { baseURL, locale: 'en-GB', viewport: { width: 1280, height: 900 } };
  const wifi = await network(baseURL);
  const open = async (handle, settings = {}) => {
    const page = await (await browser.newContext({ ...opened, ...settings })).newPage();
    const wrongs = watch(page, wifi.address);
    if (handle) await signIn(page, handle);
    return { page, wrongs };
  };
  // A justice ends the game that is being played.
  const { page: justice, wrongs: first } = await open(people.justice);
  await justice.goto('/tables?game=chess');
  await justice.getByRole('link', { name: /Milo Fairweather –/ }).first().click();
  await justice.locator('#ruling summary').click();
  await justice.locator('#result').selectOption({ index: 1 });
  await justice.locator('#ending').selectOption('forfeit');
  await justice.locator('#reason').fill('White left the school while the clock was running.');
  await justice.locator('#ruling button').click();
  await expect(justice.locator('#standing')).toContainText('Forfeit');

  const chief = people['Chief Justice, who also runs the host'];
  const { page: white, wrongs: second } = await open(people.moderator, { baseURL: wifi.address });
  await white.goto('/tables');
  await white.locator('a[href="/tables/new/chess"]').click();
  await white.locator('#open-seat').selectOption('0');
  await white.locator('#open-invite').selectOption({ label: 'Imogen Hartley' });
  await white.locator('main form button').click();
  const table = new URL(white.url()).pathname;
  await white.locator('#standing a[href^="/online-consent"]').click();
  await consent(white);
  await expect(white.locator('#waits-for')).toContainText('Imogen Hartley');

  const { page: black, wrongs: fourth } = await open(chief, { javaScriptEnabled: false });
  await black.goto(table);
  await black.locator('button[value=accept]').click();
  await consent(black);
  await expect(white.locator('cg-board')).toBeVisible();
  await black.goto(table);
  await expect(black.locator('#board svg')).toBeVisible();

  const { page: watcher, wrongs: third } = await open(people.member, { baseURL: wifi.address });
  await watcher.goto(table);
  await expect(watcher.locator('cg-board')).toBeVisible();
  const answer = async (move) => {
    await black.goto(table);
    await black.locator('#move').fill(move);
    await black.locator('#move-form button').click();
    await expect(black.locator('#told')).toBeEmpty();
    await expect(white.locator('#moves')).toContainText(move);
  };

  await tap(white, 'e2', 'e4');
  await expect(watcher.locator('#moves')).toContainText('e4');
  await expect(watcher.locator('#spoken')).toHaveText('White: e4');
  await expect(watcher.locator('#seats li[aria-current]')).toContainText('Black');
  const before = await watcher.locator('#clock-1').textContent();
  await expect(watcher.locator('#clock-1')).not.toHaveText(before);
  await white.locator('button[value=offer_draw]').click();
  await expect(watcher.locator('#log summary')).toContainText('Entries: 2');
  await expect(white.locator('#game .notice')).toContainText('You offer a draw');
  await expect(white.locator('button[value=offer_draw]')).toHaveCount(0);
  await black.goto(table);
  await expect(black.locator('#game .notice')).toContainText('Tess Lindqvist offers a draw');
  await black.locator('button[value=decline_draw]').click();
  await expect(white.locator('#game .notice')).toContainText('Imogen Hartley declined the draw');
  await answer('e5');
  await expect(white.locator('#seats li[aria-current]')).toContainText('White');
  await drag(white, 'd1', 'h5');
  await expect(white.locator('#moves')).toContainText('Qh5');
  wifi.falls();
  // Nothing is told by a network that falls silent: a page notices by itself.
  for (const page of [white, watcher]) {
    await expect(page.locator('#told')).toContainText('No connection');
    // Neither the clocks nor who is here are known now.
    const shown = (which) => page.locator(which).first().evaluate((element) => getComputedStyle(element, '::after').content);
    expect(await shown('#clock-0')).toContain('?');
    await expect(page.locator('#table')).toHaveClass(/cut/);
  }
  await black.goto(table);
  await black.locator('#move').fill('Nc6');
  await black.locator('#move-form button').click();
  await expect(black.locator('#told')).toBeEmpty();
  await expect(white.locator('#told')).toContainText('No connection');
  await expect(white.locator('#moves')).not.toContainText('Nc6');
  wifi.rises();
  for (const page of [white, watcher]) {
    await expect(page.locator('#told')).toHaveText('');
    await expect(page.locator('#table')).not.toHaveClass(/cut/);
    await expect(page.locator('#moves')).toContainText('Nc6');
  }
  // A move that did not go out is told once the line is back: it has to be made again.
  const fails = (route) => (route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.fallback());
  await white.route(`**${table}`, fails);
  wifi.falls();
  await white.evaluate(() => dispatchEvent(new Event('offline')));
  await tap(white, 'f1', 'c4');
  await expect(white.locator('#told')).toContainText('No connection');
  wifi.rises();
  await expect(white.locator('#told')).toHaveText('Your move was not sent. Make it again.');
  await expect(white.locator('#moves')).not.toContainText('Bc4');
  await white.unroute(`**${table}`, fails);
  await white.evaluate(axe);
  const found = await white.evaluate(async () => (await globalThis.axe.run(document)).violations.map((wrong) => wrong.id));
  expect(found).toEqual([]);
  await expect(white.locator('#told'), 'once read, for the board shows how it stands').toHaveText('', { timeout: 20_000 });
  await white.locator('#move').fill('Ke2e4');
  await white.keyboard.press('Enter');
  await expect(white.locator('#told')).toContainText('no legal move');
  await expect(white.locator('#told')).toContainText('“Ke2e4”');
  await expect(white.locator('#move')).toHaveValue('Ke2e4');
  const cut = await withoutSocket(white);
  const fifth = watch(cut, wifi.address);
  await tap(cut, 'f1', 'c4');
  for (const page of [cut, white, watcher]) await expect(page.locator('#moves')).toContainText('Bc4');
  await expect(cut.locator('#move')).toHaveValue('');
  await cut.close();
  await expect(white.locator('#told')).toHaveText('');
  // What is refused is told also when a move comes in before the answer does, and stays when the page is fetched anew.
  await white.route(`**${table}`, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const refused = await route.fetch();
    await answer('Nf6');
    await route.fulfill({ response: refused });
  });
  await white.locator('#pausing summary').click();
  await white.locator('#until').fill('2020-01-03T12:30');
  const looked = white.waitForResponse((response) => response.request().method() === 'GET' && response.url().endsWith(table));
  await white.locator('#pausing button').click();
  await looked;
  await expect(white.locator('#told')).toContainText('name a time between now and then');
  await white.locator('#told summary').click();
  await expect(white.locator('#told .why q')).toBeVisible();
  await white.unroute(`**${table}`);
  await white.locator('#say').fill('Good game');
  await white.locator('#say-form button').click();
  await expect(white.locator('#told')).toBeEmpty();
  for (const page of [white, watcher]) await expect(page.locator('#talk')).toContainText('Good game');
  const [toWhite, toWatcher] = [await said(white), await said(watcher)];
  await tap(white, 'h5', 'f7');

  for (const [page, heard] of [[white, toWhite], [watcher, toWatcher]]) {
    await expect(page.locator('#standing')).toContainText('White won: Checkmate');
    await expect(page.locator('#moves')).toContainText('Qxf7#');
    // The mated king is marked, and the last move; the moves are in two columns beside the board, as they were.
    await expect(page.locator('#replay .board rect.check')).toHaveAttribute('x', '4');
    await expect(page.locator('#replay .board rect.marked')).toHaveCount(2);
    const [list, board] = [await boxOf(page.locator('#moves')), await boxOf(page.locator('#replay .board'))];
    expect(list.x).toBeGreaterThan(board.x + board.width);
    expect(list.y).toBeLessThan(board.y + board.height);
    await expect.poll(heard).toMatch(/White: Qxf7#.*White won: Checkmate/s);
  }
  await black.goto(table);
  await expect(black.locator('#standing a[href^="/games/"]')).toBeVisible();
  await white.locator('#replay a[rel=prev]').click();
  await expect(white.locator('#moves a[aria-current]')).toHaveText('Nf6');
  await expect(white.locator('#replay .board rect.check')).toHaveCount(0);
  await white.locator('#moves a').last().click();
  await expect(white.locator('#moves a[aria-current]')).toHaveText('Qxf7#');
  await expect(white.locator('#replay .board rect.check')).toHaveCount(1);
  await expect(white.getByRole('button', { name: 'Share this game' })).toBeInViewport({ ratio: 1 });
  const pgn = await (await white.request.get(`/api/v1${table}/pgn`)).text();
  expect(pgn).toContain('[%clk 0:10:0');
  expect([...first, ...second, ...third, ...fourth, ...fifth]).toEqual([]);
  wifi.ends();
});

test('a game is played by keyboard alone', async ({ browserOf }) => {
  const white = await browserOf('Rafael Okonkwo');
  await holdsUp(white);
  await press(white, white.getByRole('link', { name: 'Games room' }));
  await press(white, white.locator('a[href="/tables/new/chess"]'));
  await choose(white, white.getByLabel('Your seat'), 'White');
  await choose(white, white.locator('#open-invite'), 'Callum');
  await press(white, white.getByRole('button', { name: 'Open the table' }));
  await press(white, white.locator('#standing a[href^="/online-consent"]'));
  await press(white, white.getByRole('button', { name: 'I have read this and consent' }));
  await expect(white.locator('#table')).toBeVisible();
  const table = new URL(white.url()).pathname;

  const black = await browserOf('Callum Reid', { javaScriptEnabled: false });
  await black.goto(table);
  await black.locator('button[value=accept]').click();
  await consent(black);
  await expect(white.locator('cg-board')).toBeVisible();
  await retype(white, white.getByLabel('Your move, such as e4 or e2e4'), 'e4');
  await white.keyboard.press('Enter');
  await expect(white.locator('#moves')).toContainText('e4');
  await black.goto(table);
  // A page that is fetched before the socket tells of a move has it already; the move is said all the same.
  await white.evaluate(() => { globalThis.held = []; });
  await black.locator('#move').fill('e5');
  await black.locator('#move-form button').click();
  await press(white, white.locator('#log summary'));
  await expect(white.locator('#moves')).toContainText('e5');
  await expect(white.locator('#spoken')).not.toHaveText('Black: e5');
  await white.evaluate(() => {
    const { held } = globalThis;
    globalThis.held = undefined;
    for (const hear of held) hear();
  });
  await expect(white.locator('#spoken')).toHaveText('Black: e5');
  await press(white, white.getByRole('button', { name: 'Offer a draw' }));
  await expect(white.locator('#log summary')).toContainText('Entries: 3');
  await black.goto(table);
  await expect(black.locator('#game .notice')).toContainText('Rafael Okonkwo offers a draw');

  // It is adjourned, and given up meanwhile; what has the focus keeps it when the other acts.
  await tabTo(white, white.locator('#resigning summary'));
  await black.locator('#seats > form button[value=pause]').click();
  await expect(white.locator('#standing .notice')).toContainText('Callum Reid asks for an adjournment');
  await expect(white.locator('#resigning summary')).toBeFocused();
  await press(white, white.getByRole('button', { name: 'No, play on' }));
  await expect(white.locator('#standing .notice')).toHaveCount(0);
  await black.goto(table);
  await black.locator('#seats > form button[value=pause]').click();
  await press(white, white.getByRole('button', { name: 'Agree to the adjournment' }));
  await expect(white.locator('#standing .notice')).toContainText('The game is adjourned');
  await expect(white.locator('#move-form')).toHaveCount(0);
  await black.goto(table);
  await black.locator('#resigning summary').click();
  await black.locator('button[value=resign]').click();
  await expect(white.locator('#standing')).toContainText('White won: Resignation');
  await expect(white.locator('#standing a[href^="/cases/new?subject=game"]')).toBeVisible();
});
