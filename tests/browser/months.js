// A whole game of Nomic for two, from the table to the win: a proposal, the votes, a new rule, a claim by it, and the days between.
import { expect, signIn } from './club.js';

// Clubs of their own, and where a request lets a day pass in each.
const CLUBS = Object.entries(JSON.parse(process.env.ROOKERY_DAYS));

/** Plays it in one of these clubs; `does` is how buttons are pressed, fields are filled and lists are chosen from. */
export async function playsNomic(browserOf, place, settings, does) {
  const [baseURL, clock] = CLUBS[place];
  const nextDay = () => fetch(clock);
  const opens = async (handle) => {
    const page = await browserOf(null, { ...settings, baseURL });
    await signIn(page, handle);
    return page;
  };
  const [one, other] = [await opens('pupil-01'), await opens('pupil-02')];
  const button = (page, name) => does.press(page, page.getByRole('main').getByRole('button', { name, exact: true }));
  const tab = (page, name) => does.press(page, page.getByRole('navigation', { name: 'Nomic' }).getByRole('link', { name, exact: true }));
  const fold = (page, text) => does.press(page, page.locator('summary', { hasText: text }));
  const field = (page, label, text) => does.fill(page, page.getByRole('main').getByLabel(label, { exact: true }), text);

  // A table for two: the one has the Friday that it is, the other the Monday.
  await one.goto('/tables');
  await does.press(one, one.locator('a[href="/tables/new/nomic"]'));
  await field(one, 'Players', '2');
  await field(one, 'Weekdays, in the order of seats', 'Fri Mon');
  await field(one, 'What the table is called', 'A short Nomic');
  await does.choose(one, one.getByLabel('Your seat'), 'Player');
  await button(one, 'Open the table');
  // At a table for two the player who opens it is ready.
  await expect(one.getByRole('button', { name: 'I am not ready' })).toBeVisible();
  await other.goto('/tables?game=nomic');
  const seat = other.getByRole('listitem').filter({ hasText: 'A short Nomic' });
  await does.press(other, seat.getByRole('button', { name: 'Sit down and play' }));
  for (const page of [one, other]) await does.press(page, page.getByRole('main').getByRole('link', { name: 'To the game', exact: true }));

  // Friday: a new rule is proposed, and both vote.
  await tab(one, 'Propose');
  await does.choose(one, one.getByLabel('What do you want to do?'), 'Enact');
  await button(one, 'Begin');
  await field(one, 'How the rule is to read', 'Whoever says that chess is fun gets 250 points.');
  await button(one, 'Show its effect');
  await expect(one.locator('.preview')).toContainText('New: Rule 301');
  await button(one, 'Propose it now, for good');
  await button(one, 'Vote Yes');
  await expect(one.getByRole('main')).toContainText('You voted Yes');
  await tab(other, 'Today');
  await button(other, 'Vote Yes');
  await expect(other.getByRole('main')).toContainText('2 in favour, 0 against');

  // Saturday: it is in effect, and its points are claimed beside it.
  await nextDay();
  await tab(one, 'Today');
  await expect(one.locator('.card', { hasText: 'Counted last' })).toContainText('Proposal 301, Pupil 01: in effect');
  await tab(one, 'Rules');
  await does.press(one, one.locator('#rule-301').getByRole('link', { name: '301', exact: true }).first());
  await fold(one, 'Claim points by this rule');
  await field(one, 'Points', '250');
  await field(one, 'Why', 'Chess is fun.');
  await button(one, 'Claim points by this rule');
  await expect(one.getByRole('main')).toContainText('You claim that Pupil 01 has won');
  await button(one, 'Claim it now');
  await tab(other, 'Today');
  await expect(other.getByRole('main')).toContainText('Pupil 01 claims to have won');

  // Nobody calls for a Judgement until Monday is over.
  for (let day = 0; day < 3; day += 1) await nextDay();
  for (const page of [one, other]) {
    await tab(page, 'Today');
    await expect(page.locator('.standing')).toContainText('Pupil 01 has won');
  }
}
