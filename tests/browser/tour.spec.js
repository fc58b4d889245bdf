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
  await chief.locator('.podium a').first().click();
  await expect(chief.getByRole('group', { name: /^Score from/ }).filter({ visible: true })).toBeVisible();
  await picture(chief, 'member');
  await chief.emulateMedia({ colorScheme: 'dark' });
  const game = chief.locator('a.end[href^="/games/"]').first();
  await game.click();
  await expect(chief.locator('.board')).toBeVisible();
  await picture(chief, 'dark');
});
