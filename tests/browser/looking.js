// Looking at a page: on a phone by day and at a desk by night, with ROOKERY_LOOKS=all also the other way round and on
// the narrowest phone; and how heavy it is.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
// Bytes of a page with all that it loads, compressed.
export const HEAVIEST = 60 * 1024;
// A phone far from the next mast: 150 ms there and back, 1.6 Mbit/s.
export const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
// Whether pages are looked at in every way, as `scripts/test --long` does.
export const IN_EVERY_WAY = process.env.ROOKERY_LOOKS === 'all';
const LOOKS = [
  { width: 360, theme: 'light' },
  { width: 1280, theme: 'dark' },
  ...(IN_EVERY_WAY ? [{ width: 360, theme: 'dark' }, { width: 1280, theme: 'light' }, { width: 320, theme: 'light' }] : []),
];

/** Counts the bytes that a page fetches from here on. */
export function weighs(page) {
  const scales = { bytes: 0 };
  page.on('requestfinished', async (request) => {
    const sizes = await request.sizes().catch(() => undefined);
    scales.bytes += sizes?.responseBodySize ?? 0;
  });
  return scales;
}

/** Words that are broken, for want of room: short ones, or those that are named. What is only heard or folded away has none, and code is no words. */
export function broken(named = '\\p{Script=Latin}{2,8}') {
  const words = [];
  const main = document.querySelector('main');
  const heard = [...main.querySelectorAll('*')].filter((element) => getComputedStyle(element).clipPath !== 'none');
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement.closest('code') || !node.parentElement.checkVisibility() || heard.some((element) => element.contains(node))) continue;
    for (const { 0: word, index } of node.data.matchAll(new RegExp(`(?<![\\p{L}\\p{M}])(?:${named})(?![\\p{L}\\p{M}])`, 'gu'))) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const boxes = [...range.getClientRects()].filter((box) => box.width > 0);
      if (boxes.some((box) => box.top >= boxes[0].bottom)) words.push(word);
    }
  }
  return words;
}

/** Fields and buttons that hardly differ from what they stand on, by their border or their ground, and faint pictures in them: 3:1 is asked. */
function faint() {
  const colour = (text) => text.match(/[\d.]+/g).map(Number);
  const light = (parts) => {
    const [red, green, blue] = parts.map((part) => (part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  const contrast = (one, other) => Math.max(light(one), light(other)) / Math.min(light(one), light(other));
  const isSeen = ([, , , alpha = 1]) => alpha > 0;
  const ground = (element) => {
    const own = colour(getComputedStyle(element).backgroundColor);
    return isSeen(own) || !element.parentElement ? own : ground(element.parentElement);
  };
  const kinds = 'input:not([type=hidden], [type=checkbox], [type=radio], [type=range], [type=color]), select, textarea, button, .button';
  const wrongs = [];
  for (const element of document.querySelectorAll(`main :is(${kinds})`)) {
    if (!element.checkVisibility() || element.matches(':disabled')) continue;
    const style = getComputedStyle(element);
    const [own, around, border] = [ground(element), ground(element.parentElement), colour(style.borderTopColor)];
    const hasBorder = parseFloat(style.borderTopWidth) > 0 && isSeen(border);
    // A button that is a word alone has neither.
    const isBare = !hasBorder && contrast(own, around) === 1;
    if (!isBare && contrast(own, around) < 3 && !(hasBorder && contrast(border, around) >= 3)) wrongs.push(element);
    for (const drawing of element.querySelectorAll(':scope > svg:not(:has(use[href*="piece"]))')) {
      const { fill, stroke } = getComputedStyle(drawing);
      const paint = fill === 'none' ? stroke : fill;
      if (paint.startsWith('rgb') && contrast(colour(paint), own) < 3) wrongs.push(drawing);
    }
  }
  return wrongs.map((element) => element.outerHTML.slice(0, 160));
}

/** What axe finds. */
async function judge() {
  // Nothing is to be fetched for it: there are no frames, and no style sheet or film is looked into.
  const options = { rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'], preload: false, iframes: false };
  const { violations } = await globalThis.axe.run(document, options);
  return violations.map((wrong) => `${wrong.id}: ${wrong.nodes.map((node) => node.html.slice(0, 160)).slice(0, 3).join(' ¦ ')}`);
}

/**
 * Looks at a page that is open: whether it scrolls sideways, breaks a short word or is faint, where its messages lead,
 * and what axe finds. axe takes most of the time, and may be left out on a page that is built as others are.
 */
export async function look(page, where, wrongs, { isJudged = true } = {}) {
  const astray = await page.evaluate(() => {
    const within = [...document.querySelectorAll('[role=alert] a[href^="#"]')];
    const nowhere = within.filter((link) => !document.getElementById(link.getAttribute('href').slice(1)));
    return nowhere.map((link) => link.outerHTML);
  });
  wrongs.push(...astray.map((link) => `${where} has a link that leads nowhere: ${link}`));
  if (isJudged) await page.evaluate(axe);
  for (const { width, theme } of LOOKS) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: theme });
    if (isJudged) wrongs.push(...(await page.evaluate(judge)).map((text) => `${where} at ${width} px, ${theme}: ${text}`));
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (beyond > 0) wrongs.push(`${where} at ${width} px scrolls ${beyond} px sideways`);
    // On the narrowest phone, a word in a table or a list may break.
    const words = width < 360 ? [] : await page.evaluate(broken);
    if (words.length > 0) wrongs.push(`${where} at ${width} px breaks ${words.join(', ')}`);
    const unclear = await page.evaluate(faint);
    if (unclear.length > 0) wrongs.push(`${where} at ${width} px, ${theme} is hard to see in: ${unclear.slice(0, 3).join(' ¦ ')}`);
    const cut = await page.evaluate(() => [...document.querySelectorAll('.scroll:has(> .dated)')].filter((table) => table.scrollWidth > table.clientWidth + 1).length);
    if (cut > 0) wrongs.push(`${where} at ${width} px has ${cut} tables that are cut`);
  }
}

/** Whether something on a board that moves in its window is seen: within that window, within the page's, and under nothing else. */
export const isSeen = (target) => target.evaluate((element) => {
  const [box, board] = [element.getBoundingClientRect(), document.getElementById('board').getBoundingClientRect()];
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const within = x > board.left && x < board.right && y > board.top && y < board.bottom;
  return within && document.elementFromPoint(x, y)?.closest('#board') !== null;
});
