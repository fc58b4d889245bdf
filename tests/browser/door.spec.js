// At the door: nothing private is left to go back to after sign-out, guessing costs work that the page does by itself,
// and what is typed as a password can be shown.
import { test, expect, people, password, signIn } from './club.js';
import { signsUp } from './joining.js';

test('back after sign-out shows nothing', async ({ browserOf }) => {
  const page = await browserOf(people['Chief Justice, who also runs the host']);
  for (const place of ['/me', '/administration', '/reports']) {
    await page.goto(place);
    await expect(page.getByRole('main')).toBeVisible();
  }
  await page.goto('/sign-out');
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('status')).toHaveText('You are signed out.');
  for (let steps = 0; steps < 4; steps += 1) {
    await page.goBack();
    await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
    await expect(page.locator('header a[href="/sign-out"]')).toHaveCount(0);
  }
});

test('while somebody guesses, a new device works before it signs in', async ({ browserOf }) => {
  // Nobody else's story signs her in: who is guessed at works at every new device for an hour.
  await signsUp(browserOf, 'Ottoline Frost');
  const page = await browserOf();
  const tries = async (given) => {
    await page.getByLabel('Handle or e-mail address').fill('ottoline-frost');
    await page.getByLabel('Password').fill(given);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  };
  await page.goto('/sign-in');
  for (let number = 0; number < 5; number += 1) {
    await tries('not the password');
    await expect(page.getByRole('alert')).toContainText('do not match');
  }
  await tries(password);
  await expect(page.getByRole('alert')).toContainText('the rest goes by itself');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(page.locator('header a[href="/sign-out"]')).toHaveCount(1);
  // The device is known from now on.
  await page.goto('/sign-out');
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
  await signIn(page, 'Ottoline Frost');
});

test('a password is shown while its button is pressed', async ({ browserOf }) => {
  const page = await browserOf();
  await page.goto('/sign-in');
  const [field, shows] = [page.getByLabel('Password'), page.getByRole('button', { name: 'Show password' })];
  await field.fill('not the password');
  await expect(field).toHaveAttribute('type', 'password');
  await page.keyboard.press('Tab');
  await expect(shows).toBeFocused();
  await page.keyboard.press('Space');
  await expect(shows).toHaveAttribute('aria-pressed', 'true');
  await expect(field).toHaveAttribute('type', 'text');
  await expect(field).toHaveValue('not the password');
  await shows.click();
  await expect(field).toHaveAttribute('type', 'password');

  // It is sent as a password, whatever was in sight; every page that asks for one has the button.
  await shows.click();
  await page.evaluate(() => addEventListener('submit', (event) => event.preventDefault()));
  await field.press('Enter');
  await expect(field).toHaveAttribute('type', 'password');
  await expect(shows).toHaveAttribute('aria-pressed', 'false');
  await page.goto('/reset');
  await shows.click();
  await expect(page.getByLabel('New password')).toHaveAttribute('type', 'text');
  const bare = await browserOf(null, { javaScriptEnabled: false });
  await bare.goto('/sign-in');
  await expect(bare.getByLabel('Password')).toBeVisible();
  await expect(bare.getByRole('button', { name: 'Show password' })).toHaveCount(0);
});

test('without scripts the page says what else there is to do', async ({ browserOf }) => {
  const page = await browserOf(null, { javaScriptEnabled: false });
  await page.goto('/sign-in');
  for (let number = 0; number < 6; number += 1) {
    await page.getByLabel('Handle or e-mail address').fill('nobody-at-all');
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  }
  await expect(page.getByRole('alert')).toContainText('Somebody is guessing');
  expect(await page.content()).toContain('sign in on a device on which you did so before');
});
