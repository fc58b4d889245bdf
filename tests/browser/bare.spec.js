// Without scripts: candidacy and votes, a rematch, and what was typed wrongly is still there.
import { test, expect, enter } from './club.js';

const bare = (browserOf, who) => browserOf(who, { width: 360, javaScriptEnabled: false });

async function opensElection(page, phase) {
  await page.goto('/elections');
  await page.getByRole('article').filter({ hasText: phase }).first().getByRole('link').click();
}

test('candidacy and votes', async ({ browserOf }) => {
  const [member, nominee] = [await bare(browserOf, 'Priya Raman'), await bare(browserOf, 'Jonas Becker')];
  for (const page of [member, nominee]) await opensElection(page, 'nominations are open');
  await member.getByLabel('Whom you nominate').selectOption({ label: 'Jonas Becker' });
  await member.getByRole('button', { name: 'Nominate' }).click();
  const candidate = (page) => page.getByRole('article').filter({ hasText: 'Jonas Becker' });
  await expect(candidate(member)).toContainText('has not accepted yet');
  await nominee.reload();
  await nominee.locator('#accept-statement').fill('I bring the clocks.');
  await nominee.getByRole('button', { name: 'Accept and stand' }).click();
  await expect(candidate(nominee)).toContainText('I bring the clocks.');
  await nominee.getByRole('button', { name: 'Do not stand' }).click();
  await expect(candidate(nominee)).toHaveCount(0);

  await opensElection(member, 'voting is open');
  await member.getByRole('group', { name: 'Nia Bowen' }).getByLabel('5').check();
  await member.getByRole('group', { name: 'Maya Goldberg' }).getByLabel('2').check();
  await member.getByRole('button', { name: 'Vote' }).click();
  await expect(member.getByRole('status')).toHaveText('Your vote is cast.');
  await expect(member.getByRole('main')).toContainText('You have voted.');
});

test('a rematch that was not played, after one that could not have been', async ({ browserOf }) => {
  const overseer = await bare(browserOf, 'Rafael Okonkwo');
  const [game] = JSON.parse(process.env.ROOKERY_REMATCHES);
  await overseer.goto(`/games/${game}`);
  const rematch = overseer.locator('form[action$="/rematch"]');
  await rematch.getByLabel('What became of it').selectOption({ label: 'It was played' });
  await rematch.getByLabel('Result').selectOption({ label: 'Draw' });
  await rematch.getByLabel('How it ended').selectOption({ label: 'Checkmate' });
  await rematch.getByRole('button', { name: 'Record what became of it' }).click();
  await expect(overseer.getByRole('alert')).toBeVisible();
  await expect(rematch.getByLabel('Result')).toHaveValue('draw');
  await rematch.getByLabel('What became of it').selectOption({ label: 'The opponent was absent' });
  await rematch.getByRole('button', { name: 'What would this do?' }).click();
  await expect(overseer.getByRole('main')).toContainText('What this changes');
  await rematch.getByRole('button', { name: 'Record what became of it' }).click();
  await expect(overseer.getByRole('main')).toContainText('decided by forfeit');
  await overseer.getByRole('button', { name: 'Undo' }).click();
  await expect(overseer.getByRole('main')).toContainText('a rematch is due');
  await rematch.getByLabel('What became of it').selectOption({ label: 'The opponent was absent' });
  await rematch.getByRole('button', { name: 'Record what became of it' }).click();
  await expect(overseer.getByRole('status')).toHaveText('What became of the rematch is recorded.');
});

test('what was typed is still there, with what was wrong', async ({ browserOf }) => {
  const desk = await bare(browserOf, 'Tess Lindqvist');
  const refused = async (form, label, text) => {
    await form.getByLabel(label).fill(text);
    await form.getByRole('button').first().click();
    await expect(form.locator('.wrong').first()).toBeVisible();
    await expect(form.getByLabel(label)).toHaveValue(text);
  };
  await enter(desk, 'Moderators');
  await desk.getByRole('link', { name: 'People', exact: true }).click();
  await refused(desk.locator('form[action="/people"][method=post]'), 'Name', 'x'.repeat(200));
  await desk.getByRole('link', { name: 'Elin Vestergaard' }).first().click();
  await refused(desk.locator('form[action$="/name"]'), 'Name', 'y'.repeat(200));
  await refused(desk.locator('form[action$="/notes"]'), 'New note', 'z'.repeat(2001));
  await enter(desk, 'Sessions');
  await desk.getByRole('heading', { name: 'To come' }).locator('xpath=following-sibling::ul[1]').getByRole('link').last().click();
  await desk.getByText('Cancel this session').first().click();
  await refused(desk.locator('form[action$="/cancellation"]'), 'Reason', 'no');
  await desk.goto('/me/account');
  await refused(desk.locator('form[action$="/email"]'), 'E-mail address', 'tess@nowhere');
});
