// By keyboard alone: signing in, entering a game, taking the register, with the focus in view all the way.
import { test, expect, password } from './club.js';

/** Whether what has the focus shows it: an outline, within the window. */
async function showsFocus(page) {
  const [shown, what] = await page.evaluate(() => {
    const element = document.activeElement;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const inView = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    const shown = element === document.body || (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && inView);
    return [shown, element.outerHTML.slice(0, 200)];
  });
  expect(shown, what).toBe(true);
}

/** Goes on to something by Tab. */
async function tabTo(page, target) {
  for (let presses = 0; presses < 120; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
    await showsFocus(page);
  }
  throw new Error(`${target} is not reached by Tab`);
}

async function press(page, target, key = 'Enter') {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

test('by keyboard alone', async ({ browserOf }) => {
  const page = await browserOf(null);
  const link = (name) => page.getByRole('link', { name });
  await page.goto('/');
  await page.keyboard.press('Tab');
  await expect(link('Skip to the page')).toBeInViewport();
  await press(page, link('Sign in'));
  await tabTo(page, page.getByLabel('Handle or e-mail address'));
  await page.keyboard.type('tess-lindqvist');
  await tabTo(page, page.getByLabel('Password'));
  await page.keyboard.type(password);
  await press(page, page.getByRole('main').getByRole('button', { name: 'Sign in' }), 'Space');

  // A game of her own, under the eyes of another moderator.
  await press(page, link('Enter a game'));
  await press(page, page.getByRole('main').getByRole('link', { name: /^Imogen Hartley/ }));
  await press(page, page.getByRole('group', { name: 'I had Black' }).getByRole('button', { name: /^I lost/ }), 'Space');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Imogen Hartley – Tess Lindqvist 1–0');

  // The register: a search, a name, its letter.
  await press(page, link('Moderators'));
  await press(page, link('Take the register'));
  const absent = page.locator('#taps button').filter({ hasText: 'tap when here' }).first();
  const name = await absent.locator('span').textContent();
  await tabTo(page, page.getByLabel('Find a name'));
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  const found = page.locator('#taps').getByRole('button', { name: new RegExp(`^${name}`) });
  await expect(page.locator('#taps button')).toHaveCount(1);
  await tabTo(page, found);
  await page.keyboard.press('p');
  await expect(found).toContainText('here since');
  await showsFocus(page);
});
