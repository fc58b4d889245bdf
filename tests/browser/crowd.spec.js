// Five hundred members with names as long as names may be: the pages that hold them all are light, nothing scrolls
// sideways, axe finds nothing, and everybody is found.
import { test, expect, enter } from './club.js';
import { HEAVIEST, broken, look, weighs } from './looking.js';

// Nobody reads a recording of these looks.
test.use({ trace: 'off' });

const PAGES = ['/', '/people', '/games/new?whole=yes', '/games/bell', '/decisions/new', '/desk/watch'];

test('five hundred members with long names', async ({ browserOf }) => {
  test.skip(!process.env.ROOKERY_SEEN, 'the pages look the same on either database');
  const page = await browserOf('Maximilian', { baseURL: process.env.ROOKERY_CROWD });
  const [wrongs, scales] = [[], weighs(page)];
  await enter(page, 'Moderators');
  await page.getByRole('link', { name: 'Take the register' }).click();
  await expect(page.locator('#taps button')).toHaveCount(502);
  const register = new URL(page.url()).pathname;
  for (const address of [register, ...PAGES]) {
    scales.bytes = 0;
    const answer = await page.goto(address, { waitUntil: 'load' });
    expect(answer.status(), address).toBe(200);
    if (scales.bytes > HEAVIEST) wrongs.push(`${address} is ${scales.bytes} bytes heavy`);
    await look(page, address, wrongs);
  }
  expect(wrongs).toEqual([]);

  // The last of them is found by a part of the name, and brought in.
  await page.goto(register);
  await page.getByLabel('Find a name').fill('number 499');
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(page.locator('#taps button')).toHaveCount(1);
  await page.locator('#taps button').click();
  await expect(page.locator('#taps button', { hasText: 'number 499' })).toContainText('here since');

  // One whose own name has forty letters plays them, on the narrowest phone: her name keeps its words whole.
  await page.goto(register);
  const own = page.locator('#taps button', { hasText: 'Theodosia' });
  await own.click();
  await expect(own).toContainText('here since');
  await page.getByRole('button', { name: 'Show the pairings of round 1' }).click();
  await page.getByRole('button', { name: 'Announce round 1' }).click();
  await expect(page.getByRole('status')).toBeVisible();
  const phone = await browserOf('Theodosia', { baseURL: process.env.ROOKERY_CROWD, width: 320 });
  await phone.goto('/me');
  await phone.getByRole('main').getByRole('link', { name: /^Rank/ }).click();
  await expect(phone).toHaveURL(/\/members\/\d+$/);
  const narrow = [];
  for (const address of ['/today', '/me', '/me/games', new URL(phone.url()).pathname]) {
    await phone.goto(address);
    const beyond = await phone.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (beyond > 0) narrow.push(`${address} scrolls ${beyond} px sideways`);
    for (const word of await phone.evaluate(broken, 'Theodosia|Featherstonehaugh|Cholmondeley')) narrow.push(`${address} breaks ${word}`);
  }
  expect(narrow).toEqual([]);
});
