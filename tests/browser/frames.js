// How many frames a second a phone draws while a piece is dragged, on a processor four times slower than this one.

/** Drags by touch to and fro between two places for a second, and back to where it began; prints the frames a second. What a
    machine can do is no test: nothing is asked of them. */
export async function frames(page, what, from, to) {
  const devtools = await page.context().newCDPSession(page);
  const touch = (type, at) => devtools.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await touch('touchStart', from);
  await page.evaluate(() => {
    globalThis.drawn = [];
    const draws = (at) => { if (globalThis.drawn) { globalThis.drawn.push(at); requestAnimationFrame(draws); } };
    requestAnimationFrame(draws);
  });
  for (let step = 0; step <= 40; step += 1) {
    const part = (1 - Math.cos((step * Math.PI) / 10)) / 2;
    await touch('touchMove', { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
  }
  const drawn = await page.evaluate(() => { const all = globalThis.drawn; globalThis.drawn = undefined; return all; });
  await touch('touchEnd');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await devtools.detach();
  const waits = drawn.slice(1).map((at, place) => at - drawn[place]).sort((one, other) => one - other);
  const [half, most] = [0.5, 0.95].map((part) => 1000 / waits[Math.floor(waits.length * part)]);
  console.log(`${what} is dragged on a slow phone: ${half.toFixed(0)} frames a second, 19 of 20 at ${most.toFixed(0)} or more`);
}
