// The Terms are changed: what changes is shown before it is published, and a house rule is in force at
// once; a moderator's change request is accepted.
import { test, expect, enter, picture } from './club.js';
import { signsUp } from './joining.js';
import { press, retype } from './keys.js';

// One after the other: each changes the version that the other began with.
test.describe.configure({ mode: 'default' });

test('the Terms are changed, and the service follows', async ({ browserOf }) => {
  const chief = await browserOf('Imogen Hartley');
  await enter(chief, 'Rulebook');
  await chief.getByRole('link', { name: 'Versions' }).click();
  await chief.getByRole('link', { name: 'Change the rulebook' }).click();
  await chief.getByLabel('Put another Act into the draft').selectOption('II.1');
  await chief.getByRole('button', { name: 'Add this Act' }).click();
  const wording = chief.getByRole('group', { name: 'II.1', exact: true }).getByLabel('Wording');
  await wording.fill(`${await wording.inputValue()} Whoever joins is welcomed by name.`);
  await chief.getByText('House rules', { exact: true }).last().click();
  await expect(chief.getByRole('group', { name: 'Points', exact: true }).getByLabel('Points on joining')).toBeVisible();
  await chief.getByLabel('Points on joining').fill('many');
  await chief.getByRole('button', { name: 'Show what changes' }).click();
  await expect(chief.getByRole('alert')).toBeVisible();
  await expect(chief.getByLabel('Points on joining')).toHaveValue('many');
  await chief.getByLabel('Points on joining').fill('120');
  await chief.getByRole('button', { name: 'Show what changes' }).click();
  const preview = chief.getByRole('region', { name: 'This is what changes' });
  await expect(preview.getByRole('insertion').filter({ hasText: 'welcomed by name' })).toBeVisible();
  await expect(preview.getByRole('listitem').filter({ hasText: 'Points on joining' })).toContainText('100 → 120');
  await preview.getByLabel('What changes and why').fill('A warmer welcome, and twenty points with it.');
  await picture(chief, 'rulebook');
  await preview.getByRole('button', { name: 'Publish it now' }).click();
  await expect(chief.getByRole('heading', { level: 1 })).toContainText('Version');

  // Everybody reads it, and a new member begins with the new number.
  const visitor = await browserOf(null);
  await visitor.goto('/rulebook/acts/II.1');
  await expect(visitor.getByRole('main')).toContainText('Whoever joins is welcomed by name.');
  await enter(visitor, 'Rulebook');
  await visitor.getByRole('link', { name: 'House rules' }).first().click();
  await expect(visitor.getByRole('row').filter({ hasText: 'Points on joining' })).toContainText('120');
  const newcomer = await signsUp(browserOf, 'Wilhelmina Achterberg');
  await enter(newcomer, 'Me');
  await newcomer.getByRole('button', { name: 'Join the leaderboard' }).click();
  await expect(newcomer.locator('.standing')).toContainText('120 points');

  // A moderator asks for a change; the Chief Justice accepts it in the words in which it was asked for. Not about
  // online play: others consent to its terms meanwhile.
  const moderator = await browserOf('Tess Lindqvist');
  await enter(moderator, 'Rulebook');
  await moderator.getByRole('link', { name: 'Change requests' }).click();
  await moderator.getByRole('link', { name: 'Write a change request' }).click();
  await moderator.getByLabel('Reports of one person that may wait').fill('7');
  await moderator.getByRole('button', { name: 'Show what changes' }).click();
  await moderator.getByLabel('What changes and why').fill('Seven are plenty.');
  await moderator.getByRole('button', { name: 'Ask the Chief Justice for it' }).click();
  await expect(moderator.getByRole('main')).toContainText('waits');
  await chief.goto(moderator.url());
  await chief.getByRole('button', { name: 'Accept and publish' }).click();
  await expect(chief.getByRole('main')).toContainText('accepted');
  await visitor.reload();
  await expect(visitor.getByRole('row').filter({ hasText: 'Reports of one person that may wait' })).toContainText('7');
});

test('an Act is changed without scripts, once its difference was read', async ({ browserOf }) => {
  const chief = await browserOf('Imogen Hartley', { javaScriptEnabled: false });
  await enter(chief, 'Rulebook');
  await chief.getByRole('link', { name: 'Versions' }).click();
  await chief.getByRole('link', { name: 'Change the rulebook' }).click();
  await chief.getByLabel('Put another Act into the draft').selectOption('I.4');
  await chief.getByRole('button', { name: 'Add this Act' }).click();
  const wording = chief.getByRole('group', { name: 'I.4', exact: true }).getByLabel('Wording');
  const before = await wording.inputValue();
  await wording.fill(`${before} Tea is served.`);
  await chief.getByRole('button', { name: 'Show what changes' }).click();
  const preview = chief.getByRole('region', { name: 'This is what changes' });
  await expect(preview.getByRole('insertion')).toContainText('Tea is served.');
  await preview.getByRole('button', { name: 'Publish it now' }).click();
  await expect(chief.getByRole('alert')).toBeVisible();
  await expect(wording).toHaveValue(`${before} Tea is served.`);
  await preview.getByLabel('What changes and why').fill('There is tea now.');
  await preview.getByRole('button', { name: 'Publish it now' }).click();
  await expect(chief.getByRole('heading', { level: 1 })).toContainText('Version');
  await chief.goto('/rulebook/acts/I.4');
  await expect(chief.getByRole('main')).toContainText('Tea is served.');
});

test('a house rule is changed by keyboard alone', async ({ browserOf }) => {
  const chief = await browserOf('Imogen Hartley');
  await press(chief, chief.getByRole('link', { name: 'Rulebook' }));
  await press(chief, chief.getByRole('link', { name: 'Versions' }));
  await press(chief, chief.getByRole('link', { name: 'Change the rulebook' }));
  await retype(chief, chief.getByLabel('Days to write the opinion'), '9');
  await press(chief, chief.getByRole('button', { name: 'Show what changes' }));
  const preview = chief.getByRole('region', { name: 'This is what changes' });
  await retype(chief, preview.getByLabel('What changes and why'), 'Two days more to write.');
  await press(chief, preview.getByRole('button', { name: 'Publish it now' }));
  await expect(chief.getByRole('heading', { level: 1 })).toContainText('Version');
});
