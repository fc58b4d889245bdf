// A new club, without scripts: its link, the first Chief Justice, when it meets, a poster, the first register.
import { test, expect, password } from './club.js';

test('a club is set up in a few steps, without scripts', async ({ browserOf }) => {
  const chief = await browserOf(null, { width: 360, javaScriptEnabled: false });
  await chief.goto(process.env.ROOKERY_SETUP);
  await chief.getByLabel('Name', { exact: true }).fill('Rosalind Achebe');
  await chief.getByLabel('Password').fill('short');
  await chief.getByRole('button', { name: 'Become Chief Justice' }).click();
  await expect(chief.locator('.wrong').first()).toBeVisible();
  await expect(chief.getByLabel('Name', { exact: true })).toHaveValue('Rosalind Achebe');
  await chief.getByLabel('Password').fill(password);
  await chief.getByRole('button', { name: 'Become Chief Justice' }).click();
  await expect(chief.getByRole('heading', { level: 1 })).toHaveText('A new club in five minutes');

  await chief.getByLabel('Name of the club').fill('Rooks of the Hill');
  await chief.getByLabel('Who answers parents').fill('Ms Field');
  await chief.getByLabel('How to reach them').fill('chess@hill.example');
  await chief.locator('#club').getByRole('button', { name: 'Save' }).click();
  await expect(chief.locator('#club')).toContainText('done');
  await expect(chief.locator('header .home')).toHaveText('Rooks of the Hill');

  // Nothing is made up; it cannot end before it begins; what was typed is still there.
  for (const empty of ['Weekday', 'From', 'Room', 'Time zone']) await expect(chief.getByLabel(empty)).toHaveValue('');
  await chief.getByLabel('Weekday').selectOption('Friday');
  await chief.getByLabel('Time zone').selectOption('Europe/London');
  await chief.getByLabel('Room').fill('The library');
  await chief.getByLabel('From').fill('12:40');
  await chief.getByLabel('To', { exact: true }).fill('12:10');
  await chief.locator('#meet').getByRole('button', { name: 'Save' }).click();
  await expect(chief.locator('.wrong').first()).toBeVisible();
  await expect(chief.getByLabel('Room')).toHaveValue('The library');
  await chief.getByLabel('To', { exact: true }).fill('13:40');
  await chief.locator('#meet').getByRole('button', { name: 'Save' }).click();
  await expect(chief.locator('#meet')).toContainText('done');

  await chief.getByRole('link', { name: 'Invite people' }).click();
  await chief.getByLabel('How many').first().fill('0');
  await chief.getByRole('button', { name: 'Make a poster' }).click();
  await expect(chief.locator('.wrong').first()).toBeVisible();
  await chief.getByLabel('How many').first().fill('30');
  await chief.getByRole('button', { name: 'Make a poster' }).click();
  await expect(chief.locator('.poster code')).toBeVisible();
  await expect(chief.locator('.poster')).toContainText('Ms Field, chess@hill.example');

  // Where there is nothing yet, a page says what will be there, and nothing is wider than a phone.
  const { origin } = new URL(process.env.ROOKERY_SETUP);
  for (const [address, says] of [
    ['/games', 'No game yet.'],
    ['/tournaments', 'No tournament yet.'],
    ['/tables', 'Nobody sits at a table.'],
    ['/cases', 'No cases here.'],
    ['/opinions', 'No opinion yet.'],
    ['/declarations', 'Nothing has been declared yet.'],
  ]) {
    await chief.goto(origin + address);
    await expect(chief.locator('.card.empty')).toContainText(says);
    const beyond = await chief.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(beyond, `${address} sideways`).toBeLessThanOrEqual(0);
  }
});

test('one Save saves both steps that are filled in', async ({ browserOf }) => {
  const chief = await browserOf('Imogen Hartley');
  // The club that all stories share meets on Fridays: what is sent along is only looked at, and refused first.
  const sent = [];
  // A page in answer is a refusal, whatever its status.
  let answer = { status: 200, body: '' };
  await chief.route('**/start/house_rules', (route) => {
    sent.push(new URLSearchParams(route.request().postData()).get('session_weekday'));
    return route.fulfill(answer);
  });
  const open = () => chief.locator('.steps-list details').evaluateAll((steps) => steps.forEach((step) => step.setAttribute('open', '')));
  await chief.goto('/start');
  await open();
  await chief.getByLabel('Weekday').selectOption('Monday');
  // An end an hour after the beginning is offered, where none is there.
  await chief.getByLabel('To', { exact: true }).fill('');
  await chief.getByLabel('From').fill('15:10');
  await chief.getByLabel('Room').focus();
  await expect(chief.getByLabel('To', { exact: true })).toHaveValue('16:10');
  await chief.getByLabel('Who else plays').fill('Ann\nBen');
  await chief.locator('#club').getByRole('button', { name: 'Save' }).click();
  await expect(chief).toHaveURL(/\/start(#\w+)?$/);
  // A step that was refused stays as it was typed.
  await expect(chief.getByLabel('Weekday')).toHaveValue('Mon');
  expect(sent).toEqual(['Mon']);
  await expect(chief.getByLabel('Who else plays')).toHaveValue('Ann\nBen');
  answer = { status: 303, headers: { Location: '/start' } };
  await open();
  await chief.locator('#club').getByRole('button', { name: 'Save' }).click();
  await expect(chief.getByLabel('Weekday')).toHaveValue('Fri');
  expect(sent).toEqual(['Mon', 'Mon']);
  await expect(chief.getByLabel('Who else plays')).toHaveValue('Ann\nBen');
});
