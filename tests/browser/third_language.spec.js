// Every page in a made-up language, English with longer words and accents (tests/languages.rs), on a phone: nothing that
// is said stands in code, and nothing scrolls sideways.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { test, expect, people, signIn } from './club.js';
import { walk } from './walking.js';

const language = process.env.ROOKERY_LANGUAGE;
// Words that are the same in every language.
const NAMES = /^(Rookery|English|Deutsch|Elo|FEN|FEN4|MPN|PGN|TRF|CSV|JSON|iCal|UTC|GPL|RSS|SB|Bh|WebP|Discord|Nomic|Party Chess)$/;

/** What the club itself is made of: the database as it lies there, and the texts of the Terms. */
function kept() {
  const beside = ['', '-wal'].map((end) => process.env.ROOKERY_FILE + end).filter(existsSync);
  const terms = '../../src/rulebook/terms.json';
  return [...beside, terms].map((file) => readFileSync(file, 'utf8')).join('\n');
}

/** Every text of the English pages, as it stands there. */
function english() {
  const files = readdirSync('../../locales/en').filter((file) => file.endsWith('.ftl'));
  const lines = files.flatMap((file) => readFileSync(`../../locales/en/${file}`, 'utf8').split('\n'));
  return new Set(lines.map((line) => /^[a-z][\w-]* = (.+)$/.exec(line)?.[1]).filter(Boolean));
}

/** The texts that readers see or hear on a page and that have no accent: data, or said by code. */
const plain = (page) =>
  page.evaluate(() => {
    const found = [];
    const own = 'script, style, code, pre, kbd, textarea, [aria-hidden=true], svg, [lang]:not(html), .moves, .board';
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      if (!texts.currentNode.parentElement?.closest(own)) found.push(texts.currentNode.textContent ?? '');
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
      if (element.closest(own)) continue;
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.push(element.getAttribute(name) ?? '');
    }
    const said = found.map((text) => text.replaceAll(/\s+/g, ' ').trim());
    return [...new Set(said)].filter((text) => /\p{Letter}{3}/u.test(text) && !/[åéîöûÅÉÎÖÛ]/.test(text));
  });

test.use({ trace: 'off', viewport: { width: 360, height: 800 } });

test('every page in a third language', async ({ page }) => {
  test.skip(!language, 'the service has two languages here');
  await signIn(page, Object.values(people)[0]);
  // By the button that every page has.
  await page.locator(`button[name=to][value=${language}]`).evaluate((button) => button.click());
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  const [data, texts, wrongs] = [kept(), english(), []];
  const isData = (text) => NAMES.test(text) || (!texts.has(text) && data.includes(text));
  const visit = async (address) => {
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (beyond > 0) wrongs.push(`${address} scrolls ${beyond} px sideways`);
    for (const text of await plain(page)) {
      // A name beside other names, a text in parts, a date.
      const parts = text.split(/[·:,;()–|/]|\d+/).map((part) => part.trim()).filter((part) => /\p{Letter}{3}/u.test(part));
      if (!isData(text) && !parts.every(isData)) wrongs.push(`${address} says in code: ${text}`);
    }
  };
  const seen = await walk(page, wrongs, { most: () => 1, visit });
  expect(seen.size).toBeGreaterThan(60);
  expect(wrongs).toEqual([]);
});
