// How soon a page is there on a phone: 1.6 Mbit/s with 150 ms each way and back, a processor slowed down to a quarter,
// nothing held from before. `cargo bench --bench service -- paint` runs it.
import { chromium } from '@playwright/test';
import { SLOW } from './looking.js';

const { ROOKERY_URL: club, ROOKERY_HANDLE: handle, ROOKERY_PASSWORD: password, ROOKERY_PAGES: pages } = process.env;
const ROUNDS = Number(process.env.ROOKERY_ROUNDS);

/** Opens a page that nothing is held of; gives its times in ms, its bytes, and how far its parts moved. */
async function measure(context, address) {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await devtools.send('Network.emulateNetworkConditions', SLOW);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  let bytes = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.addInitScript(() => {
    globalThis.seen = { largest: 0, moved: 0, blocked: 0 };
    const observe = (type, each) => new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });
    observe('largest-contentful-paint', (entry) => (globalThis.seen.largest = entry.startTime));
    observe('layout-shift', (entry) => (globalThis.seen.moved += entry.hadRecentInput ? 0 : entry.value));
    observe('longtask', (entry) => (globalThis.seen.blocked += Math.max(0, entry.duration - 50)));
  });
  await page.goto(club + address, { waitUntil: 'networkidle' });
  const seen = await page.evaluate(() => ({ ...globalThis.seen, first: performance.getEntriesByName('first-contentful-paint')[0].startTime }));
  await page.close();
  return { ...seen, bytes };
}

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] });
const context = await browser.newContext({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 3 });
const ms = (time) => `${time.toFixed(0).padStart(5)} ms`;

/** The middle of some rounds, beside the goals: a second to the first paint, 60 KiB, nothing that moves. */
async function look(who, address) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measure(context, address));
  const middle = (name) => rounds.map((one) => one[name]).sort((a, b) => a - b)[ROUNDS >> 1];
  const [first, kib, moved] = [middle('first'), middle('bytes') / 1024, Math.max(...rounds.map((one) => one.moved))];
  const times = `first paint ${ms(first)}, largest ${ms(middle('largest'))}, blocked ${ms(middle('blocked'))}`;
  const met = first <= 1000 && kib <= 60 && moved === 0;
  console.log(`  ${`${address} ${who}`.padEnd(34)} ${times}, moved ${moved.toFixed(3)}, ${kib.toFixed(1)} KiB${met ? '' : ' NOT MET'}`);
}

await look('for a visitor', '/');
await look('for a visitor', '/sign-in');
const page = await context.newPage();
await page.goto(`${club}/sign-in`);
await page.getByLabel('Handle or e-mail address').fill(handle);
await page.getByLabel('Password').fill(password);
await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
await page.waitForURL(({ pathname }) => pathname !== '/sign-in');
await page.close();
for (const address of JSON.parse(pages)) await look('for a member', address);
await browser.close();
