// Every page that a role can reach by links, on a phone by day and at a desk by night: axe finds nothing, nothing scrolls
// sideways, and no page is heavy. What is the same to the letter for two roles is looked at once, and axe judges what is
// built of something that no page before was.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { test, expect, people, signIn } from './club.js';
import { HEAVIEST, IN_EVERY_WAY, look, weighs } from './looking.js';
import { walk } from './walking.js';

// Pages of one kind that are looked at: the first ones met.
const SAMPLES = 2;
// Tables look as different as the games that are played at them; few have evidence, and that has pages of its own. The stories open
// some twenty more meanwhile, which lists name first.
const TABLES = 36;
const most = (route) => (route.startsWith('/tables/{id}') ? TABLES : SAMPLES);

/** Whether it is met for the first time, by whichever browser. */
function isFirst(what) {
  const mark = createHash('sha256').update(what).digest('hex');
  try {
    writeFileSync(`${process.env.ROOKERY_LOOKED}/${mark}`, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

/**
 * What is shown, but for what forms carry along unseen: for another role it may be the same to the letter, apart from the
 * role's own menu, which is looked at with the pages that are not.
 */
function shown() {
  const copy = document.querySelector('main').cloneNode(true);
  for (const unseen of copy.querySelectorAll('input[type=hidden]')) unseen.remove();
  return copy.outerHTML;
}

/**
 * What a page is built of, each once: an element with its attributes, but for what they say of a single thing, and with
 * the element around it. axe judges how pages are built, and finds no more in a second one that is built of the same.
 */
function parts() {
  const TOLD = ['class', 'role', 'type', 'id', 'name', 'for', 'aria-labelledby', 'aria-describedby'];
  const told = ({ name, value }) => (TOLD.includes(name) ? `${name}=${value.replaceAll(/\d+/g, '')}` : name);
  const kind = (element) => [element.tagName, ...[...element.attributes].map(told).sort()].join(' ');
  return [...new Set([...document.querySelectorAll('*')].map((element) => `${kind(element)} in ${element.parentElement ? kind(element.parentElement) : ''}`))];
}

/** Whether a page is built of what no other was, by whichever browser it was met. */
const isBuiltAnew = async (page) => (await page.evaluate(parts)).filter(isFirst).length > 0;

/** Looks at every page that links lead to; gives the routes that were seen. */
function lookAtAll(page, wrongs) {
  const scales = weighs(page);
  const before = () => {
    scales.bytes = 0;
  };
  const visit = async (address, route, number) => {
    if (number > SAMPLES && route !== '/tables/{id}') return;
    if (scales.bytes > HEAVIEST) wrongs.push(`${address} is ${scales.bytes} bytes heavy`);
    if (isFirst(await page.evaluate(shown))) await look(page, address, wrongs, { isJudged: IN_EVERY_WAY || (await isBuiltAnew(page)) });
  };
  return walk(page, wrongs, { most, before, visit });
}

// Nobody reads a recording of a thousand looks.
test.use({ trace: 'off' });

for (const [role, handle] of Object.entries({ visitor: null, ...people })) {
  test(`every page for the ${role}`, async ({ page }) => {
    test.skip(!process.env.ROOKERY_SEEN, 'the pages look the same on either database');
    if (handle) await signIn(page, handle);
    const wrongs = [];
    const seen = await lookAtAll(page, wrongs);
    writeFileSync(`${process.env.ROOKERY_SEEN}/${role.replaceAll(/[^a-z]+/gi, '-')}`, [...seen].join('\n'));
    expect(wrongs).toEqual([]);
  });
}
