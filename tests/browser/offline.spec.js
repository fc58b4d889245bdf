// Where the club cannot be reached, a page of its own says so, and leads back to where one wanted to go. Nothing else is kept.
import { test, expect, enter } from './club.js';
import { network } from './network.js';

test('a tap without a network leads to a page of the club, and with one to where it should', async ({ browserOf, baseURL }) => {
  // A browser that is told to be offline may let its workers through: the network itself is taken away.
  const wifi = await network(baseURL);
  const phone = await browserOf('Milo Fairweather', { width: 360, baseURL: wifi.address });
  const heading = phone.getByRole('heading', { level: 1 });
  await phone.goto('/today');
  await phone.waitForFunction(async () => (await navigator.serviceWorker.getRegistration('/'))?.active?.state === 'activated');
  await phone.goto('/games?on=2026-11-06');
  await expect(heading).toHaveText('All games');
  wifi.ends();
  await phone.reload();
  await expect(heading).toHaveText('You seem to be offline');
  await expect(phone.getByRole('main')).toContainText('What you saved is still there.');

  // The page that is kept is about nobody, and it is the only one.
  const kept = await phone.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => {
      const shelf = await caches.open(name);
      return Promise.all((await shelf.keys()).map(async (one) => [new URL(one.url).pathname, await (await shelf.match(one)).text()]));
    }));
    return all.flat();
  });
  expect(kept.map(([path]) => path)).toEqual(['/offline']);
  expect(kept[0][1]).not.toContain('Milo');

  const again = await network(baseURL, Number(new URL(wifi.address).port));
  await phone.getByRole('link', { name: 'Try again' }).click();
  await expect(heading).toHaveText('All games');
  await expect(phone).toHaveURL(/\/games\?on=2026-11-06$/);
  await enter(phone, 'Today');
  await expect(heading).toHaveText('Today');
  again.ends();
});
