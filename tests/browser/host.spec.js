// Running the host: a file is tried before it is entered, by keyboard and without scripts too, or made ready to be
// taken, and the act log is verified.
import { readFile } from 'node:fs/promises';

import { test, expect, enter } from './club.js';
import { press } from './keys.js';
import { look } from './looking.js';

/** A file was tried; until then the page comes again by itself. */
async function isTried(host) {
  await expect(host.getByRole('status')).toContainText('Nothing is entered yet. It would enter:');
}

/** What was tried is entered, and who it names is there. */
async function isEntered(host, name) {
  await expect(host.getByRole('status')).toContainText(/^\s*Entered:/);
  await host.goto('/people');
  await expect(host.getByRole('link', { name })).toBeVisible();
}

test('a file is tried, then entered', async ({ browserOf }) => {
  const host = await browserOf('Imogen Hartley');
  const file = { name: 'members.csv', mimeType: 'text/csv', buffer: Buffer.from('handle,name\ningrid-moe,Ingrid Moe\n') };
  await enter(host, 'Host');
  await host.getByRole('link', { name: 'Import and export' }).click();
  await host.getByLabel('File', { exact: true }).setInputFiles(file);
  await host.getByRole('button', { name: 'Try it, changing nothing' }).click();
  await expect(host.getByRole('main')).toContainText('members.csv');
  await isTried(host);
  // No link leads to the pages of jobs, so a test that follows links does not look at them.
  const wrongs = [];
  await look(host, 'a trial', wrongs);
  await host.getByRole('button', { name: 'Enter it' }).click();
  await isEntered(host, 'Ingrid Moe');

  // Lines that would be refused: what can still be entered is the others.
  const bad = { ...file, buffer: Buffer.from('handle,name\ningrid-moe,Somebody Else\nyan-moe,Yan Moe\n') };
  await enter(host, 'Host');
  await host.getByRole('link', { name: 'Import and export' }).click();
  await host.getByLabel('File', { exact: true }).setInputFiles(bad);
  await host.getByRole('button', { name: 'Try it, changing nothing' }).click();
  await expect(host.getByRole('main')).toContainText('One line would be refused, and with it the whole file');
  await expect(host.getByRole('button', { name: 'Enter it' })).toHaveCount(0);
  await host.getByRole('button', { name: 'Enter the good lines' }).click();
  await isEntered(host, 'Yan Moe');
  await enter(host, 'Host');
  await host.getByRole('button', { name: 'Verify the act log' }).click();
  await expect(host.getByRole('status')).toContainText('All of it agrees');
  await look(host, 'a check', wrongs);
  expect(wrongs).toEqual([]);
});

test('a file is made ready, then downloaded', async ({ browserOf }) => {
  // Without scripts too: the page comes again by itself until it is ready.
  for (const javaScriptEnabled of [true, false]) {
    const member = await browserOf('Imogen Hartley', { javaScriptEnabled });
    await member.goto('/administration/files');
    await member.getByRole('button', { name: 'games.pgn' }).click();
    await expect(member.getByRole('status')).toContainText('Ready');
    const wrongs = [];
    if (javaScriptEnabled) await look(member, 'an export', wrongs);
    expect(wrongs).toEqual([]);
    const download = member.waitForEvent('download');
    await member.getByRole('link', { name: 'Download games.pgn' }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    expect(file).toContain('[White "');
  }
});

test('a file is tried, then entered, by keyboard alone', async ({ browserOf }) => {
  const host = await browserOf('Imogen Hartley');
  await press(host, host.getByRole('navigation', { name: 'Club' }).getByRole('link', { name: 'Host', exact: true }));
  await press(host, host.getByRole('link', { name: 'Import and export' }));
  // Asked for well before the key, as the browser takes a moment to leave the choice to a test.
  const chosen = host.waitForEvent('filechooser');
  await press(host, host.getByLabel('File', { exact: true }), 'Space');
  const chooser = await chosen;
  await chooser.setFiles({ name: 'by-keys.csv', mimeType: 'text/csv', buffer: Buffer.from('handle,name\nruna-moe,Runa Moe\n') });
  await press(host, host.getByRole('button', { name: 'Try it, changing nothing' }));
  await expect(host.getByRole('main')).toContainText('by-keys.csv');
  await isTried(host);
  await press(host, host.getByRole('button', { name: 'Enter it' }));
  await isEntered(host, 'Runa Moe');
});

test('a text is pasted and tried, then entered, without scripts', async ({ browserOf }) => {
  const host = await browserOf('Imogen Hartley', { width: 360, javaScriptEnabled: false });
  await enter(host, 'Host');
  await host.getByRole('link', { name: 'Import and export' }).click();
  await host.getByText('Or paste its text').click();
  await host.getByLabel("The file's text").fill('handle,name\nsunniva-moe,Sunniva Moe\n');
  await host.getByRole('button', { name: 'Try it, changing nothing' }).click();
  await expect(host.getByRole('main')).toContainText('pasted.csv');
  await isTried(host);
  await host.getByRole('button', { name: 'Enter it' }).click();
  await isEntered(host, 'Sunniva Moe');
});
