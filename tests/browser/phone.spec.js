// A lost phone: its owner signs out everywhere in another browser, and the phone is out; with scripts and without.
import { test, expect, enter, password, signIn } from './club.js';
import { signsUp } from './joining.js';

for (const [name, scripts] of [['Octavia Brandt', true], ['Ottilie Brandt', false]]) {
  test(`a lost phone is signed out${scripts ? '' : ', without scripts'}`, async ({ browserOf }) => {
    const opens = (who, options) => browserOf(who, { ...options, javaScriptEnabled: scripts });
    const phone = await signsUp(opens, name);
    const laptop = await opens(name);
    await enter(laptop, 'Me');
    await laptop.getByRole('link', { name: 'Account' }).click();
    const signIns = laptop.getByRole('region', { name: 'Where you are signed in' });
    await expect(signIns.getByRole('listitem')).toHaveCount(2);
    await expect(signIns.getByRole('listitem').filter({ hasText: 'This browser' })).toHaveCount(1);
    await enter(phone, 'Me');
    await expect(phone.getByRole('heading', { name })).toBeVisible();

    await signIns.getByLabel('Your password').fill(password);
    await signIns.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(laptop.locator('header a[href="/sign-in"]')).toHaveCount(1);
    await phone.reload();
    await expect(phone).toHaveURL(/\/sign-in\?next=/);
    await laptop.goto('/me');
    await expect(laptop).toHaveURL(/\/sign-in\?next=/);

    // Signed in again, the laptop is the only place.
    await signIn(laptop, name);
    await laptop.goto('/me/account');
    await expect(laptop.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem')).toHaveCount(1);
    await phone.goto('/games/new');
    await expect(phone).toHaveURL(/\/sign-in\?next=/);
  });
}
