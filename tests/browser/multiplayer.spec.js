// Chess for several: the player to move taps a piece and its target; a piece is chosen by keys; a member watches; a phone has the
// whole board; a whole game is played by keyboard, over a network that drops.
import { test, expect, boxOf, callsBeside, covered, leavesFree, people, signIn, watch } from './club.js';
import { retype, tabTo } from './keys.js';
import { network } from './network.js';
import { asks, begins, plays } from './seating.js';

/** Goes over the board by arrow keys to a square, from the first that Tab reaches. */
async function goes(page, name) {
  const square = (at) => page.locator(`[data-square="${at}"]`);
  const focused = () => page.locator('.men :focus').evaluate((link) => (link.closest('[data-square]') ?? link.querySelector('[data-square]')).dataset.square);
  for (let presses = 0; presses < 40 && (await focused()) !== name; presses += 1) {
    const [here, there] = [await boxOf(square(await focused())), await boxOf(square(name))];
    const [x, y] = [there.x - here.x, there.y - here.y];
    await page.keyboard.press(Math.abs(x) > Math.abs(y) ? (x > 0 ? 'ArrowRight' : 'ArrowLeft') : (y > 0 ? 'ArrowDown' : 'ArrowUp'));
  }
  expect(await focused()).toBe(name);
}

test('a piece is tapped and goes where is tapped next', async ({ page, browser, baseURL }) => {
  await signIn(page, people.justice);
  await page.goto('/tables?game=multiplayer');
  await page.locator('main .list li', { hasText: 'being played' }).getByRole('link').first().click();
  await expect(page.locator('.armies li[aria-current]')).toContainText('in check');
  await expect(page.locator('.armies li').nth(2)).toContainText('resigned');
  await expect(page.locator('.notice').first()).toBeVisible();
  const watcher = await (await browser.newContext({ baseURL, locale: 'en-GB' })).newPage();
  const wrongs = watch(watcher);
  await signIn(watcher, people.member);
  await watcher.goto(page.url());
  const shown = await watcher.locator('#log li').count();

  const [notation] = JSON.parse(await page.locator('#sitting').getAttribute('data-moves'));
  const [from, to] = notation.split(/[-x=]/);
  const square = (name) => page.locator(`[data-square="${name}"]`);
  // By keys: chosen with Enter, given up with Escape.
  await page.locator('.men a', { has: square(from) }).focus();
  await page.keyboard.press('Enter');
  await expect(square(to)).toHaveClass(/ to/);
  // The arrow keys go to what lies that way as it is drawn.
  const middle = () => page.locator('.men :focus').evaluate((link) => {
    const { left, right, top, bottom } = link.getBoundingClientRect();
    return [left + right, top + bottom];
  });
  await page.keyboard.press('End');
  await expect(page.locator('#board-keys')).toBeVisible();
  const [, low] = await middle();
  await page.keyboard.press('ArrowUp');
  expect((await middle())[1]).toBeLessThan(low);
  await page.keyboard.press('Escape');
  await expect(square(to)).not.toHaveClass(/ to/);
  await square(from).click();
  await expect(square(to)).toHaveClass(/ to/);
  // It stays chosen where the page is put in anew.
  await page.locator('#sitting').evaluate((part) => part.classList.add('old'));
  await page.locator('#log summary').click();
  await expect(page.locator('#sitting.old')).toHaveCount(0);
  await expect(square(to)).toHaveClass(/ to/);
  await square(to).click();
  await expect(page.locator('.armies li[aria-current]')).not.toContainText('(you)');
  await expect(page.locator('#choice')).toHaveCount(0);
  await expect(watcher.locator('#log li')).not.toHaveCount(shown);
  expect(wrongs).toEqual([]);
});

test('on a phone the board has the width, no edge is cut, and little stands above it', async ({ browserOf }) => {
  const page = await browserOf('Tess Lindqvist', { width: 360 });
  await page.goto('/tables?game=multiplayer');
  await page.locator('main .list li', { hasText: 'being played' }).getByRole('link').first().click();
  // Its style too: the links of a page are there before that.
  await expect(page.locator('.men')).toBeVisible();
  await page.waitForLoadState();
  const top = async () => (await boxOf(page.locator('.men'))).y;
  const before = await top();
  const attacked = '<span class="attacked"><strong class="wrong">king attacked</strong></span>';
  await page.locator('.players li:has(> .time) > span:first-of-type').evaluateAll((all, html) => all.forEach((one) => one.insertAdjacentHTML('beforeend', html)), attacked);
  expect(await top(), 'the board stays where it is').toBe(before);
  const cells = await page.locator('.men .cell').evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect()).map(({ left, right }) => [left, right]));
  expect(Math.min(...cells.map(([left]) => left))).toBeGreaterThanOrEqual(2);
  expect(Math.max(...cells.map(([, right]) => right))).toBeLessThanOrEqual(358);
  const { y, width } = await boxOf(page.locator('.men'));
  expect(width, 'all of it but a hair').toBeGreaterThanOrEqual(354);
  expect(y, 'the board begins in the upper half').toBeLessThan(400);
  await callsBeside(page, '.men', '.armies', '#standing .soft');
});

test('on the cross board one plays by touch, the next by keys, and all see it', async ({ browserOf }) => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
  const red = await browserOf('Priya Raman', phone);
  const [blue, yellow, green] = [await browserOf('Jonas Becker'), await browserOf('Marcus Tully'), await browserOf('Beatrix Holm')];
  const table = await begins([red, blue, yellow, green], 'multiplayer', { start: 'start4', colours: 'chosen', rated: false, clock: { minutes: 15, increment_seconds: 0 } });
  const watcher = await browserOf('Milo Fairweather', phone);
  await watcher.goto(table);
  const square = (page, name) => page.locator(`[data-square="${name}"]`);
  const stands = (page, name, what) => expect(square(page, name).locator('.man')).toHaveAttribute('aria-label', what);
  const own = (page) => expect(page.locator('.armies li[aria-current]')).toContainText('(you)');
  const ways = async (page) => JSON.parse(await page.locator('#sitting').getAttribute('data-moves'));

  await own(red);
  await expect(red.locator('.turn')).toContainText('Your turn, Red: tap a piece, then where it goes.');
  // The names, the board and what Red can ask for are within the window.
  await red.evaluate(() => scrollTo(0, 0));
  for (const part of ['.armies', '.men', '.asks button', '#resigning summary']) await expect(red.locator(part).first()).toBeInViewport({ ratio: 0.99 });
  // Whether one is sure is asked in that row: the lowest rows of the board stay in sight.
  await red.locator('#resigning summary').tap();
  await expect(red.getByRole('button', { name: 'Yes, resign' })).toBeInViewport({ ratio: 0.99 });
  const [sure, board] = [await boxOf(red.locator('#resigning form')), await boxOf(red.locator('.men'))];
  expect(sure.y).toBeGreaterThanOrEqual(board.y + board.height);
  await red.locator('#resigning summary').tap();
  await expect(red.getByRole('button', { name: 'Yes, resign' })).toBeHidden();
  // A piece of another army is none to choose; one's own is chosen, and let go by a second tap.
  await square(red, 'b5').tap();
  await expect(red.locator('#told')).toHaveText('That is not one of your pieces.');
  await expect(red.locator('.cell.from')).toHaveCount(0);
  await square(red, 'e2').tap();
  await square(red, 'e6').tap();
  await expect(red.locator('#told')).toHaveText('That piece cannot go there.');
  await stands(red, 'e2', /Red/);
  await square(red, 'e2').tap();
  await expect(red.locator('#told')).toBeEmpty();
  for (const name of ['e3', 'e4']) await expect(square(red, name)).toHaveClass(/ to/);
  // While it is chosen the board is larger, in as much room: its squares are large enough for a finger, and all that it may go to is seen.
  const room = async () => (await boxOf(red.locator('.men-window'))).height;
  for (const name of ['e2', 'e3', 'e4']) {
    expect((await boxOf(square(red, name))).width, 'a finger hits it').toBeGreaterThanOrEqual(36);
    await expect(square(red, name)).toBeInViewport({ ratio: 0.95 });
  }
  expect(await room()).toBeCloseTo(board.height, 0);
  await square(red, 'e2').tap();
  await expect(red.locator('.cell:is(.from, .to)')).toHaveCount(0);
  expect((await boxOf(red.locator('.men'))).width, 'let go, the board is whole again').toBeCloseTo(board.width, 0);
  expect(await room()).toBeCloseTo(board.height, 0);
  // A tap beside a small square means the one piece near it that can move; between two of them, or farther off, it means none.
  const tapsBy = async (name, across, up) => {
    const { x, y, width, height } = await boxOf(square(red, 'e2').locator('polygon').first());
    await square(red, name).dispatchEvent('click', { bubbles: true, clientX: x + width / 2 + across, clientY: y + height / 2 - up });
  };
  await tapsBy('e3', 0, 15);
  await expect(red.locator('.cell.from')).toHaveAttribute('data-square', 'e2');
  await square(red, 'e2').tap();
  for (const [across, up] of [[12, 15], [0, 24]]) {
    await tapsBy('e3', across, up);
    await expect(red.locator('.cell.from')).toHaveCount(0);
  }
  // Where another one can be chosen, that is the one.
  await tapsBy('e1', 0, -14);
  await expect(red.locator('.cell.from')).toHaveAttribute('data-square', 'e1');
  await square(red, 'e1').tap();
  // A page that does not come is asked for again.
  let lost = false;
  await watcher.route((url) => url.pathname === table, (route) => {
    if (lost) return route.fallback();
    lost = true;
    return route.fulfill({ status: 503, body: '' });
  });
  await square(red, 'e2').tap();
  await square(red, 'e4').tap();
  for (const page of [red, blue, watcher]) {
    await stands(page, 'e4', /Red/);
    await expect(square(page, 'e2').locator('.man')).toHaveCount(0);
    await expect(square(page, 'e4')).toHaveClass(/last/);
  }
  await expect(watcher.locator('.turn')).toContainText('Blue is to move: Jonas Becker');
  await square(watcher, 'b5').tap();
  await expect(watcher.locator('.cell.to')).toHaveCount(0);

  // Blue goes over the board, as it lies for Blue, to a pawn, picks it and plays it ahead.
  await own(blue);
  await square(blue, 'e4').click();
  await expect(blue.locator('#told')).toHaveText('That is not one of your pieces.');
  await blue.evaluate(() => scrollTo(0, 0));
  expect(await covered(blue.locator('#told')), 'nothing that is pressed, no clock, no board').toEqual([]);
  const [move] = (await ways(blue)).filter((one) => /^b\d+-c/.test(one));
  const [from, to] = move.split('-');
  await tabTo(blue, blue.locator('.men a').first());
  await blue.keyboard.press('Home');
  await goes(blue, from);
  await blue.keyboard.press('Enter');
  await expect(square(blue, to)).toHaveClass(/ to/);
  await goes(blue, to);
  await blue.keyboard.press('Enter');
  for (const page of [red, blue, watcher]) await stands(page, to, /Blue/);

  // The other two play, and Red goes on.
  for (const page of [yellow, green]) {
    await own(page);
    const [one] = await ways(page);
    await plays(page, table, { kind: 'move', move: one });
  }
  await own(red);
  await expect(red.locator('#played li')).toHaveCount(4);
  expect((await asks(red, 'get', table)).number).toBe(4);
  // The steps lead back and to the game again.
  const steps = red.getByRole('navigation', { name: 'Steps of the game' });
  await steps.getByRole('link').first().tap();
  await stands(red, 'e2', /Red/);
  await steps.getByRole('link').last().tap();
  await stands(red, 'e4', /Red/);
  // A draw that is offered, and that there is no connection, cover nothing of the table.
  await plays(green, table, { kind: 'offer_draw' });
  const [offer, told] = [red.locator('div.offer'), red.locator('#told')];
  await expect(offer).toContainText('offers a draw');
  await red.context().setOffline(true);
  await expect(told).toContainText('No connection');
  await red.evaluate(() => scrollTo(0, 0));
  await expect(offer).toBeInViewport({ ratio: 1 });
  for (const part of ['.armies', '.men', '.asks']) {
    for (const over of [offer, told]) await expect.poll(() => leavesFree(over, red.locator(part)), part).toBe(true);
  }
  for (const part of [offer, red.locator('#standing .soft')]) await expect.poll(() => leavesFree(told, part)).toBe(true);
  await red.context().setOffline(false);
  await expect(told).toBeEmpty();
  for (const page of [red, blue, yellow, green]) await plays(page, table, { kind: 'resign' }).catch(() => {});
});

test('a whole game by keyboard alone, each square and button called by its name, while the network drops and comes back', async ({ browserOf, baseURL }) => {
  const wifi = await network(baseURL);
  const [red, yellow] = [await browserOf('Beatrix Holm'), await browserOf('Ravi Chandran', { baseURL: wifi.address })];
  const table = await begins([red, yellow], 'multiplayer', { start: 'start2', colours: 'chosen', rated: false, clock: { days: 3 } });
  const board = (page) => page.getByRole('group', { name: 'The board, seen from' });
  const man = (page, name) => board(page).getByRole('img', { name, exact: true });
  const own = (page) => expect(page.locator('.armies li[aria-current]')).toContainText('(you)');
  const plays = async (page, from, to) => {
    await own(page);
    await tabTo(page, page.locator('.men a').first());
    await goes(page, from);
    await page.keyboard.press('Enter');
    await expect(board(page).getByRole('button', { name: `${from}-${to}`, exact: true })).toHaveCount(1);
    await goes(page, to);
    await page.keyboard.press('Enter');
  };
  for (const [page, from] of [[red, 'Red'], [yellow, 'Yellow']]) {
    await expect(board(page)).toHaveAccessibleName(`The board, seen from ${from}`);
    for (const name of ['Red pawn on f2', 'Red king on e1', 'Yellow queen on d8']) await expect(man(page, name)).toHaveCount(1);
  }
  await plays(red, 'f2', 'f3');
  await expect(man(yellow, 'Red pawn on f3')).toHaveCount(1);
  await plays(yellow, 'e7', 'e5');
  await expect(man(red, 'Yellow pawn on e5')).toHaveCount(1);
  // What is played meanwhile is there when the network is.
  await own(red);
  wifi.falls();
  await retype(red, red.getByLabel('Or type a move'), 'g2-g4');
  await red.keyboard.press('Enter');
  await expect(man(red, 'Red pawn on g4')).toHaveCount(1);
  await expect(man(yellow, 'Red pawn on g4')).toHaveCount(0);
  wifi.rises();
  await expect(man(yellow, 'Red pawn on g4')).toHaveCount(1);
  await own(yellow);
  // A move that is none is refused in words, and nothing is moved.
  await retype(yellow, yellow.getByLabel('Or type a move'), 'd8-d4');
  await yellow.keyboard.press('Enter');
  await expect(yellow.getByRole('alert')).not.toBeEmpty();
  await expect(man(yellow, 'Yellow queen on d8')).toHaveCount(1);
  await retype(yellow, yellow.getByLabel('Or type a move'), 'd8-h4');
  await yellow.keyboard.press('Enter');
  for (const page of [red, yellow]) await expect(page.locator('#standing')).toContainText('wins: nobody else is left');
  expect((await asks(red, 'get', table)).number).toBe(4);
  wifi.ends();
});
