// How soon a page is there on a phone over a slow network (1.6 Mbit/s, 150 ms there and back), by what no machine makes slower or
// faster: what is fetched before the first paint, how long scripts compute, what moves. `paint.js` measures the times.
import { test, expect, people } from './club.js';
import { HEAVIEST, SLOW } from './looking.js';

// Milliseconds: the goal for the first paint, and what a task of scripts may compute before it blocks.
const PAINT = 1000;
const BLOCKS = 50;

/** Opens a page that nothing is held of, and gives what it cost. */
async function opened(page, address) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await devtools.send('Network.emulateNetworkConditions', SLOW);
  // By the processor's clock: what other programs do meanwhile does not count.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  let bytes = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.goto(address, { waitUntil: 'networkidle' });
  // On a busy machine a page has come before it is painted.
  await page.waitForFunction(() => globalThis.seen().paints.length > 0);
  const seen = await page.evaluate(() => {
    const [document] = performance.getEntriesByType('navigation');
    const blocking = performance.getEntriesByType('resource').filter((one) => one.renderBlockingStatus === 'blocking');
    const { shifts, paints } = globalThis.seen();
    return {
      // The connection, the page, and what it names at its top; a sheet that asks for another would be one trip more.
      trips: 2 + (blocking.length > 0 ? 1 : 0) + blocking.filter((one) => one.initiatorType === 'css').length,
      before: [document, ...blocking].reduce((sum, one) => sum + one.transferSize, 0),
      largest: paints.at(-1).url,
      moved: shifts.reduce((sum, one) => sum + one.value, 0),
    };
  });
  const { metrics } = await devtools.send('Performance.getMetrics');
  await devtools.detach();
  return { ...seen, bytes, scripts: metrics.find(({ name }) => name === 'ScriptDuration').value * 1000 };
}

/** Lets a page note from its beginning what is painted and what moves. */
const notes = (page) => page.addInitScript(() => {
  // What a list shows some seconds later, when other stories have gone on, is not how soon the page is there.
  const soon = globalThis.setTimeout;
  globalThis.setTimeout = (what, after, ...more) => (after < 2000 || after === undefined ? soon(what, after, ...more) : 0);
  const noted = { 'layout-shift': [], 'largest-contentful-paint': [] };
  const observers = Object.entries(noted).map(([type, entries]) => {
    const observer = new PerformanceObserver((list) => entries.push(...list.getEntries()));
    observer.observe({ type, buffered: true });
    return [observer, entries];
  });
  globalThis.seen = () => {
    for (const [observer, entries] of observers) entries.push(...observer.takeRecords());
    return { shifts: noted['layout-shift'], paints: noted['largest-contentful-paint'] };
  };
});

for (const [who, handle, addresses] of [
  ['visitor', null, ['/', '/sign-in']],
  ['member', people.member, ['/today', '/', '/games', '/sessions', '/tables', '/cases', '/rulebook', '/me/notifications', '/nomic/1']],
]) {
  test(`a page is soon there over a slow network, for a ${who}`, async ({ browserOf }) => {
    // Of a page that a worker hands on, the browser counts the bytes unpacked.
    const page = await browserOf(handle, { width: 360, isMobile: true, hasTouch: true, serviceWorkers: 'block' });
    await notes(page);
    for (const address of addresses) {
      const { trips, before, largest, moved, bytes, scripts } = await opened(page, address);
      expect(trips * SLOW.latency + (before / SLOW.downloadThroughput) * 1000, `${address}: the first paint`).toBeLessThanOrEqual(PAINT);
      expect(largest, `${address}: the largest paint waits for no picture`).toBe('');
      expect(moved, `${address}: what moves`).toBe(0);
      expect(bytes, `${address}: bytes`).toBeLessThanOrEqual(HEAVIEST);
      expect(scripts, `${address}: scripts compute`).toBeLessThanOrEqual(BLOCKS);
    }
  });
}
