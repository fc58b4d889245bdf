// Every page that a role can reach by links, in both themes and at both widths: axe finds nothing, nothing
// scrolls sideways, and no page is heavy. What is the same to the letter for two roles is looked at once.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { test, expect, people, signIn } from './club.js';
import { HEAVIEST, LOOKS, look, weighs } from './looking.js';

// Pages of one kind that are looked at: the first ones met.
const SAMPLES = 2;
// Tables look as different as the games that are played at them; few have evidence, and that has pages of its own.
const TABLES = 12;
const most = (route) => (route.startsWith('/tables/{id}') ? TABLES : SAMPLES);

// The page routes of the service, as it names them: `/members/{id}`.
const routes = JSON.parse(process.env.ROOKERY_PAGES);
const matchers = routes.map((route) => new RegExp(`^${route.replace(/[.]/g, '\\.').replace(/\{[^}]+\}/g, '[^/]+')}$`));
const routeOf = (path) => routes[matchers.findIndex((matcher) => matcher.test(path))];

/**
 * Whether a page is met for the first time: for another role it may be the same to the letter, but for what its forms
 * carry along unseen.
 */
async function isNew(page, looks) {
  const shown = await page.evaluate(() => {
    const copy = document.documentElement.cloneNode(true);
    for (const unseen of copy.querySelectorAll('input[type=hidden], meta[name=csrf]')) unseen.remove();
    return copy.outerHTML;
  });
  const mark = createHash('sha256').update(`${looks.length} ${shown}`).digest('hex');
  try {
    writeFileSync(`${process.env.ROOKERY_LOOKED}/${mark}`, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

/** Walks from the leaderboard and a search along every link; gives the routes that were seen. */
async function walk(page, wrongs) {
  const seen = new Map();
  const waiting = ['/', '/rulebook/search?q=ban'];
  const known = new Set(waiting);
  const scales = weighs(page);
  while (waiting.length > 0) {
    const address = waiting.shift();
    const route = routeOf(new URL(address, 'http://x').pathname);
    if (!route || (seen.get(route) ?? 0) >= most(route)) continue;
    scales.bytes = 0;
    const answer = await page.goto(address, { waitUntil: 'load' });
    const kind = answer.headers()['content-type'] ?? '';
    if (answer.status() >= 500) wrongs.push(`${address} answers ${answer.status()}`);
    if (!kind.startsWith('text/html') || answer.status() >= 400) continue;
    seen.set(route, (seen.get(route) ?? 0) + 1);
    // Links within pictures lead where those beside them lead.
    const links = await page.evaluate(() => [...document.querySelectorAll('a[href]')].filter((link) => link instanceof HTMLAnchorElement && !link.hasAttribute('download')).map((link) => link.href));
    for (const link of links) {
      const url = new URL(link);
      const place = url.pathname + url.search;
      if (url.host === new URL(process.env.ROOKERY_URL).host && !known.has(place)) {
        known.add(place);
        waiting.push(place);
      }
    }
    if (seen.get(route) > SAMPLES && route !== '/tables/{id}') continue;
    if (scales.bytes > HEAVIEST) wrongs.push(`${address} is ${scales.bytes} bytes heavy`);
    // A second page of a kind is looked at on a phone by day and on a desk by night.
    const looks = seen.get(route) === 1 ? LOOKS : [LOOKS[0], LOOKS[3]];
    if (!(await isNew(page, looks))) continue;
    await look(page, address, wrongs, looks);
  }
  return new Set(seen.keys());
}

// Nobody reads a recording of a thousand looks.
test.use({ trace: 'off' });

for (const [role, handle] of Object.entries({ visitor: null, ...people })) {
  test(`every page for the ${role}`, async ({ page }) => {
    test.skip(!process.env.ROOKERY_SEEN, 'the pages look the same on either database');
    if (handle) await signIn(page, handle);
    const wrongs = [];
    const seen = await walk(page, wrongs);
    writeFileSync(`${process.env.ROOKERY_SEEN}/${role.replaceAll(/[^a-z]+/gi, '-')}`, [...seen].join('\n'));
    expect(wrongs).toEqual([]);
  });
}
