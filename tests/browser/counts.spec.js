// What the most frequent things cost in taps, fields and texts: a club is founded up to its first game on a day without a
// session, the register of a class is taken, a player enters a result and another disputes it.
import { test, expect, password, signIn } from './club.js';

/** Taps and fills somebody's page, and counts it. */
function counted(page) {
  const counts = { taps: 0, fields: 0 };
  return {
    counts,
    all: () => counts.taps + counts.fields,
    tap: async (locator) => {
      counts.taps += 1;
      await locator.click();
    },
    fill: async (label, text) => {
      counts.fields += 1;
      await page.getByLabel(label, { exact: true }).fill(text);
    },
  };
}

/** Words that a page's main part says. */
const words = async (page) => (await page.getByRole('main').innerText()).split(/\s+/).filter((word) => /\p{Letter}/u.test(word)).length;

test('a club is founded and its first game entered in fifteen taps and fields, on a day without a session', async ({ browserOf }) => {
  const chief = await browserOf(null, { width: 360, baseURL: new URL(process.env.ROOKERY_FOUNDING).origin });
  const { tap, fill, all } = counted(chief);
  const button = (name, within = chief) => within.getByRole('button', { name, exact: true });
  await chief.goto(process.env.ROOKERY_FOUNDING);
  await fill('Name', 'Rosalind Achebe');
  await fill('Password', password);
  await tap(button('Become Chief Justice'));
  await fill('Name of the club', 'Rooks of the Hill');
  await tap(button('Save', chief.locator('#club')));
  await fill('Who else plays', 'Ben Ode\nMia Roth');
  await tap(button('Look at it first'));
  await tap(chief.getByRole('button', { name: /^Add/ }));
  await tap(button('Start a session now'));
  await tap(chief.locator('#taps').getByRole('button', { name: /^Ben Ode/ }));
  await tap(chief.getByRole('link', { name: 'Enter a game' }));
  await tap(chief.getByRole('link', { name: /^Ben Ode/ }));
  await tap(chief.getByRole('group', { name: 'I had White' }).getByRole('button', { name: /^I won/ }));
  await expect(chief.getByRole('status')).toHaveText('The game is entered.');
  expect(all()).toBeLessThanOrEqual(15);
});

test('a register of twenty, a result and a dispute', async ({ browserOf }) => {
  const opens = async (who, width) => {
    const page = await browserOf(null, { width, baseURL: process.env.ROOKERY_SCHOOL });
    await signIn(page, who);
    return page;
  };
  const chief = await opens('Maximilian', 360);
  const desk = counted(chief);
  await chief.goto('/today');
  await desk.tap(chief.getByRole('link', { name: 'Take the register' }));
  // A game counts where somebody who moderates is there.
  const names = ['Maximilian', ...Array.from({ length: 20 }, (_, place) => `Pupil ${String(place + 1).padStart(2, '0')}`)];
  for (const name of names) {
    const comer = chief.locator('#taps').getByRole('button', { name: new RegExp(`^${name}`) });
    await desk.tap(comer);
    await expect(comer).toContainText('here since');
  }
  expect(desk.all()).toBeLessThanOrEqual(30);
  await chief.getByRole('button', { name: 'Show the pairings of round 1' }).click();
  await chief.getByRole('button', { name: 'Announce round 1' }).click();

  // A pupil's board is on Today, with keys: a tap there, after one that leads there.
  const pupil = await opens('Pupil 01', 360);
  await pupil.goto('/');
  const player = counted(pupil);
  await player.tap(pupil.getByRole('navigation', { name: 'Club', exact: true }).getByRole('link', { name: 'Today' }));
  const now = pupil.getByRole('region', { name: /^Board \d+: you play/ });
  const opponent = /you play (.+)$/.exec(await now.getByRole('heading').innerText())[1];
  expect(await words(pupil)).toBeLessThanOrEqual(120);
  await player.tap(now.getByRole('button', { name: /^I won/ }));
  await expect(pupil.getByRole('status')).toHaveText('The game is entered.');
  expect(player.all()).toBeLessThanOrEqual(2);

  // The other one says otherwise: not right, and how it was.
  const other = await opens(opponent, 360);
  await other.goto('/today');
  const disputes = counted(other);
  await disputes.tap(other.getByRole('link', { name: 'Not right?' }));
  await disputes.tap(other.getByRole('button', { name: /^Draw/ }));
  await expect(other.getByRole('main')).toContainText(`${opponent} says: Draw`);
  expect(disputes.all()).toBeLessThanOrEqual(2);
});
