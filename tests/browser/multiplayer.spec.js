// Chess for several: the player to move taps a piece and its target; a piece is chosen by keys; a member watches; a phone has the
// whole board.
import { test, expect, people, signIn, watch } from './club.js';

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
  const cells = await page.locator('.men .cell').evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect()).map(({ left, right }) => [left, right]));
  expect(Math.min(...cells.map(([left]) => left))).toBeGreaterThanOrEqual(2);
  expect(Math.max(...cells.map(([, right]) => right))).toBeLessThanOrEqual(358);
  const { y, width } = await page.locator('.men').boundingBox();
  expect(width, 'all of it but a hair').toBeGreaterThanOrEqual(350);
  expect(y, 'the board begins in the upper half').toBeLessThan(400);
});
