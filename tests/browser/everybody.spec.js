// What anybody may look at, with scripts and without: the leaderboard now and at a past day, a member, two members
// against each other, a game move by move, the rulebook, the Court, the calendar.
import { test, expect, enter } from './club.js';

for (const scripts of [true, false]) {
  test(`a visitor looks around${scripts ? '' : ', without scripts'}`, async ({ browserOf }) => {
    const visitor = await browserOf(null, { javaScriptEnabled: scripts });
    const main = visitor.getByRole('main');

    // Where everybody stands, how they have moved and how their games went.
    const board = visitor.locator('.board-table');
    await expect(board.locator('thead th')).toHaveText(['Rank', 'Member', 'Score', 'W', 'D', 'L', 'Form']);
    await expect(board.locator('.moved').first()).toBeVisible();
    await expect(board.locator('.form span').first()).toHaveText(/^[WDL]$/);
    await visitor.getByLabel('Standings of a day').fill('2026-10-09');
    await visitor.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(board.locator('caption')).toContainText('as at the end of Friday 9 October 2026');
    await visitor.getByRole('link', { name: 'Show it as it is now' }).click();
    await expect(board.locator('caption')).not.toContainText('as at the end');
    await visitor.getByLabel('Find a name').fill('milo');
    await visitor.getByRole('button', { name: 'Find', exact: true }).click();
    await expect(board.locator('tbody tr')).toHaveCount(1);

    // A member: the score as a picture, the same as a table; and against another.
    await board.getByRole('link', { name: 'Milo Fairweather' }).click();
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Milo Fairweather');
    await expect(visitor.getByRole('img', { name: /^Score from \d+ to \d+; the table of points below/ })).toBeVisible();
    await expect(visitor.getByRole('columnheader', { name: 'Cause' })).toBeVisible();
    const opponents = visitor.getByRole('heading', { name: 'Head to head' }).locator('xpath=following-sibling::div[1]');
    await opponents.getByRole('link').first().click();
    await expect(visitor).toHaveURL(/\/members\/\d+\/against\/\d+$/);
    await expect(main.locator('.standing')).toHaveText(/^\d+ : \d+/);

    // A game, from the start to the first move.
    const { items: games } = await (await visitor.request.get('/api/v1/games?limit=200')).json();
    await visitor.goto(`/games/${games.at(-1).id}`);
    const moves = visitor.locator('#replay .moves a');
    const first = await moves.first().textContent();
    await visitor.locator('#replay a[rel=first]').click();
    await expect(visitor.locator('#replay .moves a[aria-current]')).toHaveCount(0);
    await visitor.getByRole('link', { name: 'One move on' }).click();
    await expect(visitor.locator('#replay .moves a[aria-current]')).toHaveText(first);
    await expect(visitor).toHaveURL(/\?ply=1$/);

    // The rulebook: a word that is looked for, and what a version changed.
    await visitor.goto('/rulebook/search');
    await visitor.getByLabel('Words').fill('ban');
    await visitor.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(visitor.locator('.terms dt').first()).toBeVisible();
    await visitor.goto('/rulebook/diff?from=0&to=1');
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('From version 0 to 1');

    // The Court, and when the club meets.
    await enter(visitor, 'The Court');
    await expect(main.getByRole('row').nth(1)).toBeVisible();
    await main.getByRole('link', { name: 'Opinions', exact: true }).click();
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Opinions');
    await enter(visitor, 'Sessions');
    const feed = await main.getByRole('link', { name: 'Calendar feed (iCal)' }).getAttribute('href');
    expect(await (await visitor.request.get(feed)).text()).toMatch(/^BEGIN:VCALENDAR\r\n/);
  });
}
