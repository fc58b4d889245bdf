// Party Chess at its table: the board by keyboard, on a phone and on a desk; what is asked about a square is answered.
import { test, expect, boxOf, callsBeside, leavesFree } from './club.js';
import { tabTo } from './keys.js';
import { isSeen } from './looking.js';
import { begins, logged, plays } from './seating.js';

/** The demonstration's table, as the holder of NAP sees it. */
async function table(page) {
  await page.goto('/tables?game=party');
  await page.locator('main .list a').first().click();
  await expect(page.locator('#board svg')).toBeVisible();
}

/** The square of the board that has the focus, from the top left. */
const focused = (page) => page.locator('#board a:focus rect').evaluate((rect) => ['x', 'y'].map((side) => Number(rect.getAttribute(side))));

test('on a phone the card leaves the board to be seen, and the board shows what is picked', async ({ browserOf }) => {
  const page = await browserOf('Tess Lindqvist', { width: 360 });
  await table(page);
  const board = page.locator('#board');
  await board.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await expect.poll(() => isSeen(page.locator('#board [data-view=here]')), 'the own King').toBe(true);
  const pieces = page.locator('#board a[aria-label*="(NAP,"]');
  const addresses = await pieces.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  for (const address of addresses) {
    await page.goto(new URL(address, page.url()).href);
    await expect(page.locator('#picked')).toBeVisible();
    await expect.poll(() => isSeen(page.locator('#board .picked'))).toBe(true);
  }
  await page.getByLabel('Another square').fill('zz');
  await page.keyboard.press('Enter');
  await expect(page.locator('#why-not')).toContainText('is no square');
  await expect(page.locator('#why-not')).toBeInViewport();
});

test('on a phone the last play is seen with the own pieces, and the board is made larger and whole', async ({ browserOf }) => {
  for (const viewport of [{ width: 360, height: 740 }, { width: 740, height: 360 }]) {
    const page = await browserOf('Tess Lindqvist', { viewport, hasTouch: true });
    await table(page);
    await page.locator('.party-play').evaluate((element) => element.scrollIntoView());
    await expect(page.locator('#turn')).toBeInViewport();
    const board = page.locator('#board');
    const matters = page.locator('#board :is(.last, [data-view])');
    expect(await matters.count()).toBeGreaterThan(1);
    // Beside the board none of one's own pieces is cut.
    const beyond = await page.locator('.party-hand .strip').evaluate((strip) => strip.scrollWidth - strip.clientWidth);
    if (viewport.width > viewport.height) expect(beyond).toBe(0);
    for (const one of await matters.all()) {
      await expect.poll(() => isSeen(one), 'what happened, and the own pieces').toBe(true);
    }
    const [smaller, larger, whole] = ['Smaller', 'Larger', 'Whole board'].map((name) => page.getByRole('button', { name, exact: true }));
    const width = () => board.evaluate((element) => element.scrollWidth);
    const before = await width();
    await larger.tap();
    await expect.poll(width).toBeGreaterThan(before);
    await whole.tap();
    const hidden = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => [scrollWidth - clientWidth, scrollHeight - clientHeight];
    expect(await board.evaluate(hidden)).toEqual([0, 0]);
    await expect(smaller).toBeDisabled();
    await expect(board).toBeInViewport({ ratio: 0.99 });
    // Everything else is folded below.
    expect(await page.locator('#party').evaluate((part) => part.scrollHeight), 'no long page').toBeLessThan(1600);
  }
});

test('the board is one stop of the Tab key and gone over by arrow keys', async ({ browserOf }) => {
  const page = await browserOf('Tess Lindqvist');
  await table(page);
  const size = await page.locator('#board').evaluate((board) => [board.scrollHeight - board.clientHeight, board.scrollWidth - board.clientWidth, board.offsetHeight <= innerHeight]);
  expect(size, 'the whole board with its letters').toEqual([0, 0, true]);
  const stops = page.locator('#board a:not([tabindex="-1"])');
  await expect(stops).toHaveCount(1);
  await tabTo(page, stops);
  await page.keyboard.press('Home');
  await expect(page.locator('#board-keys')).toBeVisible();
  const first = await page.evaluate(() => document.activeElement.getAttribute('aria-label'));
  await page.keyboard.press('End');
  await expect(page.locator('#board a:focus')).not.toHaveAttribute('aria-label', first);
  await page.keyboard.press('Home');
  await expect(page.locator('#board a:focus')).toHaveAttribute('aria-label', first);
  await page.keyboard.press('Enter');
  await expect(page.locator('#picked h2')).toContainText(first.split(' ')[0]);
  // Now every square can be asked about, and the focus is where it was.
  await expect(page.locator('#board a:focus')).toHaveAttribute('aria-label', first);
  await expect(stops).toHaveCount(1);
  const [x, y] = await focused(page);
  await page.keyboard.press('ArrowDown');
  expect(await focused(page), 'the square below').toEqual([x, y + 1]);
  await page.keyboard.press('ArrowUp');
  expect(await focused(page)).toEqual([x, y]);
  await page.keyboard.press('Escape');
  await expect(page.locator('#picked')).toHaveCount(0);
  await expect(page.locator('#board a:focus')).toHaveAttribute('aria-label', first);
});

test('what is typed and ticked stays when the page takes another state', async ({ browserOf }) => {
  const page = await browserOf('Tess Lindqvist');
  await table(page);
  await page.locator('#deeds > summary').click();
  await page.locator('#organising summary').click();
  await page.locator('#organisation').fill('Rooks');
  const box = page.locator('#organising [name=member]').first();
  await box.check();
  // The log asks for the page when it is opened; its part is put in where it differs.
  await page.locator('#game').evaluate((part) => part.append('Something else'));
  await page.locator('#log summary').click();
  await expect(page.locator('#game')).not.toContainText('Something else');
  await expect(page.locator('#organisation')).toHaveValue('Rooks');
  await expect(box).toBeChecked();
});

test('without a script the board is gone over by links and asked by a form', async ({ browserOf }) => {
  const page = await browserOf('Tess Lindqvist', { javaScriptEnabled: false });
  await page.goto('/tables?game=party');
  await page.locator('main .list a').first().click();
  await page.locator('#board a[aria-label^="King "][aria-label*="(NAP,"]').focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('#picked h2')).toContainText('King');
  await page.getByLabel('Another square').fill('zz');
  await page.keyboard.press('Enter');
  await expect(page.locator('#why-not')).toContainText('is no square');
});

test('an army is asked for at the board and taken with one tap; who changes it reads how each piece goes', async ({ browserOf }) => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
  const [host, guest] = [await browserOf('Tess Lindqvist'), await browserOf('Ravi Chandran', phone)];
  await host.goto('/tables/new/party');
  await host.getByLabel('Names of the armies').fill('NAP, Azure');
  await host.getByRole('button', { name: 'Open the table' }).click();
  await expect(host.locator('#waits-for')).toHaveText('The game waits for one more player.');
  await guest.goto(host.url());
  // Nothing more is asked of either before the game begins.
  await guest.getByRole('button', { name: 'Sit down and play' }).click();
  // The board is where it always is, in sight with what is asked, and not below that.
  const board = guest.locator('#board');
  for (const [width, height] of [[360, 740], [740, 360]]) {
    await guest.setViewportSize({ width, height });
    await guest.evaluate(() => scrollTo(0, 0));
    for (const part of [board, guest.locator('#army')]) await expect(part).toBeInViewport({ ratio: 0.99 });
    await expect.poll(() => leavesFree(guest.locator('#army'), board)).toBe(true);
  }
  await expect(guest.locator('#army-chosen')).toHaveText('Rook, Archer, Bishop, Camel, Jester');
  await guest.getByRole('button', { name: 'This is my army' }).tap();
  await expect(guest.locator('.party-hand a.square')).toHaveCount(6);
  await expect(guest.locator('#army')).toHaveCount(0);
  await callsBeside(guest, '#board', '#turn', '#standing .soft');

  await host.evaluate(() => scrollTo(0, 0));
  await expect(host.locator('#army')).toBeInViewport({ ratio: 1 });
  expect((await boxOf(host.locator('#board'))).y, 'nothing long stands above the board').toBeLessThan(300);
  await host.locator('#army-change > summary').click();
  const first = host.locator('#army_1-goes');
  await expect(first).toContainText('Rook: One to ten squares straight.');
  await host.getByLabel('Piece 1').selectOption('tornado');
  await expect(first).toContainText('Tornado: One or two squares in any direction.');
  await expect(first.locator('svg')).toHaveCount(1);
  await expect(host.locator('#army-chosen')).toHaveText('Tornado, Archer, Bishop, Camel, Jester');
});

test('two people place, move and take by touch, and a King in Check gets away', async ({ browserOf }) => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
  const [nap, azure] = [await browserOf('Marcus Tully', phone), await browserOf('Beatrix Holm', phone)];
  const table = await begins([nap, azure], 'party', { swingers: ['NAP', 'Azure'], seats: 2 });
  const watcher = await browserOf('Milo Fairweather');
  await watcher.goto(table);
  for (const page of [nap, azure]) await plays(page, table, { kind: 'army', army: ['rook', 'rook', 'camel', 'jester', 'pawn'] });
  const board = (page) => page.locator('#board');
  const turn = async (page) => {
    await expect(page.locator('#turn')).toContainText('Your turn');
    await expect(page.locator('#turn'), 'whose turn it is stays in sight').toBeInViewport();
  };
  /** Chooses one of the own pieces below the board, a square on it, and presses the button that says what that does. */
  const does = async (page, piece, square, says) => {
    await turn(page);
    await page.locator('.party-hand a.square').filter({ hasText: piece }).first().tap();
    await expect(page.locator('#picked h2')).toContainText(String(piece).split(' ')[0]);
    const target = board(page).getByRole('link', { name: square });
    const { width, height } = await boxOf(target);
    expect(Math.min(width, height), 'a finger hits it').toBeGreaterThanOrEqual(24);
    await target.tap();
    const button = page.getByRole('button', { name: says });
    await expect(button, 'one tap plays nothing').toBeVisible();
    await button.tap();
  };
  const stands = (page, name) => expect(board(page).getByRole('link', { name })).toHaveCount(1);

  await does(nap, 'King', 'Place e5', 'King to e5');
  for (const page of [nap, azure, watcher]) await stands(page, /^King .*, e5\)$/);
  await does(azure, 'King', 'Place p15', 'King to p15');
  await does(nap, 'Rook', 'Place e8', 'Rook to e8');
  await does(azure, 'Camel', 'Place j8', 'Camel to j8');
  // The Rook takes the Camel, which everybody sees; then it comes to stand in one row with the other King.
  await does(nap, 'Rook e8', /^Camel .*, j8\)$/, /^Rook takes Camel of Azure on j8/);
  for (const page of [nap, azure, watcher]) {
    await stands(page, /^Rook .*, j8\)$/);
    await expect(board(page).getByRole('link', { name: /^Camel / })).toHaveCount(0);
  }
  await does(azure, 'Jester', 'Place s3', 'Jester to s3');
  await does(nap, 'Rook j8', 'Move j15', 'Rook to j15');
  for (const page of [nap, azure, watcher]) {
    await expect(page.locator('.party-turn')).toContainText('Azure is in Check: its King on p15 is attacked by');
    await stands(page, /^King .*, p15\): Check$/);
  }
  await does(azure, 'King p15', 'Move p14', 'King to p14');
  for (const page of [nap, azure, watcher]) {
    await stands(page, /^King .*, p14\)$/);
    await expect(page.locator('.party-turn')).not.toContainText('in Check');
  }
  const events = (await logged(nap, table, 'events')).flat();
  expect(events.filter(({ event }) => event === 'check')).toMatchObject([{ office: 'Azure', square: 'p15' }]);
  await plays(nap, table, { kind: 'end', reason: 'the story is told' });
  await expect(azure.locator('#standing')).toContainText('over');
});
