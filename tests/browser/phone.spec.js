// Phones in the room: names and lists on a narrow screen; invitation cards that a moderator hands over one by one. A lost phone: its owner signs out everywhere in another browser, and the phone is out; with scripts and without. No stray shadow beside a table.
import { test, expect, enter, password, signIn } from './club.js';
import { signsUp } from './joining.js';

for (const [name, scripts] of [['Octavia Brandt', true], ['Ottilie Brandt', false]]) {
  test(`a lost phone is signed out${scripts ? '' : ', without scripts'}`, async ({ browserOf }) => {
    const opens = (who, options) => browserOf(who, { ...options, javaScriptEnabled: scripts });
    const phone = await signsUp(opens, name);
    // What one signs in with is shown until it is noted down.
    await enter(phone, 'Today');
    const handle = phone.locator('#handle');
    await expect(handle).toContainText('Note this down.');
    if (scripts) {
      await handle.getByRole('button', { name: 'I have noted it' }).click();
      await expect(handle).toBeHidden();
      await phone.reload();
      await expect(phone.locator('#hero, #waits').first()).toBeVisible();
      await expect(handle).toBeHidden();
    } else await expect(handle.getByRole('button')).toBeHidden();
    const laptop = await opens(name);
    await enter(laptop, 'Me');
    await laptop.getByRole('link', { name: 'Account' }).click();
    const signIns = laptop.getByRole('region', { name: 'Where you are signed in' });
    await expect(signIns.getByRole('listitem')).toHaveCount(2);
    await expect(signIns.getByRole('listitem').filter({ hasText: 'This browser' })).toHaveCount(1);
    await enter(phone, 'Me');
    await expect(phone.getByRole('heading', { name })).toBeVisible();

    await signIns.getByLabel('Your password').fill(password);
    await signIns.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(laptop.locator('header a[href="/sign-in"]')).toHaveCount(1);
    await phone.reload();
    await expect(phone).toHaveURL(/\/sign-in\?next=/);
    await laptop.goto('/me');
    await expect(laptop).toHaveURL(/\/sign-in\?next=/);

    // Signed in again, the laptop is the only place.
    await signIn(laptop, name);
    await laptop.goto('/me/account');
    await expect(laptop.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem')).toHaveCount(1);
    await phone.goto('/games/new');
    await expect(phone).toHaveURL(/\/sign-in\?next=/);
  });
}

for (const scripts of [true, false]) {
  test(`cards are handed over one by one${scripts ? '' : ', without scripts'}`, async ({ browserOf }) => {
    const names = [`Quentin Abara ${scripts ? 'One' : 'Two'}`, `Xenia Ode ${scripts ? 'One' : 'Two'}`];
    const phone = await browserOf('Tess Lindqvist', { width: 360, javaScriptEnabled: scripts });
    // However long a list is, the button for which it is read stays in sight.
    await phone.goto('/invitations?all=yes#cards');
    await expect(phone.getByRole('button', { name: 'Make the cards' })).toBeInViewport({ ratio: 1 });
    await phone.goto('/people/list');
    const add = phone.locator('button[name="add"]');
    for (const list of [[...'ABCDEFGHJKLMNOPRST'].map((letter) => `${letter}ve Longlist`), names]) {
      await phone.getByRole('textbox', { name: 'Names' }).fill(list.join('\n'));
      await phone.getByRole('button', { name: 'Look at it first' }).click();
      await expect(add).toHaveText(`Add these ${list.length} people`);
      await expect(add).toBeInViewport({ ratio: 1 });
    }
    await add.click();
    await phone.getByRole('button', { name: 'Print 2 cards' }).click();
    await phone.getByRole('link', { name: 'Hand them over one by one' }).click();
    const cards = phone.locator('.sheet li');
    for (const [place, name] of names.entries()) {
      const card = cards.filter({ hasText: name });
      await expect(card).toBeVisible();
      await expect(cards.filter({ visible: true }), 'nobody reads the code of another').toHaveCount(1);
      await expect(card.locator('.aloud')).toHaveText(/^(\S )+\S$/);
      const size = await card.locator('.aloud').evaluate((aloud) => parseFloat(getComputedStyle(aloud).fontSize));
      expect(size, 'read from across a table').toBeGreaterThanOrEqual(28);
      const wide = await phone.locator('body').evaluate((body) => body.scrollWidth - body.clientWidth);
      expect(wide).toBeLessThanOrEqual(0);
      await card.getByRole('link', { name: place === 0 ? 'Done, next one' : 'Done', exact: true }).click();
    }
    await expect(cards.filter({ visible: true }), 'all of them again').toHaveCount(2);
  });
}

test('of a strip of tabs the one where one is stands clear of the edges', async ({ browserOf }) => {
  const phone = await browserOf('Imogen Hartley', { width: 360 });
  await phone.goto('/tables?game=nomic');
  const tab = await phone.locator('.tabs [aria-current]').boundingBox();
  const strip = await phone.locator('.tabs').boundingBox();
  expect(tab.x).toBeGreaterThan(strip.x + 16);
  expect(tab.x + tab.width).toBeLessThan(strip.x + strip.width - 16);
  // Those that are scrolled away to the left fade out as those to the right do; at the beginning nothing lies over the first one.
  const fades = (left) => phone.locator('.tabs').evaluate((all, to) => {
    all.scrollLeft = to;
    return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(getComputedStyle(all, '::before').opacity))));
  }, left);
  for (const [left, opacity] of [[0, '0'], [60, '1']]) await expect.poll(() => fades(left)).toBe(opacity);
});

test('a name stays together, and the text of a list ends before its arrow', async ({ browserOf }) => {
  const phone = await browserOf('Imogen Hartley', { width: 360 });
  await phone.goto('/games');
  const names = phone.locator('main .whole');
  await expect(names).not.toHaveCount(0);
  const broken = await names.evaluateAll((all) => all
    .filter((name) => name.getBoundingClientRect().height > 1.9 * parseFloat(getComputedStyle(name).lineHeight))
    .map((name) => name.textContent));
  expect(broken).toEqual([]);
  await phone.goto('/tables/new/party');
  const rows = await phone.locator('.people').evaluate((all) => all.clientHeight / all.querySelector('.tick').getBoundingClientRect().height);
  expect(Math.abs(rows % 1 - 0.5), 'the lowest row of the people is cut: there are more').toBeLessThan(0.2);
  await phone.locator('#open-more > summary').click();
  const room = await phone.locator('#open-ruleset').evaluate((list) => {
    const pen = document.createElement('canvas').getContext('2d');
    const { font, paddingInlineStart } = getComputedStyle(list);
    pen.font = font;
    const widest = Math.max(...[...list.options].map((option) => pen.measureText(option.text).width));
    return list.clientWidth - 2 * parseFloat(paddingInlineStart) - widest;
  });
  expect(room, 'for the arrow').toBeGreaterThan(16);
});

test('the first of the leaderboard stands highest, and what a tap does is in words', async ({ browserOf }) => {
  const phone = await browserOf('Milo Fairweather', { width: 360 });
  await phone.goto('/');
  const third = phone.locator('.podium li').nth(2);
  await third.locator('.who').evaluate((name) => { name.textContent = 'Maximiliane Annabel von Hohenstein-Waldburg'; });
  const tops = await phone.locator('.podium .medal').evaluateAll((all) => all.map((medal) => medal.getBoundingClientRect().top));
  expect(tops.length).toBe(3);
  const ranks = await phone.locator('.podium .tower small').allTextContents();
  for (const place of [1, 2]) {
    // Who shares a rank stands level.
    if (ranks[place] === ranks[place - 1]) expect(tops[place]).toBeCloseTo(tops[place - 1], 0);
    else expect(tops[place - 1]).toBeLessThan(tops[place]);
  }
  const towers = await phone.locator('.podium li').evaluateAll((all) => all.map((li) => {
    const [words, tower] = [...li.children].slice(-2).map((part) => part.getBoundingClientRect());
    return tower.top - words.bottom;
  }));
  for (const room of towers) expect(room, 'nothing stands within its tower').toBeGreaterThanOrEqual(0);

  const taps = phone.locator('.challenges button');
  await expect(taps).not.toHaveCount(0);
  for (const tap of await taps.all()) await expect(tap).toHaveText(/Points|Fun/);
  await expect(phone.locator('.challenges .tiny').first()).toBeVisible();
  const wide = await phone.locator('body').evaluate((body) => body.scrollWidth - body.clientWidth);
  expect(wide).toBeLessThanOrEqual(0);

  // The count of what is new stands beside the picture of its tab.
  const badge = phone.locator('.ways .badge');
  if (await badge.count()) {
    const [count, picture] = await Promise.all([badge.first(), phone.locator('.ways li:has(.badge) .icon').first()].map((part) => part.boundingBox()));
    expect(count.x).toBeGreaterThanOrEqual(picture.x + picture.width / 2 + 9);
    expect(count.x + count.width, 'away from the edge').toBeLessThanOrEqual(phone.viewportSize().width - 2);
  }
});

test('what does not go on to the right throws no shadow there, on a screen of fractions either', async ({ browserOf }) => {
  const page = await browserOf(null, { width: 360, deviceScaleFactor: 1.5, colorScheme: 'dark' });
  await page.goto('/sign-in');
  await page.getByRole('main').evaluate((main) => {
    main.replaceChildren(...Array.from({ length: 12 }, (_, at) => {
      const table = document.createElement('div');
      table.className = 'scroll';
      table.textContent = 'Board';
      table.style.marginBlock = `${10 + at / 9}px`;
      return table;
    }));
  });
  const looks = () => page.getByRole('main').screenshot();
  const shaded = await looks();
  await page.locator('.scroll').evaluateAll((all) => all.forEach((table) => {
    table.style.background = 'none';
  }));
  expect(shaded.equals(await looks())).toBe(true);
});
