// A club in mid-season and the people in it; whatever a page must never do is watched in every test.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test as base, expect } from '@playwright/test';

// Role to handle, as the demonstration names them.
export const people = JSON.parse(process.env.ROOKERY_PEOPLE);
export const password = process.env.ROOKERY_PASSWORD;
// Where the clubs of the stories are.
const CLUBS = [
  ...['URL', 'SETUP', 'CROWD'].map((name) => process.env[`ROOKERY_${name}`]),
  ...JSON.parse(process.env.ROOKERY_FOUNDINGS).map(([, link]) => link),
  ...JSON.parse(process.env.ROOKERY_SCHOOLS),
  ...Object.keys(JSON.parse(process.env.ROOKERY_DAYS)),
];
// Where the pictures of docs/tour.md go, from the repository's root; nowhere by default.
const pictures = process.env.ROOKERY_PICTURES && resolve('../..', process.env.ROOKERY_PICTURES);

/** The handle of somebody in the demonstration. */
const handleOf = (name) => name.toLowerCase().replaceAll(' ', '-');

/** Signs somebody in by the form, under their name or their handle. */
export async function signIn(page, who) {
  await page.goto('/sign-in');
  await page.getByLabel('Handle or e-mail address').fill(handleOf(who));
  await page.getByLabel('Password').fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(page.locator('header a[href="/sign-in"]')).toHaveCount(0);
}

// What a way in is called on a phone, where its word is short.
const SHORT = { Leaderboard: 'Ranking', 'Games room': 'Play', 'The Court': 'Court' };

/** A way in of the header, whatever it is called at this width. */
function wayIn(page, name) {
  const ways = page.getByRole('navigation', { name: 'Club', exact: true });
  const named = (text) => ways.getByRole('link', { name: text, exact: true });
  return SHORT[name] ? named(name).or(named(SHORT[name])) : named(name);
}

/** The button before the ways in that are seldom used. */
export function more(page) {
  return page.getByRole('navigation', { name: 'Club', exact: true }).locator('summary');
}

/** Follows a way in of the header; some are behind "More". */
export async function enter(page, name) {
  const way = wayIn(page, name);
  // Neither is there yet while a page is being loaded.
  await expect.poll(async () => (await way.isVisible()) || (await more(page).isVisible())).toBe(true);
  if (!(await way.isVisible())) await more(page).click();
  await way.click();
}

// Milliseconds by which every script is late, to find what depends on a fast machine: ROOKERY_LATE=1500.
const late = Number(process.env.ROOKERY_LATE ?? 0);

/** Lets the scripts of a page or of a whole browser come late. */
async function slowed(where) {
  if (!late) return;
  await where.route(/\.js(\?|$)/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, late));
    await route.continue().catch(() => {});
  });
}

/** What a page asks of other hosts or is forbidden by its own policy, as it happens; of more hosts, where a test is one. */
export function watch(page, ...more) {
  const wrongs = [];
  page.on('console', (message) => {
    // A refusal shown on purpose is an answer with an error status; the browser tells of it on the console,
    // as of a network that a test took away.
    const answered = message.text().startsWith('Failed to load resource') && message.location().url === page.url();
    // Where the network was silent for long, the service has given up what it waited for (408).
    const offline = /net::ERR_INTERNET_DISCONNECTED$|closed before the connection is established$|status of 408 \(Request Timeout\)$/.test(message.text());
    // Nobody answers any more at the end of a network that a test took away.
    const gone = message.text().endsWith('net::ERR_CONNECTION_REFUSED') && more.some((address) => message.location().url.startsWith(address));
    if (message.type() === 'error' && !answered && !offline && !gone) wrongs.push(`console: ${message.text()} (${message.location().url} on ${page.url()})`);
  });
  page.on('pageerror', (error) => wrongs.push(`script: ${error.message} (${page.url()})`));
  const own = [...CLUBS, ...more].map((address) => new URL(address).host);
  page.on('request', (request) => {
    const address = new URL(request.url());
    if (address.protocol.startsWith('http') && !own.includes(address.host)) {
      wrongs.push(`another host: ${request.url()}`);
    }
  });
  return wrongs;
}

/** A picture for docs/tour.md of what is in view, or of the place where something begins. */
export async function picture(page, name, from) {
  if (!pictures) return;
  if (from) await from.evaluate((element) => element.scrollIntoView());
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 82 });
  writeFileSync(`${pictures}/${name}.webp`, Buffer.from(data, 'base64'));
  await devtools.detach();
}

/** Where something is on the screen. Its part of the page may be put in anew just now, and it with it. */
export async function boxOf(target) {
  let box;
  await expect(async () => expect(box = await target.boundingBox()).not.toBeNull()).toPass({ timeout: 60_000 });
  return box;
}

/** Whether something on the screen leaves another thing free. */
export async function leavesFree(one, other) {
  const [a, b] = [await boxOf(one), await boxOf(other)];
  return a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
}

/** What is pressed, and clocks and boards, that something on the screen lies over, by their words. */
export const covered = (over) => over.evaluate((element) => {
  const box = element.getBoundingClientRect();
  const lies = ({ left, right, top, bottom, width }) => width > 1 && left < box.right && right > box.left && top < box.bottom && bottom > box.top;
  const all = [...document.querySelectorAll('a, button, summary, input, select, textarea, [role=timer], cg-board, .men')];
  const under = all.filter((one) => !element.contains(one) && one.checkVisibility({ visibilityProperty: true }) && lies(one.getBoundingClientRect()));
  return under.map((one) => one.textContent.trim().slice(0, 40) || one.localName);
});

/** Lets a call of another game come to a page whose phone is held sideways: the board keeps its place and its size, and the call covers nothing. */
export async function callsBeside(page, board, ...others) {
  await page.setViewportSize({ width: 740, height: 360 });
  const calls = (html) => page.evaluate((text) => {
    document.getElementById('calls').innerHTML = text;
    scrollTo(0, 0);
  }, html);
  await calls('');
  const before = await boxOf(page.locator(board));
  await calls('<p class="call"><a href="/tables"><span>Your clock runs: Somebody with a long name accepted.</span> <b>To the board</b></a></p>');
  const call = page.locator('.call');
  await expect(call).toBeInViewport({ ratio: 1 });
  expect(await boxOf(page.locator(board)), 'the board keeps its room').toEqual(before);
  for (const part of [board, ...others]) await expect.poll(() => leavesFree(call, page.locator(part)), part).toBe(true);
  await calls('');
}

/** Listens to what a table says aloud from now on, which it takes back after ten seconds; gives all of it, a line each. */
export async function said(page) {
  await page.evaluate(() => {
    const spoken = document.getElementById('spoken');
    globalThis.said = [];
    new MutationObserver(() => globalThis.said.push(spoken.textContent)).observe(spoken, { childList: true });
  });
  return () => page.evaluate(() => globalThis.said.join('\n'));
}

export const test = base.extend({
  page: async ({ page }, use) => {
    const wrongs = watch(page);
    await slowed(page);
    await use(page);
    expect(wrongs).toEqual([]);
  },

  /** Opens a browser of somebody's own, signed in where somebody is named; it closes with the test. */
  browserOf: async ({ browser }, use) => {
    const contexts = [];
    const wrongs = [];
    await use(async (who, { width = 1280, ...options } = {}) => {
      const context = await browser.newContext({ viewport: { width, height: 800 }, ...options });
      contexts.push(context);
      await slowed(context);
      const page = await context.newPage();
      wrongs.push(watch(page, ...[options.baseURL ?? []].flat()));
      await (who ? signIn(page, who) : page.goto('/'));
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
    expect(wrongs.flat()).toEqual([]);
  },
});

export { expect };
