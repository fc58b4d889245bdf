// A rematch that is due at a session is played at a board of its round: the two are paired first, their board takes no new
// game, not even by a page that was open before, and leads to where what became of it is recorded.
import { test, expect } from './club.js';

test('a rematch is played at a board of the round', async ({ browserOf }) => {
  const opens = (who, scripts) => browserOf(who, { baseURL: process.env.ROOKERY_OBJECTED, width: 360, javaScriptEnabled: scripts });

  // Before the round a player has the page of two taps open, and comes back to it.
  const player = await opens('Pupil 01', false);
  await player.goto('/games/new');
  await player.getByRole('main').getByRole('link', { name: /^Pupil 02/ }).click();
  const won = player.getByRole('group', { name: 'I had White' }).getByRole('button', { name: /^I won/ });
  await expect(won).toBeVisible();

  const desk = await opens('Maximilian', true);
  await desk.goto('/today');
  await desk.getByRole('link', { name: 'Take the register' }).click();
  await desk.getByRole('button', { name: 'Show the pairings of round 1' }).click();
  await expect(desk.locator('#rematches')).toContainText('Pupil 01 owes Pupil 02 a rematch today.');
  const first = desk.getByRole('button', { name: 'Pair rematches first' });
  await first.click();
  await expect(first).toHaveCount(0);
  await desk.getByRole('button', { name: 'Announce round 1' }).click();
  await expect(desk.getByRole('status')).toHaveText('The round is announced.');
  const round = desk.url();

  await won.click();
  await expect(player.getByRole('main')).toContainText('A rematch is due at this board.');
  await player.goto('/today');
  await expect(player.locator('#hero')).toContainText('A rematch is played here.');
  await expect(player.locator('#hero form[action="/games/new"]')).toHaveCount(0);

  // Other boards are tapped; this one leads to the rematch.
  const board = desk.getByRole('row').filter({ hasText: 'Pupil 02' });
  await expect(board).toContainText('Pupil 01');
  await expect(board.getByRole('button')).toHaveCount(0);
  await expect(desk.getByRole('row').filter({ hasText: 'Pupil 03' }).getByRole('button')).toHaveCount(3);
  await board.getByRole('link', { name: 'See it, and enter what came of it' }).click();
  const rematch = desk.locator('form[action$="/rematch"]');
  await rematch.getByLabel('What became of it').selectOption({ label: 'It was played' });
  await rematch.getByLabel('Result').selectOption({ label: 'Draw' });
  await rematch.getByLabel('How it ended').selectOption({ label: 'Draw agreed' });
  await rematch.getByLabel('I let them play without the five minutes each').check();
  await rematch.getByRole('button', { name: 'Record what became of it' }).click();
  await expect(desk.getByRole('status')).toHaveText('What became of the rematch is recorded.');
  await desk.goto(round);
  await expect(board.getByRole('link', { name: '½–½' })).toBeVisible();
  await expect(board).not.toContainText('A rematch is played here.');
});
