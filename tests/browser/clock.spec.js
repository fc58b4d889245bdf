// The chess clock: halves to tap, increments, the flag, without a network, and on the record.
import { test, expect, picture } from './club.js';
import { press, retype } from './keys.js';
import { network } from './network.js';

/** Opens a browser whose time is ours to pass, and that tells what its screen is asked for. */
async function withTime(browserOf, who, width) {
  const phone = await browserOf(who, { width });
  await phone.clock.install({ time: '2026-11-06T12:00:00Z' });
  await phone.addInitScript(() => {
    globalThis.asked = [];
    const lock = { release: async () => globalThis.asked.push('release') };
    const request = async (what) => { globalThis.asked.push(what); return lock; };
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
  });
  return phone;
}

const half = (page, side) => page.locator(`.half[data-side=${side}]`);
const time = (page, side) => half(page, side).locator('.time');

async function sets(page, minutes, seconds) {
  await page.getByLabel('Minutes for each').fill(String(minutes));
  await page.getByLabel('Seconds for each move').fill(String(seconds));
  await page.getByRole('button', { name: 'Set the clock' }).click();
  await expect(half(page, 'white')).toBeVisible();
}

/** From here on time passes only as a test says. */
const stops = (page) => page.clock.pauseAt('2026-11-06T13:00:00Z');

test('two halves, increments, a pause and the flag', async ({ browserOf }) => {
  const phone = await withTime(browserOf, null, 360);
  await phone.goto('/clock');
  await stops(phone);
  // What no clock can run on is refused at its field.
  for (const minutes of ['0', '', '181']) {
    await phone.getByLabel('Minutes for each').fill(minutes);
    await phone.getByRole('button', { name: 'Set the clock' }).click();
    await expect(half(phone, 'white')).toBeHidden();
    expect(await phone.getByLabel('Minutes for each').evaluate((field) => field.validity.valid)).toBe(false);
  }
  await sets(phone, 1, 2);
  await expect(time(phone, 'white')).toHaveText('1:00');
  for (const side of ['white', 'black']) {
    const box = await half(phone, side).boundingBox();
    expect(Math.min(box.width, box.height)).toBeGreaterThan(200);
    await expect(half(phone, side)).toBeInViewport({ ratio: 1 });
  }
  // Black starts White's clock; then the player who has moved taps.
  await half(phone, 'black').click();
  expect(await phone.evaluate(() => globalThis.asked)).toEqual(['screen']);
  await phone.clock.runFor(5100);
  await expect(time(phone, 'white')).toHaveText('0:55');
  await half(phone, 'black').click();
  await phone.clock.runFor(100);
  await expect(half(phone, 'black').locator('.count-moves')).toHaveText('Moves: 0');
  await half(phone, 'white').click();
  await phone.clock.runFor(3100);
  await expect(time(phone, 'white')).toHaveText('0:57');
  await expect(half(phone, 'white').locator('.count-moves')).toHaveText('Moves: 1');
  await expect(time(phone, 'black')).toHaveText('0:57');
  await phone.getByRole('button', { name: 'Pause' }).click();
  await phone.clock.runFor(30_000);
  await expect(time(phone, 'black')).toHaveText('0:57');
  // A phone that loads the page anew goes on where it was.
  await phone.reload();
  await expect(time(phone, 'black')).toHaveText('0:57');
  await phone.getByRole('button', { name: 'Go on' }).click();
  await phone.clock.runFor(50_000);
  await expect(time(phone, 'black')).toHaveText('0:06.9');
  await phone.clock.runFor(8000);
  await expect(phone.getByRole('status')).toHaveText('time has run out: Black');
  await expect(half(phone, 'white')).toBeDisabled();
  await phone.getByRole('button', { name: 'Start over' }).click();
  await expect(phone.getByLabel('Minutes for each')).toHaveValue('1');
});

test('by keyboard alone', async ({ browserOf }) => {
  const page = await withTime(browserOf, null, 1280);
  await page.goto('/clock');
  await stops(page);
  await retype(page, page.getByLabel('Minutes for each'), '1');
  await retype(page, page.getByLabel('Seconds for each move'), '0');
  await press(page, page.getByRole('button', { name: 'Set the clock' }));
  await press(page, half(page, 'black'), 'Space');
  await page.clock.runFor(5100);
  await expect(time(page, 'white')).toHaveText('0:55');
  await press(page, half(page, 'white'), 'Space');
  await page.clock.runFor(10_100);
  await expect(time(page, 'black')).toHaveText('0:50');
  await press(page, page.getByRole('button', { name: 'Pause' }));
  await page.clock.runFor(30_000);
  await expect(time(page, 'black')).toHaveText('0:50');
});

test('without a network, once it was opened', async ({ browserOf, baseURL }) => {
  // A browser that is told to be offline may let its workers through: the network itself is taken away.
  const wifi = await network(baseURL);
  const phone = await browserOf('Milo Fairweather', { width: 360, baseURL: wifi.address });
  await phone.goto('/clock');
  // The other pages have a worker of their own.
  await phone.waitForFunction(async () => {
    const { active, scope } = (await navigator.serviceWorker.getRegistration('/clock')) ?? {};
    return scope?.endsWith('/clock') && active?.state === 'activated';
  });
  await phone.reload();
  wifi.ends();
  await phone.reload();
  // What asks the network first finds none: nothing new was kept.
  const kept = await phone.evaluate(async () => {
    await fetch('/clock?white=1&black=2');
    return (await (await caches.open('clock')).keys()).map((request) => new URL(request.url).search);
  });
  expect(kept.join()).not.toContain('white=1');
  await sets(phone, 5, 0);
  await half(phone, 'black').click();
  await expect(time(phone, 'white')).toHaveText('4:59');
});

test('time that runs out goes on the record of a game', async ({ browserOf }) => {
  const phone = await withTime(browserOf, 'Imogen Hartley', 360);
  await phone.goto('/');
  await phone.getByRole('link', { name: 'Enter a game' }).click();
  await phone.getByRole('link', { name: /^Rafael Okonkwo/ }).click();
  await phone.getByRole('main').getByRole('link', { name: 'Chess clock' }).click();
  await stops(phone);
  await phone.getByLabel(/both agree to the clock/).check();
  await sets(phone, 3, 0);
  await half(phone, 'black').click();
  await phone.clock.runFor(20_000);
  await half(phone, 'white').click();
  await phone.clock.runFor(45_000);
  await picture(phone, 'clock');
  // Both halves and the way out are in sight; the club's menu is not, nor is there anything to scroll to.
  for (const side of ['white', 'black']) await expect(half(phone, side)).toBeInViewport({ ratio: 1 });
  await expect(phone.getByRole('link', { name: 'Leave' })).toBeInViewport({ ratio: 1 });
  await expect(phone.locator('.ways')).toBeHidden();
  expect(await phone.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true);
  await phone.clock.runFor(140_000);
  await expect(half(phone, 'black')).toContainText('time has run out');
  const [white, black] = await Promise.all(['white', 'black'].map((side) => half(phone, side).getAttribute('data-name')));
  await phone.getByRole('button', { name: 'The opponent wins' }).click();
  await expect(phone.getByRole('heading', { level: 1 })).toContainText(`${white} – ${black} 1–0`);
  await expect(phone.getByRole('main')).toContainText('The flag fell');
});
