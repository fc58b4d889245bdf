// What somebody from outside may look at, with scripts and without: the leaderboard now and at a past day, with short
// names, the rulebook, the calendar. And what every member may: a member, two members against each other, a game move
// by move, the Court.
import { test, expect, enter } from './club.js';

for (const scripts of [true, false]) {
  test(`a visitor looks around${scripts ? '' : ', without scripts'}`, async ({ browserOf }) => {
    const visitor = await browserOf(null, { javaScriptEnabled: scripts });
    const main = visitor.getByRole('main');

    // Where everybody stands, how they have moved and how their games went.
    const board = visitor.locator('.board-table');
    await expect(board.locator('thead th')).toHaveText(['Rank', 'Initials', 'Member', 'Form', 'Games', 'Score']);
    await expect(board.locator('.moved').first()).toBeVisible();
    await expect(board.locator('.form b').first()).toHaveText(/^[WDL]$/);
    await visitor.getByLabel('Standings of a day').fill('2026-10-09');
    await visitor.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(board.locator('caption')).toContainText('as at the end of Friday 9 October 2026');
    await visitor.getByRole('link', { name: 'Show it as it is now' }).click();
    await expect(board.locator('caption')).not.toContainText('as at the end');
    // Names are short, and lead nowhere; there is no way in to what is for members, and an address leads to the door.
    await expect(board.getByRole('rowheader', { name: 'Milo F.', exact: true })).toBeVisible();
    await expect(visitor.locator('body')).not.toContainText('Fairweather');
    await expect(board.getByRole('link')).toHaveCount(0);
    await expect(visitor.getByLabel('Find a name')).toHaveCount(0);
    await expect(visitor.getByRole('link', { name: 'The Court' })).toHaveCount(0);
    await visitor.goto('/tables');
    await expect(main).toContainText('You have to sign in to see that page.');

    // The rulebook: a word that is looked for, and what a version changed.
    await visitor.goto('/rulebook/search');
    await visitor.getByLabel('Words').fill('ban');
    await visitor.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(visitor.locator('.terms dt').first()).toBeVisible();
    await visitor.goto('/rulebook/diff?from=0&to=1');
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('From version 0 to 1');

    // When the club meets.
    await enter(visitor, 'Sessions');
    await expect(main.locator('tbody').getByRole('link')).toHaveCount(0);
    const feed = await main.getByRole('link', { name: 'Calendar feed (iCal)' }).getAttribute('href');
    expect(await (await visitor.request.get(feed)).text()).toMatch(/^BEGIN:VCALENDAR\r\n/);
  });

  test(`a member looks around${scripts ? '' : ', without scripts'}`, async ({ browserOf }) => {
    const member = await browserOf('Milo Fairweather', { javaScriptEnabled: scripts });
    const main = member.getByRole('main');
    const board = member.locator('.board-table');
    await enter(member, 'Leaderboard');
    await member.getByLabel('Find a name').fill('milo');
    await member.getByRole('button', { name: 'Find', exact: true }).click();
    await expect(board.locator('tbody tr')).toHaveCount(1);

    // A member: the score as a picture, the same as a table; and against another.
    await board.getByRole('link', { name: 'Milo Fairweather' }).click();
    await expect(member.getByRole('heading', { level: 1 })).toHaveText('Milo Fairweather');
    await expect(member.getByRole('group', { name: /^Score from \d+ to \d+. The table below/ })).toBeVisible();
    await member.getByText('The same as a table').click();
    const told = member.getByRole('table', { name: 'Points, game by game' }).locator('tbody tr');
    await expect(told).toHaveCount(await member.locator('.chart svg.wide-only .pt').count());
    await member.getByText('Where the points come from').click();
    await expect(member.getByRole('heading', { level: 3, name: /^Session on / }).first()).toBeVisible();
    const opponents = member.getByRole('heading', { name: 'Head to head' }).locator('xpath=following-sibling::div[1]');
    await opponents.getByRole('link').first().click();
    await expect(member).toHaveURL(/\/members\/\d+\/against\/\d+$/);
    await expect(main.locator('.standing')).toHaveText(/^\s*\d+ : \d+/);

    // A game, from the start to the first move.
    const { items: games } = await (await member.request.get('/api/v1/games?limit=200')).json();
    await member.goto(`/games/${games.at(-1).id}`);
    const moves = member.locator('#replay .moves a');
    const first = await moves.first().textContent();
    await member.locator('#replay a[rel=first]').click();
    await expect(member.locator('#replay .moves a[aria-current]')).toHaveCount(0);
    await member.getByRole('link', { name: 'One move on' }).click();
    await expect(member.locator('#replay .moves a[aria-current]')).toHaveText(first);
    await expect(member).toHaveURL(/\?ply=1$/);

    // The Court.
    await enter(member, 'The Court');
    await expect(main.locator('.rows li').first()).toBeVisible();
    await main.getByRole('link', { name: 'Opinions', exact: true }).click();
    await expect(member.getByRole('heading', { level: 1 })).toHaveText('Opinions');
  });
}
