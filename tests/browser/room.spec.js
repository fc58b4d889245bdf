// The games room by touch on a phone: a whole game of four in a row, a reaction, and talk that is muted.
import { test, expect } from './club.js';

const phone = { width: 360, hasTouch: true };

test('four in a row is played to its end by touch at 360 px', async ({ browserOf }) => {
  const [red, yellow] = [await browserOf('Tess Lindqvist', phone), await browserOf('Imogen Hartley', phone)];
  await red.goto('/tables/new/four');
  await red.getByLabel('What the table is called').fill('Lunch break');
  await red.getByLabel('Your seat').selectOption({ label: 'Red' });
  await red.getByRole('button', { name: 'Open the table' }).click();
  await expect(red.getByRole('button', { name: 'I am not ready' })).toBeVisible();
  await yellow.goto('/tables?game=four');
  await yellow.getByRole('listitem').filter({ hasText: 'Lunch break' }).getByRole('button', { name: 'Sit down and play' }).tap();
  await expect(red.locator('.choices button')).toHaveCount(7);
  const button = red.locator('.choices button').first();
  const { width, height } = await button.boundingBox();
  expect(Math.min(width, height), 'a finger hits it').toBeGreaterThanOrEqual(40);
  expect(await red.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  for (const [player, column] of [[red, 1], [yellow, 2], [red, 1], [yellow, 2], [red, 1], [yellow, 2], [red, 1]]) {
    // The other's move comes by itself.
    await player.getByRole('button', { name: `Column ${column}`, exact: true }).tap();
    await expect(player.locator('.choices')).toHaveCount(0);
  }
  for (const player of [red, yellow]) {
    await expect(player.locator('#standing')).toContainText('Red wins: four in a line');
    await expect(player.locator('.turns .won')).toHaveCount(4);
  }

  await expect(red.locator('#seats .here:visible'), 'both are at the table').toHaveCount(2);
  await yellow.getByRole('button', { name: 'Good game, thanks' }).tap();
  await expect(red.locator('#talk')).toContainText('🤝');
  await red.locator('#muting summary').tap();
  await red.getByRole('button', { name: 'Do not show me what Imogen Hartley writes' }).tap();
  await expect(red.locator('#talk')).not.toContainText('🤝');
  await expect(red.getByRole('button', { name: 'Show me again what Imogen Hartley writes' })).toBeVisible();
  await yellow.getByRole('button', { name: 'Well played' }).tap();
  await expect(yellow.locator('#talk')).toContainText('👏');
  await expect(red.locator('#talk')).not.toContainText('👏');
});
