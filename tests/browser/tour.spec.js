// The pictures of docs/tour.md that no story comes by.
import { test, expect, picture } from './club.js';

test('pictures of quiet pages', async ({ browserOf }) => {
  test.skip(!process.env.ROOKERY_PICTURES, 'no pictures are wanted');
  const chief = await browserOf('Imogen Hartley');
  for (const [name, address] of [['leaderboard', '/'], ['desk', '/desk'], ['administration', '/administration']]) {
    await chief.goto(address);
    await picture(chief, name);
  }
  await chief.goto('/');
  await chief.getByRole('row').nth(1).getByRole('link').click();
  await expect(chief.getByRole('img', { name: /^Score from/ })).toBeVisible();
  await picture(chief, 'member');
  await chief.emulateMedia({ colorScheme: 'dark' });
  const game = chief.getByRole('table').first().getByRole('row').nth(1).getByRole('link').first();
  await game.click();
  await expect(chief.locator('.board')).toBeVisible();
  await picture(chief, 'dark');
});
