// Signing up with a code from a moderator's poster.
import { expect, enter, password } from './club.js';

/** Makes an account by the pages, as a newcomer does; gives their browser. */
export async function signsUp(browserOf, name) {
  const moderator = await browserOf('Tess Lindqvist');
  await enter(moderator, 'Moderators');
  await moderator.getByRole('link', { name: 'Invite people' }).click();
  await moderator.getByRole('button', { name: 'Make a poster' }).click();
  const code = await moderator.locator('.poster code').textContent();
  const newcomer = await browserOf(null, { width: 360 });
  await enter(newcomer, 'Sign in');
  await newcomer.getByRole('link', { name: 'Sign up with a code' }).click();
  // The code alone comes first: it may be for somebody, and then their name is known.
  await newcomer.getByLabel('Code').fill(code);
  await newcomer.getByRole('button', { name: 'Next' }).click();
  await newcomer.getByLabel('Name', { exact: true }).fill(name);
  // Stories begin without points; the handle is made of the name.
  await newcomer.getByLabel('Join the leaderboard').uncheck();
  await newcomer.getByLabel('Password').fill('short');
  await newcomer.getByRole('button', { name: 'Sign up' }).click();
  await expect(newcomer.locator('.wrong').first()).toBeVisible();
  await newcomer.getByLabel('Password').fill(password);
  await newcomer.getByRole('button', { name: 'Sign up' }).click();
  await expect(newcomer.locator('header a[href="/sign-in"]')).toHaveCount(0);
  return newcomer;
}
