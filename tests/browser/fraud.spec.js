// A fraud is reported, decided and declared; the member appeals, the Court overturns, and the points are
// back: with scripts and without.
import { test, expect, enter, picture } from './club.js';

// Both runs are about the same two members.
test.describe.configure({ mode: 'default' });

const PANEL = ['Rafael Okonkwo', 'Priya Raman', 'Jonas Becker'];

async function bringsIn(page, names) {
  await enter(page, 'Moderators');
  await page.getByRole('link', { name: 'Take the register' }).click();
  for (const name of names) {
    const button = page.locator('#taps').getByRole('button', { name: new RegExp(`^${name}`) });
    if (!(await button.getAttribute('class'))?.includes('here')) await button.click();
    await expect(button).toContainText('here since');
  }
}

/** The member's own score, as their page tells it. */
async function score(page) {
  await enter(page, 'Me');
  return Number((await page.locator('.standing').textContent()).match(/(\d+) points/)[1]);
}

/** Opens a case from the docket. */
async function reads(page, title) {
  await enter(page, 'The Court');
  await page.locator('.rows li').filter({ hasText: title }).first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
  await unfolds(page);
}

/** Opens what is folded on the page of a case: what it is about, and the docket. */
async function unfolds(page) {
  for (const text of ['What it is about', /^Docket/]) {
    const folded = page.locator('main > details:not([open]) > summary').filter({ hasText: text });
    if (await folded.count()) await folded.click();
  }
}

const state = (page, text) => expect(page.locator('main .state').first()).toHaveText(text);

for (const scripts of [true, false]) {
  const [accused, opponent] = scripts ? ['Aisha Mensah', 'Callum Reid'] : ['Callum Reid', 'Aisha Mensah'];
  const title = `${accused.split(' ')[0]} did play that game`;

  test(`a fraud decided, appealed and overturned${scripts ? '' : ', without scripts'}`, async ({ browserOf }) => {
    const opens = (who, width) => browserOf(who, { width, javaScriptEnabled: scripts });

    // The game that somebody will not believe.
    const moderator = await opens('Tess Lindqvist');
    await bringsIn(moderator, [accused, opponent]);
    const member = await opens(accused, 360);
    const without = await score(member);
    await member.goto('/');
    await member.getByRole('link', { name: 'Enter a game' }).click();
    await member.getByRole('link', { name: new RegExp(`^${opponent}`) }).click();
    // The two have played a few minutes ago, in the run before, and the opponent has entered it: this is another game.
    if (!scripts) await expect(member.getByRole('region', { name: 'Is that right?' })).toContainText(`${opponent} says: you lost`);
    await member.getByRole('group', { name: 'I had White' }).getByRole('button', { name: /^I won/ }).click();
    await expect(member.getByRole('heading', { level: 1 })).toContainText(`${accused} – ${opponent}`);
    const game = member.url().match(/\d+$/)[0];
    const having = await score(member);
    expect(having).toBeGreaterThan(without);

    // Reported.
    const reporter = await opens('Milo Fairweather', 360);
    await reporter.goto(`/games/${game}`);
    await reporter.getByRole('link', { name: 'Report something about this game' }).click();
    await reporter.getByLabel('Whom is it about?').selectOption({ label: accused });
    await expect(reporter.getByLabel('In which game')).toHaveValue(game);
    await reporter.getByLabel('What you saw').fill('short');
    await reporter.getByRole('button', { name: 'Send it' }).click();
    await expect(reporter.getByRole('alert')).toBeVisible();
    await expect(reporter.getByLabel('What you saw')).toHaveValue('short');
    await reporter.getByLabel('What you saw').fill('Nobody at the boards saw the two of them play today.');
    await reporter.getByRole('button', { name: 'Send it' }).click();
    await expect(reporter.getByRole('article').filter({ hasText: accused }).first()).toContainText('waits');

    // Found and decided, with the ladder's step and what it does before it is signed.
    await enter(moderator, 'Moderators');
    await moderator.getByRole('link', { name: 'Reports' }).click();
    const report = moderator.getByRole('article').filter({ hasText: accused }).first();
    await expect(report).toContainText('Nobody at the boards saw the two of them play today.');
    await report.getByRole('link', { name: 'Decide about it' }).click();
    // What is said of fraud shows once there is one.
    const ladder = moderator.getByText('The next step is:');
    await expect(ladder).toBeHidden();
    await moderator.getByLabel('Act it breaks').selectOption('II.4.1');
    await expect(moderator.getByRole('main')).toContainText('Nobody at the boards saw the two of them play today.');
    await moderator.getByRole('textbox', { name: 'What happened' }).fill('The game was entered, and nobody saw it played.');
    await moderator.getByLabel('Fraud: a step of the ladder').check();
    await expect(ladder).toBeVisible();
    await moderator.getByLabel('Reasons').fill('Asked apart, the two told different stories of the game.');
    await moderator.getByRole('button', { name: 'Show what this does' }).click();
    const preview = moderator.getByRole('region', { name: 'This is what it does' });
    await expect(preview).toContainText('Fraudulent games reversed, nothing else');
    const moved = preview.getByRole('row').filter({ hasText: accused }).getByRole('cell');
    await expect(moved).toHaveText([String(having), new RegExp(`^${without}`)]);
    if (scripts) await picture(moderator, 'decision');
    if (scripts) {
      // On a phone too the score after it is in sight: what follows cannot be undone.
      const size = moderator.viewportSize();
      await moderator.setViewportSize({ width: 360, height: 740 });
      expect(await preview.locator('.scroll').evaluate((table) => table.scrollWidth - table.clientWidth)).toBeLessThanOrEqual(0);
      await moderator.setViewportSize(size);
    }
    await preview.getByRole('button', { name: 'Sign it' }).click();
    await state(moderator, 'stands');
    const decision = moderator.url().match(/\d+$/)[0];
    expect(await score(member)).toBe(without);

    // Declared, for the club to read.
    await expect(moderator.getByRole('main')).toContainText('It is undone if that does not happen by');
    await moderator.getByRole('button', { name: 'Declare it' }).click();
    await expect(moderator.getByRole('main')).toContainText('Declared on');
    const reader = await opens('Milo Fairweather');
    await enter(reader, 'Declarations');
    await expect(reader.locator('.rows li').filter({ hasText: 'Decision: a member' }).first()).not.toContainText('undone');
    await expect(reader.getByRole('main')).not.toContainText('the two told different stories');
    if (scripts) await picture(reader, 'declarations');
    await reporter.reload();
    await expect(reporter.getByRole('article').filter({ hasText: accused }).first()).toContainText('decided');

    // The member is told, and appeals.
    await enter(member, 'Me');
    await member.getByRole('link', { name: 'Notifications' }).first().click();
    const told = member.getByRole('listitem').filter({ hasText: 'A decision about you' }).first().getByRole('link', { name: `Decision ${decision}` });
    // Messages are delivered some moments later, and without scripts no page renews itself.
    await expect(async () => {
      if ((await told.count()) === 0) await member.reload();
      await expect(told).toBeVisible({ timeout: 1000 });
    }).toPass({ timeout: 60_000 });
    await told.click();
    await expect(member.getByRole('main')).toContainText('Two justices, or the Chief Justice, say if it is heard');
    await member.getByRole('link', { name: 'Appeal this' }).click();
    await expect(member.getByRole('main')).toContainText(`decision ${decision}`);
    await member.getByLabel('In a few words').fill(title);
    await member.getByLabel('What is wrong with it, and what you ask for').fill('We played in the back corner. The scoresheet shows it.');
    await member.getByRole('button', { name: 'Keep as a draft' }).click();
    await expect(member.getByLabel('In a few words')).toHaveValue(title);
    await member.getByRole('button', { name: 'File it' }).click();
    await state(member, 'filed, not let in yet');
    await member.getByText('Add an exhibit').click();
    const exhibit = member.locator('details[open]').filter({ hasText: 'Add an exhibit' });
    await exhibit.getByLabel('File', { exact: true }).setInputFiles({ name: 'scoresheet.txt', mimeType: 'text/plain', buffer: Buffer.from('1. e4 e5 2. Qh5 Ke7 3. Qxe5#\n') });
    await exhibit.getByLabel('Title').fill('The scoresheet');
    await exhibit.getByRole('button', { name: 'Add it' }).click();
    await expect(member.getByRole('main')).toContainText('Exhibit: The scoresheet');
    await unfolds(member);
    await expect(member.getByRole('heading', { name: 'Exhibit: The scoresheet' })).toBeVisible();
    await member.getByRole('link', { name: /^Read it ?: \d+\. The scoresheet$/ }).click();
    await expect(member.locator('pre')).toHaveText('1. e4 e5 2. Qh5 Ke7 3. Qxe5#');
    await member.getByRole('link', { name: 'Back to the case' }).click();
    await expect(member).toHaveURL(/\/cases\/[^/]+#filing-\d+$/);

    // Leave and a panel, by the Chief Justice.
    const chief = await opens('Imogen Hartley');
    await reads(chief, title);
    await expect(chief.getByRole('region', { name: `${accused} – ${opponent}` })).toBeVisible();
    await chief.getByRole('button', { name: 'Let it in' }).click();
    await state(chief, 'let in, no panel yet');
    for (const justice of PANEL) await chief.getByLabel(justice).check();
    await chief.getByRole('button', { name: 'Pick the panel' }).click();
    await state(chief, 'panel picked');

    // The hearing: the moderator answers, a justice drafts, all vote, the one who presides counts.
    const justices = [];
    for (const justice of PANEL) justices.push(await opens(justice));
    const [presiding, author] = justices;
    await reads(presiding, title);
    await presiding.getByRole('button', { name: 'Open the hearing' }).click();
    await state(presiding, 'being heard');
    await reads(moderator, title);
    // The form is open, and an answer is what it files: it is awaited.
    const filing = moderator.locator('details[open]').filter({ hasText: 'File something' });
    await expect(filing.getByLabel('What', { exact: true })).toHaveValue('answer');
    await expect(filing.getByRole('listitem').filter({ hasText: 'Answer' })).toContainText('You decided it');
    await filing.getByLabel('Title').fill('What I was told');
    await filing.getByLabel('Text').fill('Nobody showed me a scoresheet when I asked.');
    await filing.getByRole('button', { name: 'File it' }).click();
    await expect(moderator.getByRole('main')).toContainText('Answer: What I was told');
    await unfolds(moderator);
    await expect(moderator.getByRole('heading', { name: 'Answer: What I was told' })).toBeVisible();
    await presiding.reload();
    await expect(presiding.getByRole('main')).toContainText('Nobody showed me a scoresheet when I asked.');
    // The form asks what the outcome chosen needs, and nothing else.
    const [heed, own] = ['What they have to mind when they decide again', 'The Court’s own decision in its place'];
    await expect(presiding.getByLabel(heed)).toBeHidden();
    await presiding.getByLabel('What the Court decides').selectOption({ label: 'sent back: the moderator decides again' });
    await expect(presiding.getByLabel(heed)).toBeVisible();
    await presiding.getByLabel('What the Court decides').selectOption({ label: 'overturned: it is undone' });
    await expect(presiding.getByLabel(heed)).toBeHidden();
    await expect(presiding.getByRole('group', { name: own })).toBeVisible();
    await presiding.getByRole('button', { name: 'Draft a judgment' }).click();
    for (const justice of justices) {
      await reads(justice, title);
      await justice.getByLabel('Draft by Rafael Okonkwo').check();
      await justice.getByRole('button', { name: 'Vote', exact: true }).click();
      await expect(justice.getByRole('main')).toContainText('These have voted:');
    }
    await presiding.reload();
    if (scripts) await picture(presiding, 'case');
    await presiding.getByRole('button', { name: 'Count the votes' }).click();
    await state(presiding, 'decided, opinion due');
    await expect(presiding.getByRole('main')).toContainText('By a majority: Rafael Okonkwo, Priya Raman and Jonas Becker');

    // The opinion.
    await reads(author, title);
    await author.getByLabel('Text', { exact: true }).first().fill('The scoresheet is in the hand of both.\n\nA game that *was* played is no fraud.');
    await author.getByRole('button', { name: 'Publish' }).click();
    await state(author, 'decided, opinion published');

    // The points are back, the decision is no more, and everybody can read why.
    expect(await score(member)).toBe(having);
    await member.goto(`/decisions/${decision}`);
    await state(member, 'overturned');
    await enter(reader, 'Leaderboard');
    await reader.getByLabel('Find a name').fill(accused);
    await reader.getByRole('button', { name: 'Find', exact: true }).click();
    await expect(reader.getByRole('row').filter({ hasText: accused }).locator('strong')).toHaveText(String(having));
    await enter(moderator, 'Declarations');
    await expect(moderator.locator('.rows li').filter({ hasText: 'the two told different stories' }).first()).toContainText('undone');
    await reader.goto(author.url().replace(/[?#].*/, ''));
    await expect(reader.getByRole('main')).not.toContainText(title);
    await expect(reader.getByRole('article').filter({ hasText: 'Opinion of the Court' })).toContainText('A game that was played is no fraud.');
  });
}
