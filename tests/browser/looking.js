// Looking at a page: on a phone by day and at a desk by night, with ROOKERY_LOOKS=all also the other way round; and how
// heavy it is.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
// Bytes of a page with all that it loads, compressed.
export const HEAVIEST = 60 * 1024;
const LOOKS = [
  { width: 360, theme: 'light' },
  { width: 1280, theme: 'dark' },
  ...(process.env.ROOKERY_LOOKS === 'all' ? [{ width: 360, theme: 'dark' }, { width: 1280, theme: 'light' }] : []),
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

/** Short words of names and buttons that are broken, for want of room. */
function broken() {
  const words = [];
  for (const element of document.querySelectorAll('main :is(a[href^="/members/"], button)')) {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const { 0: word, index } of node.data.matchAll(/(?<![\p{L}\p{M}])\p{Script=Latin}{2,8}(?![\p{L}\p{M}])/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const boxes = [...range.getClientRects()].filter((box) => box.width > 0);
        if (boxes.some((box) => box.top >= boxes[0].bottom)) words.push(word);
      }
    }
  }
  return words;
}

/** Looks at a page that is open: what axe finds, whether it scrolls sideways or breaks a short word, and where its messages lead. */
export async function look(page, where, wrongs) {
  const astray = await page.evaluate(() => {
    const within = [...document.querySelectorAll('[role=alert] a[href^="#"]')];
    const nowhere = within.filter((link) => !document.getElementById(link.getAttribute('href').slice(1)));
    return nowhere.map((link) => link.outerHTML);
  });
  wrongs.push(...astray.map((link) => `${where} has a link that leads nowhere: ${link}`));
  await page.evaluate(axe);
  for (const { width, theme } of LOOKS) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: theme });
    const found = await page.evaluate(async () => {
      // Nothing is to be fetched for it: there are no frames, and no style sheet or film is looked into.
      const options = { rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'], preload: false, iframes: false };
      const answer = await globalThis.axe.run(document, options);
      return answer.violations.map((wrong) => `${wrong.id}: ${wrong.nodes.map((node) => node.html.slice(0, 160)).slice(0, 3).join(' ¦ ')}`);
    });
    wrongs.push(...found.map((text) => `${where} at ${width} px, ${theme}: ${text}`));
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (beyond > 0) wrongs.push(`${where} at ${width} px scrolls ${beyond} px sideways`);
    const words = await page.evaluate(broken);
    if (words.length > 0) wrongs.push(`${where} at ${width} px breaks ${words.join(', ')}`);
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
