// A club in mid-season and the people in it; whatever a page must never do is watched in every test.
import { test as base, expect } from '@playwright/test';

// Role to handle, as the demonstration names them.
export const people = JSON.parse(process.env.ROOKERY_PEOPLE);
const password = process.env.ROOKERY_PASSWORD;

/** Signs somebody in by the form; nobody for the visitor. */
export async function signIn(page, handle) {
  await page.goto('/sign-in');
  await page.locator('#login').fill(handle);
  await page.locator('#password').fill(password);
  await page.locator('main form button').click();
  await expect(page.locator('header a[href="/sign-in"]')).toHaveCount(0);
}

/** What a page asks of other hosts or is forbidden by its own policy, as it happens. */
export function watch(page) {
  const wrongs = [];
  page.on('console', (message) => {
    // A refusal shown on purpose is an answer with an error status; the browser tells of it on the console.
    const answered = message.text().startsWith('Failed to load resource') && message.location().url === page.url();
    if (message.type() === 'error' && !answered) wrongs.push(`console: ${message.text()} (${page.url()})`);
  });
  page.on('pageerror', (error) => wrongs.push(`script: ${error.message} (${page.url()})`));
  page.on('request', (request) => {
    const address = new URL(request.url());
    if (address.protocol.startsWith('http') && address.host !== new URL(process.env.ROOKERY_URL).host) {
      wrongs.push(`another host: ${request.url()}`);
    }
  });
  return wrongs;
}

export const test = base.extend({
  page: async ({ page }, use) => {
    const wrongs = watch(page);
    await use(page);
    expect(wrongs).toEqual([]);
  },
});

export { expect };
