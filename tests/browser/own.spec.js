// One's own things, without scripts: an authenticator, notifications, a draft, one's data and leaving.
import { createHmac } from 'node:crypto';
import { test, expect, enter, password } from './club.js';
import { signsUp } from './joining.js';

/** The six digits that an authenticator with this secret shows at an instant (RFC 6238). */
function digits(secret, at) {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret.replaceAll(/[^A-Z2-7]/g, '')].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const sum = createHmac('sha1', key).update(counter).digest();
  const number = sum.readUInt32BE(sum.at(-1) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

const goes = async (page, name) => {
  await enter(page, 'Me');
  await page.getByRole('navigation', { name: 'My pages' }).getByRole('link', { name }).click();
};

test("one's own things, without scripts", async ({ browserOf }) => {
  const bare = (who, options) => browserOf(who, { ...options, javaScriptEnabled: false });
  const member = await signsUp(bare, 'Philippa Quist');

  // An authenticator, from its secret to the codes for the day it is lost; a wrong code is told in place.
  await goes(member, 'Account');
  const begins = member.locator('form[action$="/authenticator"]');
  await begins.getByLabel('Your password').fill('not my password');
  await begins.getByRole('button').click();
  await expect(member.locator('.wrong').first()).toBeVisible();
  await begins.getByLabel('Your password').fill(password);
  await begins.getByRole('button').click();
  const secret = await member.locator('.secret').textContent();
  await member.getByLabel('Code', { exact: true }).fill('000000');
  await member.getByRole('button', { name: 'Confirm' }).click();
  await expect(member.locator('.wrong').first()).toBeVisible();
  await member.getByLabel('Code', { exact: true }).fill(digits(secret, Date.parse(process.env.ROOKERY_NOW)));
  await member.getByRole('button', { name: 'Confirm' }).click();
  await expect(member.locator('.codes li').nth(5)).toBeVisible();
  const recovery = await member.locator('.codes li').first().textContent();

  // From now on signing in asks for the password, and then for the code alone.
  await member.goto('/sign-out');
  await member.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
  await member.goto('/sign-in?next=/me/account');
  await member.getByLabel('Handle or e-mail address').fill('philippa-quist');
  await member.getByLabel('Password').fill(password);
  await member.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(member.getByLabel('Password')).toHaveCount(0);
  await member.getByLabel('Code', { exact: true }).fill('000000');
  await member.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(member.getByRole('alert')).toContainText('This code is wrong');
  await member.getByLabel('Code', { exact: true }).fill(recovery.trim());
  await member.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(member).toHaveURL(/\/me\/account$/);

  // How one is told.
  await goes(member, 'Notifications');
  await member.getByLabel("The club's news").check();
  await member.getByRole('button', { name: 'Save' }).click();
  await expect(member.getByLabel("The club's news")).toBeChecked();

  // Who has joined reads the Court. A draft is kept, found again, and thrown away.
  await enter(member, 'Me');
  await member.getByRole('button', { name: 'Join the leaderboard' }).click();
  await enter(member, 'The Court');
  await member.getByRole('link', { name: 'Petition the Court' }).click();
  await member.getByLabel('What is it about?').selectOption('Question: what does a rule mean?');
  await member.getByLabel('In a few words').fill('What a Friday is');
  await member.getByRole('button', { name: 'Keep as a draft' }).click();
  await member.getByRole('link', { name: 'What a Friday is' }).click();
  await expect(member.getByLabel('In a few words')).toHaveValue('What a Friday is');
  await member.goto('/cases/new');
  await member.getByText('Discard', { exact: true }).click();
  await member.getByRole('button', { name: 'Yes, discard it What a Friday is' }).click();
  await expect(member.getByRole('link', { name: 'What a Friday is' })).toHaveCount(0);

  // A copy of everything, a wish to leave, and thinking better of it.
  await goes(member, 'My data');
  const [copy] = await Promise.all([member.waitForEvent('download'), member.getByRole('link', { name: 'Download (JSON)' }).click()]);
  expect(await (await copy.createReadStream()).toArray().then((parts) => Buffer.concat(parts).toString())).toContain('Philippa Quist');
  await member.getByRole('button', { name: 'Ask to be removed' }).click();
  await expect(member.getByRole('main')).toContainText('You asked on');
  await expect(member.getByRole('status')).toHaveText('Your request is sent.');
  await member.getByRole('button', { name: 'Withdraw the request' }).click();
  await expect(member.getByRole('button', { name: 'Ask to be removed' })).toBeVisible();
});
