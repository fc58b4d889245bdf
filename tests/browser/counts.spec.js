// What the most frequent things cost in taps, fields and texts, however somebody reads: a club is founded up to its first game,
// on any kind of day; the register of a class is taken; a player enters a result and another disputes it.
import { test, expect, password, signIn } from './club.js';
import { press, tabTo } from './keys.js';

// On a phone and at a desk, by day and by night, with scripts and without: each two of these together in one of four looks;
// and once by keyboard alone.
const LOOKS = [
  { called: 'on a phone by day', width: 360, colorScheme: 'light' },
  { called: 'on a phone by night, without scripts', width: 360, colorScheme: 'dark', javaScriptEnabled: false },
  { called: 'at a desk by day, without scripts', width: 1280, colorScheme: 'light', javaScriptEnabled: false },
  { called: 'at a desk by night', width: 1280, colorScheme: 'dark' },
  { called: 'by keyboard alone', width: 1280, colorScheme: 'light', byKeys: true },
];

/** Opens a browser of this look, signed in where somebody is named. */
async function opens(browserOf, { called, byKeys, ...settings }, baseURL, who) {
  const page = await browserOf(null, { ...settings, baseURL });
  if (who) await signIn(page, who);
  return page;
}

/** Taps and fills somebody's page, and counts it. */
function counted(page, look) {
  let all = 0;
  return {
    all: () => all,
    tap: async (locator) => {
      all += 1;
      await (look.byKeys ? press(page, locator) : locator.click());
    },
    fill: async (label, text) => {
      all += 1;
      const field = page.getByLabel(label, { exact: true });
      if (!look.byKeys) return field.fill(text);
      await tabTo(page, field);
      await page.keyboard.insertText(text);
    },
  };
}

const count = (text) => text.split(/\s+/).filter((word) => /\p{Letter}/u.test(word)).length;

/** Words that a page's main part says, without what a list offers to choose. */
async function words(page) {
  const main = page.getByRole('main');
  const offered = await main.locator('select').allInnerTexts();
  return count(await main.innerText()) - count(offered.join(' '));
}

const foundings = JSON.parse(process.env.ROOKERY_FOUNDINGS);
for (const [place, look] of LOOKS.entries()) {
  const [day, link] = foundings[place];
  test(`a club is founded and its first game entered in twelve taps and fields, on a ${day}, ${look.called}`, async ({ browserOf }) => {
    const chief = await opens(browserOf, look, new URL(link).origin);
    const { tap, fill, all } = counted(chief, look);
    const button = (name, within = chief) => within.getByRole('button', { name, exact: true });
    await chief.goto(link);
    await fill('Name', 'Rosalind Achebe');
    await fill('Password', password);
    await tap(button('Become Chief Justice'));
    await expect(chief.getByRole('heading', { level: 1 })).toHaveText('A new club in five minutes');
    expect(await words(chief), 'texts of the first steps').toBeLessThanOrEqual(250);
    await fill('Name of the club', 'Rooks of the Hill');
    await tap(button('Save', chief.locator('#club')));
    // Nobody has to say when the club meets before it plays; of two new names there is nothing to look at.
    await fill('Who else plays', 'Ben Ode\nMia Roth');
    await tap(button('Add them'));
    await tap(button('Start a session now'));
    await tap(chief.locator('#taps').getByRole('button', { name: /^Ben Ode/ }));
    await tap(chief.getByRole('main').getByRole('link', { name: 'Enter a game' }));
    await tap(chief.getByRole('main').getByRole('link', { name: /^Ben Ode/ }));
    await tap(chief.getByRole('group', { name: 'I had White' }).getByRole('button', { name: /^I won/ }));
    await expect(chief.getByRole('status')).toHaveText('The game is entered.');
    expect(all(), 'taps and fields').toBeLessThanOrEqual(12);
    // No room is made up that nobody has named, and no end by a clock that nobody has set.
    await chief.goto(new URL('/today', link).href);
    await expect(chief.locator('#hero .eyebrow')).toHaveText('On now');
  });
}

const schools = JSON.parse(process.env.ROOKERY_SCHOOLS);
for (const [place, look] of LOOKS.entries()) {
  test(`a register of twenty, a result and a dispute, ${look.called}`, async ({ browserOf }) => {
    const school = (who) => opens(browserOf, look, schools[place], who);
    const chief = await school('Maximilian');
    const desk = counted(chief, look);
    // Keys go on to the next name, and without scripts the page is loaded again.
    const thumb = !look.byKeys && look.javaScriptEnabled !== false;
    await chief.goto('/today');
    await desk.tap(chief.getByRole('link', { name: 'Take the register' }));
    // A game counts where somebody who moderates is there.
    const names = ['Maximilian', ...Array.from({ length: 20 }, (_, number) => `Pupil ${String(number + 1).padStart(2, '0')}`)];
    for (const name of names) {
      const comer = chief.locator('#taps').getByRole('button', { name: new RegExp(`^${name}`) });
      // In one step: the register may be put in place anew between two.
      const place = () => chief.evaluate((name) => {
        const button = [...document.querySelectorAll('#taps button')].find((one) => one.textContent.startsWith(name));
        return Math.round(button.getBoundingClientRect().y);
      }, name);
      if (thumb) await comer.evaluate((button) => button.scrollIntoView({ block: 'center' }));
      const before = thumb && (await place());
      await desk.tap(comer);
      await expect(comer).toContainText('here since');
      if (thumb) expect(await place(), `${name} stays under the thumb`).toBe(before);
    }
    expect(desk.all(), 'taps for the register').toBeLessThanOrEqual(30);
    // Pages that are open show by themselves what comes, where they have scripts.
    const scripts = look.javaScriptEnabled !== false;
    const pupil = await school('Pupil 01');
    const now = pupil.getByRole('region', { name: /^Board \d+: you play/ });
    await pupil.goto('/today');
    await expect(now).toBeHidden();
    await chief.getByRole('button', { name: 'Show the pairings of round 1' }).click();
    await chief.getByRole('button', { name: 'Announce round 1' }).click();
    await expect(chief.getByRole('status')).toBeVisible();
    if (scripts) await expect(now, 'nobody loads the page again').toBeVisible();

    // A pupil's board is on Today, with keys: a tap there, after one that leads there.
    await pupil.goto('/');
    const player = counted(pupil, look);
    await player.tap(pupil.getByRole('navigation', { name: 'Club', exact: true }).getByRole('link', { name: 'Today' }));
    const opponent = /you play (.+)$/.exec(await now.getByRole('heading').innerText())[1];
    expect(await words(pupil), 'texts of Today').toBeLessThanOrEqual(120);
    const other = await school(opponent);
    await other.goto('/today');
    await player.tap(now.getByRole('button', { name: /^I won/ }));
    await expect(pupil.getByRole('status')).toHaveText('The game is entered.');
    expect(player.all(), 'taps for a result').toBeLessThanOrEqual(2);

    const asked = other.getByRole('link', { name: 'Not right?' });
    if (scripts) {
      // For a minute there is a way back, and then none that would be refused. First of all, for that minute runs.
      await pupil.clock.install();
      await pupil.reload();
      const undo = pupil.getByRole('button', { name: 'Undo' });
      await expect(undo).toBeVisible();
      await pupil.clock.runFor(60_000);
      await expect(undo).toBeHidden();
      await expect(asked, 'nobody loads the page again').toBeVisible();
    }

    // The other one says otherwise: not right, and how it was.
    await other.goto('/today');
    const disputes = counted(other, look);
    await disputes.tap(asked);
    await disputes.tap(other.getByRole('button', { name: /^Draw/ }));
    await expect(other.getByRole('main')).toContainText('You say: Draw');
    expect(disputes.all(), 'taps for a dispute').toBeLessThanOrEqual(2);

    // Who moderates, and has not played in it, finds it right after the session, by name, and settles it by a tap.
    if (opponent === 'Maximilian') return;
    await chief.goto('/today');
    const disputed = chief.locator('#disputes');
    await expect(disputed).toContainText(/Entered: Pupil 01 won with (White|Black)\./);
    await disputed.getByRole('button', { name: /^As disputed/ }).click();
    await expect(chief.getByRole('status')).toHaveText('The dispute is settled.');
    await expect(chief, 'and goes on with what else waits').toHaveURL(/\/today$/);
    await chief.getByRole('button', { name: /^Undo: .*Pupil 01/ }).click();
    await expect(chief.getByRole('status')).toHaveText('It is as it was before.');
    await expect(disputed).toContainText(/Entered: Pupil 01 won with (White|Black)\./);

    // A board of the round is opened and its result tapped, which counts at once; one more takes it back.
    const moderates = counted(chief, look);
    const board = chief.getByRole('region', { name: 'Boards that still play' }).getByRole('listitem').first();
    await moderates.tap(board.locator('summary'));
    await moderates.tap(board.getByRole('button', { name: '½–½' }));
    await expect(chief.getByRole('status')).toHaveText('The game is entered.');
    await chief.getByRole('button', { name: /^Undo: / }).first().click();
    await expect(chief.getByRole('status')).toContainText('The result is undone.');
    expect(moderates.all(), 'taps for a result of others').toBeLessThanOrEqual(2);
  });
}
