// A tournament on phones: founded by a moderator's thumb, a round announced, results by tapping boards, the table read.
import { test, expect, enter, picture } from './club.js';

const PLAYERS = ['Milo Fairweather', 'Yuki Tanabe', 'Anouk de Vries', 'Zara Whitcombe', 'Ravi Chandran'];

for (const scripts of [true, false]) {
  test(`a tournament on phones${scripts ? '' : ', without scripts'}`, async ({ browserOf }) => {
    const name = `Cup of phones ${scripts ? 'one' : 'two'}`;
    const phone = (who) => browserOf(who, { width: 360, javaScriptEnabled: scripts });
    const fits = async (page) => {
      const wide = await page.locator('body').evaluate((body) => body.scrollWidth - body.clientWidth);
      expect(wide).toBeLessThanOrEqual(0);
    };
    const moderator = await phone('Tess Lindqvist');

    // Plain questions first; what is missing is said at its field, and what was typed stays.
    await enter(moderator, 'Tournaments');
    await moderator.getByRole('link', { name: 'New tournament' }).click();
    if (scripts) await picture(moderator, 'tournament-kinds');
    await moderator.getByRole('link', { name: /^Swiss/ }).click();
    await moderator.getByLabel('What is it called?').fill(name);
    await moderator.getByLabel('How many rounds?').fill('3');
    await moderator.getByRole('button', { name: 'New tournament' }).click();
    await expect(moderator.locator('#found-rated-hint')).toContainText('Say whether its games count');
    await expect(moderator.getByLabel('What is it called?')).toHaveValue(name);
    await moderator.getByLabel('No, it is for fun').check();
    await moderator.getByRole('button', { name: 'New tournament' }).click();
    await expect(moderator.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(moderator.getByRole('main')).toContainText('Swiss · 3 rounds · for fun');

    // One enters by themself, the others are entered.
    const player = await phone(PLAYERS[0]);
    await enter(player, 'Tournaments');
    await player.getByRole('link', { name }).click();
    const place = new URL(player.url()).pathname;
    await player.getByRole('button', { name: 'I play' }).click();
    await expect(player.getByRole('status')).toHaveText('You play in this tournament.');
    await moderator.reload();
    for (const who of PLAYERS.slice(1)) {
      await moderator.goto(place);
      const players = moderator.locator('details').filter({ hasText: /^(No players yet|\d players?)/ });
      if (!(await moderator.getByLabel('Who plays too?').isVisible())) await players.locator('summary').first().click();
      await moderator.getByLabel('Who plays too?').selectOption({ label: who });
      await moderator.getByRole('button', { name: 'Enter player' }).click();
      await expect(moderator.getByRole('status')).toHaveText('The player is entered.');
    }

    // The round is shown before anybody is told: two taps change two players.
    await moderator.getByRole('link', { name: 'Show round 1' }).click();
    await expect(moderator.getByRole('main')).toContainText('Nobody was told yet.');
    const taps = moderator.locator('.pairs .tap');
    const names = async () => (await taps.allTextContents()).map((text) => text.trim());
    const before = await names();
    expect(before).toHaveLength(PLAYERS.length);
    const [first, second] = [await taps.first().boundingBox(), await taps.nth(2).boundingBox()];
    expect(first.height).toBeGreaterThanOrEqual(44);
    expect(second.y - first.y, 'six boards are one screen of a phone').toBeLessThanOrEqual(50);
    const announce = moderator.getByRole('button', { name: 'Announce round 1' });
    await expect(announce, 'nobody has to look for it').toBeInViewport({ ratio: 1 });
    await moderator.setViewportSize({ width: 360, height: 440 });
    await taps.last().focus();
    const [bar, seat] = [await announce.boundingBox(), await taps.last().boundingBox()];
    expect(seat.y + seat.height, 'nor does it lie over who is chosen').toBeLessThanOrEqual(bar.y);
    await moderator.setViewportSize({ width: 360, height: 800 });
    await taps.nth(0).click();
    await expect(moderator.getByRole('main')).toContainText('Now tap the other one.');
    expect((await taps.first().boundingBox()).y, 'no board moves under the finger').toBeCloseTo(first.y, -1);
    await taps.nth(1).click();
    await expect(moderator.getByRole('link', { name: 'As it was at first' })).toBeVisible();
    const bare = (text) => text.replace(/^(White|Black|bye)\s*/, '');
    expect((await names()).slice(0, 2).map(bare)).toEqual([bare(before[1]), bare(before[0])]);
    await moderator.getByRole('link', { name: 'As it was at first' }).click();
    await fits(moderator);
    if (scripts) await picture(moderator, 'tournament-next');
    expect(await names()).toEqual(before);
    const mine = before.findIndex((text) => text.includes(PLAYERS[0]));
    await announce.click();
    await expect(moderator.getByRole('status')).toHaveText('The round is announced.');

    // A player finds their board first, and one tap is enough; who has none is told.
    await player.goto(place);
    if (mine < 4) {
      await expect(player.locator('.now')).toContainText(`You have ${mine % 2 ? 'Black' : 'White'}.`);
      await fits(player);
      if (scripts) await picture(player, 'tournament-board');
      await player.getByRole('button', { name: 'I won' }).click();
      await expect(player.getByRole('status')).toHaveText('The result is entered.');
      await expect(player.locator('.now')).toHaveCount(0);
    } else {
      await expect(player.getByRole('main')).toContainText('You have no opponent in round 1.');
    }
    await player.getByRole('listitem').filter({ hasText: 'Round 2' }).getByRole('button', { name: 'I cannot come' }).click();
    await expect(player.getByRole('listitem').filter({ hasText: 'Round 2' })).toContainText('half a point');

    // The moderator taps the boards that are left.
    await moderator.goto(`${place}/rounds/1`);
    const boards = moderator.locator('.boards > li');
    for (let board = 0; board < 2; board += 1) {
      if ((await boards.nth(board).locator('.result').first().textContent()).includes('1')) continue;
      await boards.nth(board).locator('summary').first().click();
      await boards.nth(board).getByRole('button', { name: /^1–0/ }).click();
      await expect(moderator.getByRole('status')).toHaveText('The result is entered.');
    }
    await expect(boards.filter({ hasText: /1–0|0–1/ })).toHaveCount(2);
    await fits(moderator);

    // The table, and how the points came about.
    await player.goto(place);
    const table = player.getByRole('table', { name: 'Table' });
    await expect(table.getByRole('row')).toHaveCount(PLAYERS.length + 1);
    await expect(table.getByRole('row').nth(1).locator('td strong')).toHaveText('1.0');
    if (scripts) await picture(player, 'tournament-table', table);
    await player.getByRole('link', { name: 'How my points came' }).click();
    await expect(player.getByRole('heading', { level: 1 })).toHaveText(PLAYERS[0]);
    await expect(player.getByRole('main')).toContainText('With equal points');
    await fits(player);

    // On the wall and on the big screen, which goes on by itself.
    await moderator.goto(`${place}/print`);
    await expect(moderator.getByRole('button', { name: 'Print', exact: true })).toHaveCount(scripts ? 1 : 0);
    await moderator.goto(`${place}/screen`);
    await expect(moderator.getByRole('table', { name: 'Round 1' })).toBeVisible();
    await expect(moderator.getByRole('table', { name: 'Table' })).toBeVisible();
    if (scripts) expect(new URL(moderator.url()).search).toBe('');
  });
}
