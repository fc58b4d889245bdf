// The games room by touch on a phone: a whole game of four in a row, a reaction, and talk that is muted; the same game by keyboard and by
// names; a challenge that comes to an open page, and one that is declined.
import { test, expect, boxOf } from './club.js';
import { press } from './keys.js';
import { begins } from './seating.js';

const phone = { width: 360, hasTouch: true };

test('four in a row is played to its end by touch at 360 px', async ({ browserOf }) => {
  const [red, yellow] = [await browserOf('Tess Lindqvist', phone), await browserOf('Imogen Hartley', phone)];
  await red.goto('/tables');
  await expect(red.getByRole('link', { name: 'Open a table' })).toBeInViewport({ ratio: 1 });
  await red.getByRole('link', { name: 'Open a table' }).tap();
  await red.locator('a[href="/tables/new/four"]').click();
  await red.getByLabel('What the table is called').fill('Lunch break');
  await red.getByLabel('Your seat').selectOption({ label: 'Red' });
  await red.getByRole('button', { name: 'Open the table' }).click();
  await expect(red.getByRole('button', { name: 'I am not ready' })).toBeVisible();
  await yellow.goto('/tables?game=four');
  await yellow.getByRole('listitem').filter({ hasText: 'Lunch break' }).getByRole('button', { name: 'Sit down and play' }).tap();
  await expect(red.locator('.choices button')).toHaveCount(7);
  const button = red.locator('.choices button').first();
  const { width, height } = await boxOf(button);
  expect(Math.min(width, height), 'a finger hits it').toBeGreaterThanOrEqual(40);
  expect(await red.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  for (const [player, column] of [[red, 1], [yellow, 2], [red, 1], [yellow, 2], [red, 1], [yellow, 2], [red, 1]]) {
    // The other's move comes by itself.
    await expect(player.locator('.choices button')).toHaveCount(7);
    // Anywhere in the column of the board, not at its arrow alone.
    const box = await boxOf(player.locator('.turns .mini'));
    await player.touchscreen.tap(box.x + ((column - 0.5) * box.width) / 7, box.y + box.height * 0.9);
    await expect(player.locator('.choices')).toHaveCount(0);
  }
  for (const player of [red, yellow]) {
    await expect(player.locator('#standing')).toContainText('Red wins: four in a line');
    await expect(player.locator('.turns .won')).toHaveCount(4);
  }
  // Held sideways, the board and the result are seen at once.
  await red.setViewportSize({ width: 740, height: 360 });
  await expect(red.locator('.turns .mini')).toBeInViewport({ ratio: 0.99 });
  await expect(red.locator('.over')).toBeInViewport({ ratio: 0.99 });
  await red.setViewportSize({ width: 360, height: 740 });

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

test('four in a row by keyboard, against somebody who goes by names, and gone back through meanwhile', async ({ browserOf }) => {
  const [red, yellow] = [await browserOf('Priya Raman'), await browserOf('Callum Reid', { viewport: { width: 768, height: 480 } })];
  await begins([red, yellow], 'four', { days: 3 });
  const column = (page, number) => page.getByRole('button', { name: `Column ${number}`, exact: true });
  const lies = (page, text) => expect(page.locator('#game .unseen').getByText(text, { exact: true })).toHaveCount(1);
  for (const [player, number] of [[red, 1], [yellow, 2], [red, 1], [yellow, 2], [red, 1]]) {
    if (player === red) await press(red, column(red, number));
    else await column(yellow, number).click();
    await expect(player.locator('.choices')).toHaveCount(0);
  }
  await lies(yellow, 'Column 1: Red, Red, Red');
  expect(await yellow.evaluate(() => document.documentElement.scrollWidth), 'nothing runs out of the window').toBeLessThanOrEqual(768);
  // Looking back, one loses nothing: the other's move comes in, and End leads back to the game.
  await press(red, red.getByRole('link', { name: 'One move back' }));
  await expect(red.locator('#game')).toContainText('After 4 of 5 moves');
  await lies(red, 'Column 1: Red, Red');
  await column(yellow, 2).click();
  await expect(red.locator('#game')).toContainText('After 4 of 6 moves');
  await expect(red.locator('.choices')).toHaveCount(0);
  await red.keyboard.press('End');
  await lies(red, 'Column 2: Yellow, Yellow, Yellow');
  await press(red, column(red, 1));
  for (const page of [red, yellow]) await expect(page.locator('#standing')).toContainText('Red wins: four in a line');
  await expect(red.locator('.steps-of a')).toHaveCount(7);
  const empty = await red.locator('#steps').evaluate((steps) => steps.getBoundingClientRect().right - steps.lastElementChild.getBoundingClientRect().right);
  expect(empty, 'the steps leave no place empty').toBeLessThan(1);
  const ends = await red.locator('.steps-of').evaluate((list) => {
    Object.assign(list.style, { maxHeight: '3rem', width: '6rem' });
    const [last, sight] = [[...list.querySelectorAll('a')].at(-1), list].map((element) => element.getBoundingClientRect());
    return { overflows: list.scrollHeight > list.clientHeight, shown: last.bottom > sight.top && last.bottom <= sight.bottom + 1 };
  });
  expect(ends, 'a long list of moves shows the last one').toEqual({ overflows: true, shown: true });
});

test('a challenge comes to an open page, and what is said out of sight is counted', async ({ browserOf }) => {
  const [asks, asked] = [await browserOf('Tess Lindqvist', phone), await browserOf('Milo Fairweather')];
  await asked.goto('/today');
  await asks.goto('/tables/new/four');
  await asks.locator('#open-invite').selectOption({ label: 'Milo Fairweather' });
  await asks.getByLabel('What the table is called').fill('Come and play');
  await asks.getByRole('button', { name: 'Open the table' }).click();
  await expect(asks.locator('#waits-for')).toHaveText('The game waits for Milo Fairweather.');
  const challenge = asked.locator('#waits li').filter({ hasText: 'Tess Lindqvist wants to play with you' });
  await expect(challenge, 'nobody loads the page again').toBeVisible();
  await expect(asked.locator('#calls'), 'it stands there once').not.toContainText('Tess Lindqvist');
  await asked.goto('/tables');
  await expect(asked.locator('#lists h2').first()).toHaveText('You are challenged');
  const listed = asked.locator('#lists li').filter({ hasText: 'Tess Lindqvist wants to play with you' });
  await listed.getByRole('button', { name: 'Accept and play' }).click();
  await expect(asks.locator('.turns')).toBeVisible();
  await expect(asks.locator('#waits-for')).toHaveCount(0);
  await asked.locator('#say').fill('Hello');
  await asked.locator('#say-form button').click();
  await expect(asks.locator('#unread')).toBeInViewport();
  await expect(asks.locator('#unread')).toHaveAttribute('data-count', '1');
  await asks.locator('#unread').tap();
  await expect(asks.locator('#unread')).toBeHidden();
  await expect(asks.locator('#talk')).toContainText('Hello');

  // What was said while the page was not open is counted, too, and what was read is not.
  const table = asks.url().split('#')[0];
  await asks.goto('/tables');
  await asked.locator('#say').fill('Still there?');
  await asked.locator('#say-form button').click();
  await expect(asked.locator('#talk')).toContainText('Still there?');
  await asks.goto(table);
  await expect(asks.locator('#unread')).toBeInViewport();
  await expect(asks.locator('#unread')).toHaveAttribute('data-count', '1');
});

test('a challenge that is declined says so to both, and either asks again', async ({ browserOf }) => {
  // Not those of the story before: it may run at the same time.
  const [asks, asked] = [await browserOf('Priya Raman'), await browserOf('Callum Reid', phone)];
  await asks.goto('/tables/new/four');
  await asks.locator('#open-invite').selectOption({ label: 'Callum Reid' });
  await asks.getByRole('button', { name: 'Open the table' }).click();
  const table = new URL(asks.url()).pathname;
  await asked.goto(table);
  await asked.getByRole('button', { name: 'No, thank you' }).tap();
  await expect(asked.locator('#standing')).toContainText('You said no to Priya Raman.');
  await expect(asks.locator('#standing'), 'nobody loads the page again').toContainText('Callum Reid said no to this challenge.');
  await expect(asks.getByRole('button', { name: 'Challenge again' })).toBeVisible();
  await asked.getByRole('button', { name: 'Challenge back' }).tap();
  await expect(asks.locator('.over'), 'nobody loads the page again').toContainText('Callum Reid wants to play again.');
  await expect(asked.locator('#waits-for')).toContainText('Priya Raman');
  await asked.getByRole('button', { name: 'Take the challenge back' }).tap();
  await expect(asked.locator('#standing')).toContainText('You took your challenge back.');
});
