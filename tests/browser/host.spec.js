// Running the host: a file is tried before it is entered, or made ready to be taken, and the act log is verified.
import { readFile } from 'node:fs/promises';

import { test, expect, enter } from './club.js';

test('a file is tried, then entered', async ({ browserOf }) => {
  const host = await browserOf('Imogen Hartley');
  const file = { name: 'members.csv', mimeType: 'text/csv', buffer: Buffer.from('handle,name\ningrid-moe,Ingrid Moe\n') };
  await enter(host, 'Host');
  await host.getByRole('link', { name: 'Import and export' }).click();
  await host.getByLabel('File', { exact: true }).setInputFiles(file);
  await host.getByRole('button', { name: 'Try it, changing nothing' }).click();
  await expect(host.getByRole('main')).toContainText('members.csv');
  await expect(host.getByRole('status')).toContainText('tried, nothing changed');
  await host.getByRole('button', { name: 'Enter it' }).click();
  await expect(host.getByRole('status')).toContainText('Done');
  await expect(host.getByRole('status')).not.toContainText('tried');
  await enter(host, 'Moderators');
  await host.getByRole('link', { name: 'People', exact: true }).click();
  await expect(host.getByRole('link', { name: 'Ingrid Moe' })).toBeVisible();

  // Lines that would be refused: what can still be entered is the others.
  const bad = { ...file, buffer: Buffer.from('handle,name\ningrid-moe,Somebody Else\nyan-moe,Yan Moe\n') };
  await enter(host, 'Host');
  await host.getByRole('link', { name: 'Import and export' }).click();
  await host.getByLabel('File', { exact: true }).setInputFiles(bad);
  await host.getByRole('button', { name: 'Try it, changing nothing' }).click();
  await expect(host.getByRole('main')).toContainText('One line would be refused, and with it the whole file');
  await expect(host.getByRole('button', { name: 'Enter it' })).toHaveCount(0);
  await host.getByRole('button', { name: 'Enter the good lines' }).click();
  await expect(host.getByRole('status')).toContainText('Done');
  await enter(host, 'Moderators');
  await host.getByRole('link', { name: 'People', exact: true }).click();
  await expect(host.getByRole('link', { name: 'Yan Moe' })).toBeVisible();
  await enter(host, 'Host');
  await host.getByRole('button', { name: 'Verify the act log' }).click();
  await expect(host.getByRole('status')).toContainText('All of it agrees');
});

test('a file is made ready, then downloaded', async ({ browserOf }) => {
  // Without scripts too: the page comes again by itself until it is ready.
  for (const javaScriptEnabled of [true, false]) {
    const member = await browserOf('Imogen Hartley', { javaScriptEnabled });
    await member.goto('/administration/files');
    await member.getByRole('button', { name: 'games.pgn' }).click();
    await expect(member.getByRole('status')).toContainText('Ready');
    const download = member.waitForEvent('download');
    await member.getByRole('link', { name: 'Download games.pgn' }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    expect(file).toContain('[White "');
    expect(file).toBe(await (await member.request.get('/api/v1/exports/games.pgn')).text());
  }
});
