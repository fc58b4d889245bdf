// Where the club cannot be reached, a page of its own says so, and leads back to where one wanted to go. What was sent then is
// said not to be sent. Nothing else is kept.
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
  await expect(phone.getByRole('main')).toContainText('It goes on by itself once it can.');

  // The pages that are kept are about nobody, and there are no others.
  const kept = await phone.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => {
      const shelf = await caches.open(name);
      return Promise.all((await shelf.keys()).map(async (one) => [one.url.slice(location.origin.length), await (await shelf.match(one)).text()]));
    }));
    return all.flat();
  });
  expect(kept.map(([path]) => path)).toEqual(['/offline', '/offline?unsent=yes']);
  for (const [, page] of kept) expect(page).not.toContain('Milo');

  await expect(phone.getByRole('link', { name: 'Try again' })).toBeVisible();
  const port = Number(new URL(wifi.address).port);
  const again = await network(baseURL, port);
  await expect(heading).toHaveText('All games');
  await expect(phone).toHaveURL(/\/games\?on=2026-11-06$/);
  await enter(phone, 'Today');
  await expect(heading).toHaveText('Today');

  // A tap that sends something is not sent, and goes back to where it can be made again.
  const german = phone.getByRole('button', { name: 'Deutsch' });
  again.ends();
  await german.click();
  await expect(heading).toHaveText('No answer from the club');
  const third = await network(baseURL, port);
  await phone.getByRole('link', { name: 'Go back' }).click();
  await expect(heading).toHaveText('Today');
  await german.click();
  await expect(heading).toHaveText('Heute');
  await phone.getByRole('button', { name: 'English' }).click();
  await expect(heading).toHaveText('Today');

  // Today says that there is no network.
  const line = phone.locator('#offline');
  await expect(line).toBeHidden();
  await phone.context().setOffline(true);
  await expect(line).toBeVisible();
  await phone.context().setOffline(false);
  await expect(line).toBeHidden();
  third.ends();
});
