// Every page in a language that came as a folder of files (tests/languages.rs makes one up): what a page says comes from
// there or was written by somebody, and no page is wider than a phone.
import { readFileSync } from 'node:fs';
import { test, expect } from '@playwright/test';
import { walk } from './walking.js';

const TAG = 'qaa';
// As in tests/languages.rs: each vowel twice, the second one with an accent.
const OWN = /\S*(?:aå|eé|iî|oö|uû)\S*/giu;
// Names of days and months are set by formats of dates; citations and abbreviations are the same in every language.
const SAME = /^(?:(?:Mon|Tues?|Wednes|Wed|Thurs?|Fri|Satur|Sat|Sun)(?:day)?|Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?|[IV]+(?:\.\d+)+|\p{Lu}{1,4})\.?$/u;
const plain = (text) => text.replaceAll(/\s+/g, ' ').toLowerCase();
const isWord = (word) => /[aeiou]/i.test(word) && /\p{L}{2}/u.test(word) && !SAME.test(word) && !word.includes('§');

/** What a page says that is not in its language: runs of words between punctuation. */
function foreign(text) {
  return text.split(OWN).flatMap((run) => run.split(/[–·:;,()[\]“”"«»„’'→|…]|\s\/\s/)).map((run) => {
    const words = run.trim().split(/\s+/);
    const [first, last] = [words.findIndex(isWord), words.findLastIndex(isWord)];
    return words.slice(first, last + 1).join(' ').replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  }).filter((run) => run !== '');
}

/** What is read on a page or read out, but for what is marked as being in another language or in none. */
function texts(page) {
  return page.evaluate(() => {
    const is = (element) => element.closest('[lang]').lang === document.documentElement.lang && !element.closest('[translate=no], code, kbd, textarea, noscript, script, style');
    const read = [];
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Text && is(node.parentElement)) read.push(node.data);
      if (node instanceof Element && is(node)) read.push(...['aria-label', 'title', 'placeholder', 'alt'].map((name) => node.getAttribute(name) ?? ''));
    }
    return read;
  });
}

const people = JSON.parse(process.env.ROOKERY_SPEAKERS ?? '[]');
for (const handle of [null, ...people]) {
  test(`every page in a made-up language, for ${handle ?? 'a visitor'}`, async ({ browser }) => {
    test.skip(people.length === 0, 'tests/languages.rs starts a club that speaks it');
    let written = readFileSync(process.env.ROOKERY_WRITTEN, 'utf8');
    const context = await browser.newContext({ locale: TAG, viewport: { width: 360, height: 740 } });
    const page = await context.newPage();
    if (handle) {
      await page.goto('/sign-in');
      const form = page.getByRole('main').locator('form:has([name=login])');
      await form.locator('[name=login]').fill(handle);
      await form.locator('[name=password]').fill(process.env.ROOKERY_PASSWORD);
      await form.locator('button:not([data-shows])').first().click();
      await page.waitForURL(({ pathname }) => pathname !== '/sign-in');
    }
    const [wrongs, said] = [[], new Map()];
    await walk(page, wrongs, {
      most: (route) => (route.startsWith('/tables/{id}') ? 12 : 1),
      async visit(address, route) {
        said.set(address, (await texts(page)).flatMap(foreign));
        // The rules of a game of Nomic are put together from what its players proposed.
        if (route === '/nomic/{id}/rules') {
          const document = await page.locator('a[href*="format=text"]').getAttribute('href');
          written += await (await page.request.get(document)).text();
        }
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        if (beyond > 0) wrongs.push(`${address} scrolls ${beyond} px sideways`);
      },
    });
    const known = plain(written);
    for (const [address, runs] of said) {
      const left = new Set(runs.filter((run) => !known.includes(plain(run))));
      if (left.size > 0) wrongs.push(`${address} says what is in no file of the language: ${[...left].join(' | ')}`);
    }
    expect(wrongs).toEqual([]);
    await context.close();
  });
}
