// Walking from the leaderboard and a search along every link, to each kind of page of the service.

// The page routes of the service, as it names them: `/members/{id}`.
const routes = JSON.parse(process.env.ROOKERY_PAGES);
const matchers = routes.map((route) => new RegExp(`^${route.replace(/[.]/g, '\\.').replace(/\{[^}]+\}/g, '[^/]+')}$`));
const routeOf = (path) => routes[matchers.findIndex((matcher) => matcher.test(path))];

/**
 * Opens at most so many pages of each route, saying so before, and visits each: its address, its route, and how many of
 * its kind there were. Gives the routes that were seen.
 */
export async function walk(page, wrongs, { most, before = () => {}, visit }) {
  const seen = new Map();
  const waiting = ['/', '/rulebook/search?q=ban'];
  const known = new Set(waiting);
  while (waiting.length > 0) {
    const address = waiting.shift();
    const route = routeOf(new URL(address, 'http://x').pathname);
    if (!route || (seen.get(route) ?? 0) >= most(route)) continue;
    before();
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
    await visit(address, route, seen.get(route));
  }
  return new Set(seen.keys());
}
