// A Friday session from the register to the wall chart, with scripts and without: names are tapped, a
// round is announced, players enter their games in two taps, what waits is approved, the bell decides.
import { test, expect, boxOf, enter, picture } from './club.js';

// One register, one after the other.
test.describe.configure({ mode: 'default' });

// Players who may not be the opponent of an unhampered game: monitored, under a clock order, of another
// story, or the moderator herself.
const OCCUPIED = ['Leonie Fuchs', 'Clara Benoit', 'Freya Nørgaard', 'Aisha Mensah', 'Callum Reid', 'Tess Lindqvist'];

const tap = (page, name) => page.locator('#taps').getByRole('button', { name: new RegExp(`^${name}`) });
const numberHere = async (page) => Number(await page.locator('#register strong').first().textContent());
/** Whether the number is that of the names that are here: other stories tap people in at the same time. */
const counts = (page) => expect.poll(() => page.evaluate(() => {
  const number = Number(document.querySelector('#register strong').textContent);
  return number - document.querySelectorAll('#taps button.here').length;
}), 'the number of those who are here').toBe(0);

/** Taps somebody who is not here yet; gives their name. */
async function tapsIn(page, name) {
  const absent = name ? tap(page, name) : page.locator('#taps button').filter({ hasText: 'not here' }).first();
  const who = name ?? (await absent.locator('span').textContent());
  if (!(await tap(page, who).getAttribute('class'))?.includes('here')) {
    await tap(page, who).click();
    await expect(tap(page, who)).toContainText('here since');
  }
  return who;
}

async function opensTheRegister(page) {
  await enter(page, 'Moderators');
  await page.getByRole('link', { name: 'Take the register' }).click();
  await expect(page.getByRole('heading', { name: 'Register', level: 1 })).toBeVisible();
}

/** Announces rounds until one pairs this player with somebody whose game nothing hampers. */
async function announces(page, player) {
  for (let round = 0; round < 5; round += 1) {
    if ((await numberHere(page)) % 2) await tapsIn(page);
    const button = page.getByRole('button', { name: /^Show the pairings of round \d+$/ });
    await expect(button, 'nobody scrolls past all names').toBeInViewport({ ratio: 1 });
    const number = (await button.textContent()).match(/\d+/)[0];
    await button.click();
    const [announce, last] = [page.getByRole('button', { name: `Announce round ${number}` }), page.locator('button.place').last()];
    await expect(announce, 'nobody has to look for it').toBeInViewport({ ratio: 1 });
    await last.focus();
    const [bar, seat] = [await boxOf(announce), await boxOf(last)];
    expect(seat.y + seat.height, 'nor does it lie over who is chosen').toBeLessThanOrEqual(bar.y);
    await announce.click();
    await expect(page).toHaveURL(new RegExp(`/rounds/${number}$`));
    const heading = page.getByRole('heading', { name: new RegExp(`^Round ${number}`) });
    await expect(heading).toBeVisible();
    const board = heading.locator('xpath=following-sibling::div[1]').getByRole('row').filter({ hasText: player });
    const [, white, , black] = await board.getByRole('cell').allTextContents();
    const opponent = white === player ? black : white;
    if (opponent !== 'bye' && !OCCUPIED.includes(opponent)) return { white, black, opponent };
    await page.getByRole('link', { name: 'Take the register' }).click();
  }
  throw new Error(`${player} was not paired`);
}

/** By the player's own phone: whom, and how it went. Leads to the game's page. */
async function entersInTwoTaps(page, opponent, result, colour) {
  await page.goto('/');
  await page.getByRole('link', { name: 'Enter a game' }).click();
  await expect(page.getByRole('heading', { name: 'Whom did you play?' })).toBeVisible();
  await page.getByRole('link', { name: new RegExp(`^${opponent}`) }).click();
  await expect(page.getByRole('heading', { name: `You and ${opponent}` })).toBeVisible();
  const way = page.getByRole('group', { name: `I had ${colour}` }).getByRole('button', { name: new RegExp(`^${result}`) });
  // Where a round gave the two the other colours, one says so first.
  if (!(await way.isVisible())) await page.getByText('We swapped colours').click();
  const points = Number((await way.textContent()).match(/[+−]\d+/)[0].replace('−', '-'));
  await way.click();
  await expect(page).toHaveURL(/\/games\/\d+$/);
  await expect(page.getByRole('status')).toHaveText('The game is entered.');
  return points;
}

/** What the bell decided, from the form to the game's page. */
async function rings(page, [white, black], tell, winner, look = () => {}) {
  await enter(page, 'Moderators');
  await page.getByRole('link', { name: 'The bell ended a game' }).click();
  await page.getByLabel('White', { exact: true }).selectOption({ label: white });
  await page.getByLabel('Black', { exact: true }).selectOption({ label: black });
  await tell();
  await page.getByRole('button', { name: 'Who wins?' }).first().click();
  const answer = page.getByRole('region', { name: 'The answer' });
  await expect(answer.getByRole('heading')).toHaveText(winner);
  await look();
  await answer.getByRole('button', { name: 'Enter the game' }).click();
  await expect(page.getByRole('status')).toHaveText('The game is entered.');
  await expect(page.getByRole('main')).toContainText('The bell');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${white} – ${black}`);
}

for (const scripts of [true, false]) {
  test(`a Friday from the register to the wall chart${scripts ? '' : ', without scripts'}`, async ({ browserOf }) => {
    const opens = (who, width) => browserOf(who, { width, javaScriptEnabled: scripts });
    const watched = 'Leonie Fuchs';
    const watcher = scripts ? 'Jonas Becker' : 'Priya Raman';

    // The register, on the moderator's phone at the door.
    const door = await opens('Tess Lindqvist', 360);
    await opensTheRegister(door);
    const late = await tapsIn(door);
    await counts(door);
    expect((await boxOf(tap(door, late))).height).toBeGreaterThanOrEqual(44);
    for (const name of ['Milo Fairweather', watcher, watched]) await tapsIn(door, name);
    if (scripts) await picture(door, 'register', door.locator('#taps'));
    await door.getByLabel('Find a name').fill('nobody of this name');
    await door.getByRole('button', { name: 'Find', exact: true }).click();
    await expect(door.getByRole('main')).toContainText('Nobody is called “nobody of this name”.');
    await opensTheRegister(door);
    const here = await door.locator('#taps button.here span').allTextContents();

    // On paper the register is its names, without what only acts.
    await door.emulateMedia({ media: 'print' });
    await expect(door.locator('#taps button.here').first()).toBeVisible();
    await expect(door.getByLabel('Find a name')).toBeHidden();
    await door.emulateMedia({ media: 'screen' });

    // A round for those who are there, and its print for the wall.
    const { white, black, opponent } = await announces(door, 'Milo Fairweather');
    await expect(door.getByRole('row').filter({ hasText: white })).toContainText(black);
    await expect(door.getByRole('button', { name: 'Print', exact: true })).toHaveCount(scripts ? 1 : 0);
    await door.emulateMedia({ media: 'print' });
    await expect(door.getByRole('navigation', { name: 'Club' })).toBeHidden();
    await door.emulateMedia({ media: 'screen' });

    // The player's phone: two taps.
    const phone = await opens('Milo Fairweather', 360);
    await phone.getByRole('link', { name: 'Enter a game' }).click();
    const announced = phone.getByRole('listitem').filter({ hasText: 'announced as your opponent' });
    await expect(announced.filter({ hasText: opponent })).toBeVisible();
    if (scripts) {
      await phone.getByRole('link', { name: new RegExp(`^${opponent}`) }).click();
      await picture(phone, 'two-taps');
    }
    const colour = white === 'Milo Fairweather' ? 'White' : 'Black';
    // Somebody from outside looks at the leaderboard meanwhile.
    const wall = await opens(null, 1280);
    await entersInTwoTaps(phone, opponent, 'I lost', colour);
    await phone.getByRole('button', { name: 'Undo' }).click();
    // The board asks again, by its three buttons.
    await expect(phone).toHaveURL(/\/today$/);
    await expect(phone.getByRole('status')).toHaveText('The result is undone. All points are as before.');
    await expect(phone.locator('#hero').getByRole('button', { name: /^I lost/ })).toHaveAttribute('name', `as_${colour.toLowerCase()}`);
    await expect(phone.getByRole('main')).not.toContainText('Not confirmed yet');
    const points = await entersInTwoTaps(phone, opponent, 'I won', colour);
    await expect(phone.getByRole('main')).toContainText('Not confirmed yet');
    await expect(phone.getByRole('heading', { level: 1 })).toContainText(colour === 'White' ? '1–0' : '0–1');
    const tile = phone.locator('.tiles > div').filter({ hasText: 'Milo Fairweather' });
    const [, was, is] = /(\d+) → (\d+) points/.exec(await tile.innerText());
    expect(Number(is) - Number(was)).toBe(points);
    if (!scripts) await wall.reload();
    // In a row, or on the podium.
    const own = wall.locator('#live').locator('tbody tr, .podium li').filter({ hasText: 'Milo F.' });
    await expect(own.locator('.c-score, .tower .num')).toHaveText(is);
    await phone.emulateMedia({ media: 'print' });
    await expect(tile).toBeVisible();
    await expect(phone.getByRole('button')).toHaveCount(0);
    await expect(phone.getByRole('link', { name: 'Report' })).toHaveCount(0);
    await phone.emulateMedia({ media: 'screen' });
    await enter(phone, 'Leaderboard');
    await phone.getByRole('link', { name: 'My place' }).click();
    await expect(phone.locator('#me').locator('.c-score, .tower .num')).toHaveText(is);
    const wide = await phone.locator('body').evaluate((body) => body.scrollWidth - body.clientWidth);
    expect(wide).toBeLessThanOrEqual(0);

    // A monitored member's game waits until a moderator approves it.
    const player = await opens(watcher, 360);
    await entersInTwoTaps(player, watched, 'Draw', 'White');
    await expect(player.getByRole('main')).toContainText('waits for approval');
    await expect(player.locator('.tiles')).toContainText('not rated');
    // On Today its button stands under the words, as wide as they are: beside them it would break them.
    await enter(door, 'Today');
    const line = door.locator('#waits li').filter({ hasText: `${watcher} – ${watched}` });
    const [button, words] = [await boxOf(line.getByRole('button', { name: 'Approve' })), await boxOf(line.locator('.grow'))];
    expect(button.y).toBeGreaterThanOrEqual(words.y + words.height);
    expect(button.width).toBeGreaterThanOrEqual(words.width - 1);
    await enter(door, 'Moderators');
    // One tap and the way back; what it would do is shown to who asks.
    const waits = door.getByRole('listitem').filter({ hasText: `${watcher} – ${watched}` });
    await waits.getByRole('button', { name: 'Approve' }).click();
    // Each decision of the last minute has its own way back: that of the other Friday, too.
    await door.getByRole('button', { name: `Undo: ${watcher} – ${watched}` }).click();
    await waits.getByRole('link', { name: 'Decide' }).click();
    await door.getByRole('button', { name: 'What would this do?' }).first().click();
    await expect(door.getByRole('row').filter({ hasText: watched })).toBeVisible();
    await door.getByRole('button', { name: 'Approve' }).click();
    await expect(door.getByRole('main')).toContainText('approved. Nothing stood against it.');
    await player.reload();
    await expect(player.getByRole('main')).not.toContainText('waits for approval');
    await expect(player.locator('.tiles')).not.toContainText('not rated');

    // The bell: captured pieces by taps, a last position on a board; without scripts by numbers and by moves.
    const free = here.filter((name) => ![...OCCUPIED, 'Milo Fairweather', opponent, watcher].includes(name));
    if (!scripts) free.reverse();
    const desk = scripts ? await opens('Tess Lindqvist', 1280) : door;
    if (scripts) {
      await rings(desk, free.slice(0, 2), async () => {
        const took = (side) => desk.locator(`.captures[data-side=${side}]`);
        for (let pawn = 0; pawn < 2; pawn += 1) await took('white').getByRole('button', { name: 'Pawns +1' }).click();
        await took('black').getByRole('button', { name: 'Knights +1' }).click();
      }, 'Black won', () => picture(desk, 'bell'));
      await rings(desk, free.slice(2, 4), async () => {
        await desk.locator('summary', { hasText: 'The final position' }).click();
        await desk.getByRole('button', { name: '×' }).click();
        await desk.getByRole('button', { name: 'd8 queen, Black' }).click();
        await expect(desk.getByLabel('FEN')).toHaveValue(/^rnb1kbnr/);
      }, 'White won');
    } else {
      await rings(desk, free.slice(0, 2), async () => {
        await desk.getByRole('group', { name: 'The captured pieces' }).getByLabel('Rooks').first().fill('1');
      }, 'White won');
      await rings(desk, free.slice(2, 4), async () => {
        await desk.locator('summary', { hasText: 'The moves' }).click();
        await desk.getByLabel('The moves', { exact: true }).check();
        await desk.getByLabel('Moves', { exact: true }).fill('1. e4 d5 2. exd5 Qxd5');
      }, 'Draw');
    }

    // The wall chart, for every member; a crosstable where few have met would be empty.
    const reader = await opens('Milo Fairweather', 1280);
    await enter(reader, 'Sessions');
    await reader.getByRole('listitem').filter({ hasText: 'on now' }).getByRole('link').click();
    const chart = reader.getByRole('heading', { name: 'Games', exact: true }).locator('xpath=following-sibling::div[1]');
    const played = chart.getByRole('row').filter({ hasNotText: 'does not count' });
    await expect(played.filter({ hasText: white }).filter({ hasText: black }).first()).toContainText(colour === 'White' ? '1–0' : '0–1');
    await expect(reader.getByRole('heading', { name: 'Crosstable' })).toHaveCount(0);
    if (scripts) await picture(reader, 'session', chart);
  });
}

test('the register by keyboard', async ({ browserOf }) => {
  const door = await browserOf('Tess Lindqvist');
  await opensTheRegister(door);
  await expect(door.getByText('Keys: ↓ next name, P present, A absent or left, ↑ back.')).toBeVisible();
  const absent = await door.locator('#taps button').filter({ hasText: 'not here' }).first().locator('span').textContent();
  await door.keyboard.press('ArrowDown');
  const all = await door.locator('#taps button span').allTextContents();
  for (let place = 0; place < all.indexOf(absent); place += 1) await door.keyboard.press('ArrowDown');
  await expect(tap(door, absent)).toBeFocused();
  await door.keyboard.press('p');
  await expect(tap(door, absent)).toContainText('here since');
  await counts(door);
  // The next name that is not here yet is at hand already, past those who are; and the way back.
  const coming = (buttons, from) => buttons.findIndex((button, place) => place > from && button.name === 'arrive');
  const next = await door.locator('#taps button').evaluateAll(coming, all.indexOf(absent));
  expect(next).toBeGreaterThan(0);
  await expect(door.locator('#taps button').nth(next)).toBeFocused();
  await door.keyboard.press('ArrowUp');
  await expect(door.locator('#taps button').nth(next - 1)).toBeFocused();
  await door.keyboard.press('ArrowDown');
  await door.keyboard.press('Enter');
  await expect(door.locator('#taps button').nth(next)).toContainText('here since');
  await counts(door);
});

test('who was tapped in by mistake is taken off the register', async ({ browserOf }) => {
  const door = await browserOf('Tess Lindqvist', { width: 360 });
  await opensTheRegister(door);
  const who = await tapsIn(door);
  await counts(door);
  await door.getByText('Tapped in by mistake?', { exact: true }).click();
  await door.getByLabel('Who is not here').selectOption({ label: who });
  await door.getByRole('button', { name: 'Take off the register' }).click();
  await expect(door.getByRole('status')).toHaveText('Taken off the register.');
  await expect(tap(door, who)).toContainText('not here');
  await counts(door);
});

test('taps that the network swallows are kept and sent again, and a second device follows', async ({ browserOf }) => {
  const [door, desk] = [await browserOf('Tess Lindqvist', { width: 360 }), await browserOf('Tess Lindqvist')];
  for (const page of [door, desk]) await opensTheRegister(page);
  const absent = door.locator('#taps button').filter({ hasText: 'not here' });
  const who = [await absent.nth(0).locator('span').textContent(), await absent.nth(1).locator('span').textContent()];
  await door.context().setOffline(true);
  for (const name of who) await tap(door, name).click();
  await expect(door.locator('#waits')).toContainText('Waiting: 2');
  for (const name of who) await expect(tap(door, name)).toHaveClass(/waits/);
  for (const name of who) await expect(tap(door, name).getByText('waiting')).toBeVisible();
  await expect(tap(door, who[0]).getByText('not here')).toBeHidden();
  // Tapped once more, one of them is taken back.
  await tap(door, who[1]).click();
  await expect(door.locator('#waits')).toContainText('Waiting: 1');
  await door.context().setOffline(false);
  await expect(tap(door, who[0])).toContainText('here since');
  await expect(door.locator('#waits')).toBeHidden();
  await expect(tap(door, who[1])).toContainText('not here');
  await expect(tap(desk, who[0])).toContainText('here since');
});

test('a player is dragged onto another before a round is announced', async ({ browserOf }) => {
  const door = await browserOf('Tess Lindqvist');
  await opensTheRegister(door);
  await door.getByRole('button', { name: /^Show the pairings of round \d+$/ }).click();
  const seats = door.locator('button.place');
  const [first, , third] = await seats.allTextContents();
  await seats.nth(0).dragTo(seats.nth(2));
  await expect(seats.nth(0)).toHaveText(third);
  await expect(seats.nth(2)).toHaveText(first);
});
