// Party Chess at its table: the board by keyboard, on a phone and on a desk; what is asked about a square is answered.
import { test, expect } from './club.js';
import { tabTo } from './keys.js';

/** The demonstration's table, as the holder of NAP sees it. */
async function table(page) {
  await page.goto('/tables?game=party');
  await page.locator('main .list a').first().click();
  await expect(page.locator('#board svg')).toBeVisible();
}

/** Whether something on the board is seen: within the board's window, within the page's, and under no card. */
const isSeen = (target) => target.evaluate((element) => {
  const [box, board] = [element.getBoundingClientRect(), document.getElementById('board').getBoundingClientRect()];
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const within = x > board.left && x < board.right && y > board.top && y < board.bottom;
  return within && document.elementFromPoint(x, y)?.closest('#board') !== null;
});

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
  await page.getByLabel('Square to ask about').fill('zz');
  await page.keyboard.press('Enter');
  await expect(page.locator('#why-not')).toContainText('is no square');
  await expect(page.locator('#why-not')).toBeInViewport();
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
  const first = await page.evaluate(() => document.activeElement.getAttribute('aria-label'));
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('#board a:focus')).not.toHaveAttribute('aria-label', first);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(page.locator('#picked h2')).toContainText(first.split(' (')[0]);
  // Now every square can be asked about, and the focus is where it was.
  await expect(page.locator('#board a:focus')).toHaveAttribute('aria-label', first);
  await expect(stops).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  const below = await page.evaluate(() => document.activeElement.getAttribute('aria-label'));
  expect(below).not.toBe(first);
  await page.keyboard.press('Escape');
  await expect(page.locator('#picked')).toHaveCount(0);
  await expect(page.locator('#board a:focus')).toHaveAttribute('aria-label', first);
});

test('what is typed and ticked stays when the page takes another state', async ({ browserOf }) => {
  const page = await browserOf('Tess Lindqvist');
  await table(page);
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
  await page.getByLabel('Square to ask about').fill('zz');
  await page.keyboard.press('Enter');
  await expect(page.locator('#why-not')).toContainText('is no square');
});
