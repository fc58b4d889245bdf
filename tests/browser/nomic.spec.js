// Nomic: a rule gets a title and a note, a draft a comment before it is proposed, and the help is found; without scripts.
import { test, expect } from './club.js';

/** The demonstration's game, at its page of today. */
async function game(page) {
  await page.goto('/tables?game=nomic');
  await page.locator('main .list a').first().click();
  await page.getByRole('link', { name: 'To the game' }).click();
}

const tab = (page, name) => page.getByRole('navigation', { name: 'Nomic' }).getByRole('link', { name, exact: true }).click();

/** Says something in one of the forms that are folded away below `place`. */
async function says(place, label, text, button) {
  await place.getByText('Say something about it').click();
  await place.getByLabel(label).fill(text);
  await place.getByRole('button', { name: button }).click();
}

test('rules have titles and notes, and drafts are talked over', async ({ browserOf }) => {
  const bare = (who) => browserOf(who, { javaScriptEnabled: false, width: 360 });
  const chief = await bare('Imogen Hartley');
  await game(chief);
  await tab(chief, 'Rules');
  await chief.locator('#rule-208').getByRole('link').click();
  await says(chief.getByRole('main'), 'Title', 'One vote each', 'Call it so');
  await expect(chief.getByRole('heading', { level: 1 })).toHaveText('Rule 208: One vote each');
  await says(chief.getByRole('main'), 'Your note', 'See also 113.', 'Add the note');
  await expect(chief.locator('blockquote.said', { hasText: 'See also 113.' })).toContainText('Imogen Hartley');
  await tab(chief, 'Rules');
  await expect(chief.locator('#rule-208')).toContainText('One vote each');
  // On a phone a rule's text has the width of the page, below its number and title.
  const { width } = await chief.locator('#rule-208 + dd').boundingBox();
  expect(width).toBeGreaterThan(300);

  // A draft begins with a kind of change, shows what it would do word by word, and is shown to the others.
  await chief.locator('#rule-208').getByRole('link').click();
  await chief.getByRole('link', { name: 'Repeal' }).click();
  await chief.getByRole('main').getByRole('button', { name: 'Show its effect' }).click();
  await expect(chief.locator('.preview del').first()).toBeVisible();
  await chief.getByRole('button', { name: 'Show it to the others as a draft' }).click();
  const other = await bare('Tess Lindqvist');
  await game(other);
  await tab(other, 'Threads');
  await other.getByRole('link', { name: 'Drafts' }).click();
  const draft = (page) => page.locator('main ol.list > li', { hasText: 'Repeal Rule 208' }).first();
  await says(draft(other), 'Your note', 'What would hold then?', 'Add the note');
  await chief.goto(other.url());
  await expect(draft(chief)).toContainText('What would hold then?');

  await tab(other, 'Today');
  await other.getByRole('link', { name: 'How Nomic is played here' }).click();
  await expect(other.getByRole('heading', { name: 'Who judges?' })).toBeVisible();
});
