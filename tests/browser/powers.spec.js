// What moderators and the Chief Justice do to people, without scripts: each says what it does, and is undone again.
import { test, expect, enter } from './club.js';

test('monitors, pairs kept apart, sessions and offices, without scripts', async ({ browserOf }) => {
  const moderator = await browserOf('Tess Lindqvist', { width: 360, javaScriptEnabled: false });
  const desk = async (name) => {
    await enter(moderator, 'Moderators');
    await moderator.getByRole('link', { name, exact: true }).click();
  };
  const why = 'Three wins in which nobody else saw a board.';

  // A monitor: what was typed stays where it is refused.
  await desk('Monitors and clock orders');
  const monitor = moderator.locator('form[action="/desk/watch/monitors"]');
  await monitor.getByLabel('Member').selectOption({ label: 'Ingrid Solberg' });
  await monitor.getByLabel('What is suspected, and on what grounds').fill('odd');
  await monitor.getByRole('button').click();
  await expect(monitor.locator('.wrong').first()).toBeVisible();
  await expect(monitor.getByLabel('What is suspected, and on what grounds')).toHaveValue('odd');
  await monitor.getByLabel('What is suspected, and on what grounds').fill(why);
  await monitor.getByRole('button').click();
  const watched = moderator.getByRole('listitem').filter({ hasText: 'Ingrid Solberg' });
  await expect(watched).toContainText(why);
  await expect(moderator.getByRole('status')).toHaveText('The member is monitored.');
  await watched.getByLabel('Reason').fill('They were seen at the board by two of us.');
  await watched.getByRole('button', { name: 'Lift' }).click();
  await expect(watched).toHaveCount(0);

  // Two who do not play each other, and may again.
  await desk('Pairs kept apart');
  await moderator.getByLabel('One', { exact: true }).selectOption({ label: 'Nia Bowen' });
  await moderator.getByLabel('The other').selectOption({ label: 'Nia Bowen' });
  await moderator.getByLabel('Reason').fill('Siblings.');
  await moderator.getByRole('button', { name: 'Keep two apart' }).click();
  await expect(moderator.locator('.wrong').first()).toBeVisible();
  await moderator.getByLabel('The other').selectOption({ label: 'Luca Ferri' });
  await moderator.getByRole('button', { name: 'Keep two apart' }).click();
  await moderator.getByRole('button', { name: 'Let them play: ' }).click();
  await expect(moderator.getByRole('main')).toContainText('Nobody is kept apart.');

  // A session is cancelled, and held after all.
  await enter(moderator, 'Sessions');
  const coming = moderator.getByRole('heading', { name: 'To come' }).locator('xpath=following-sibling::ul[1]').getByRole('listitem');
  await coming.filter({ hasNotText: 'on now' }).first().getByRole('link').click();
  await moderator.getByText('Cancel this session').first().click();
  await moderator.getByLabel('Reason').fill('The room is painted.');
  await moderator.getByRole('button', { name: 'Cancel this session' }).click();
  await expect(moderator.getByRole('main')).toContainText('The room is painted.');
  await moderator.getByRole('button', { name: 'Hold it after all' }).click();
  await expect(moderator.getByText('Cancel this session').first()).toBeVisible();

  // Somebody is appointed, and dismissed.
  const chief = await browserOf('Imogen Hartley', { javaScriptEnabled: false });
  await chief.goto('/offices');
  await chief.getByText('Appoint somebody').first().click();
  const appoints = chief.locator('form[action="/offices"]');
  await appoints.getByLabel('Whom').selectOption({ label: 'Oscar Delgado' });
  await appoints.locator('#appoint-role').selectOption('moderator');
  await appoints.getByLabel('Reason').fill('He is there every Friday.');
  await appoints.getByRole('button').click();
  await expect(chief.getByRole('status')).toHaveText('The office is given.');
  await expect(chief).toHaveTitle(/^The office is given\. · /);
  await chief.reload();
  await expect(chief.getByRole('status')).toHaveCount(0);
  const holder = chief.locator('.card').filter({ hasText: 'Oscar Delgado' });
  await holder.getByText('Dismiss', { exact: false }).first().click();
  await expect(holder).toContainText('What was decided before stays');
  await holder.getByLabel('Reason').fill('He asked for it himself.');
  await holder.getByRole('button').click();
  await expect(holder).toHaveCount(0);
});
