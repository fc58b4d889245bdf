// How the pages are looked at: the system's Chromium, one club (tests/browser.rs starts it and says where).
import { defineConfig } from '@playwright/test';

// The shell draws pages without the windows and menus around them, which takes less time.
export const LAUNCH = {
  executablePath: '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
};

export default defineConfig({
  testDir: '.',
  outputDir: process.env.ROOKERY_TRACES ?? process.env.ROOKERY_SCRATCH,
  reporter: './telling.js',
  workers: 2,
  fullyParallel: true,
  timeout: 600_000,
  expect: { timeout: 60_000 },
  use: {
    baseURL: process.env.ROOKERY_URL,
    locale: 'en-GB',
    // A recording costs more than the story itself.
    trace: process.env.ROOKERY_TRACES ? 'retain-on-failure' : 'off',
    actionTimeout: 60_000,
    launchOptions: LAUNCH,
  },
});
