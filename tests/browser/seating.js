// Tables at once: people sit down and play by the service's programs' door, so that a story begins where it has something to tell.
import { expect } from './club.js';

/** What a program of somebody's asks of the service, with the secret of the page that they have open. */
export async function asks(page, method, path, data) {
  const csrf = await page.locator('meta[name=csrf]').getAttribute('content');
  const answer = await page.request[method](`/api/v1${path}`, { headers: { 'X-CSRF-Token': csrf }, data });
  expect(answer.ok(), `${method} ${path}: ${answer.ok() ? 'done' : await answer.text()}`).toBe(true);
  return answer.json();
}

/** Seats these people at a table in this order, lets the game begin and shows it to all of them; gives the table's address. */
export async function begins(people, game, options) {
  const [opener, ...others] = people;
  if (game === 'chess') {
    for (const page of people) {
      const { version, given_at: given } = await asks(page, 'get', '/online_consent');
      if (!given) await asks(page, 'post', '/online_consents', { version });
    }
  }
  const table = `/tables/${(await asks(opener, 'post', '/tables', { game, options, seat: 0 })).id}`;
  for (const page of others) await asks(page, 'post', `${table}/seats`, {});
  for (const page of people) await asks(page, 'put', `${table}/readiness`, { ready: true });
  for (const page of people) await page.goto(table);
  return table;
}

/** Plays by the programs' door, in answer to what was played last. */
export async function plays(page, table, play) {
  const { number } = await asks(page, 'get', table);
  return asks(page, 'post', `${table}/plays`, { answers: number, play });
}

/** What the table's log says was played: the members of each entry's effect that are asked for, where it has them. */
export async function logged(page, table, member) {
  const lines = (await (await page.request.get(`/api/v1${table}/log`)).text()).trim().split('\n').slice(1);
  return lines.map((line) => JSON.parse(line).effect?.[member]).filter(Boolean);
}
