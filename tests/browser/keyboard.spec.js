// By keyboard alone: signing in, entering a game, taking the register, approving, the bell; a decision; a
// question to the Court, from the petition to its opinion and who joins it; an election; a rematch; whole games of Nomic and Party Chess.
import { test, expect, password } from './club.js';
import { choose, press, retype, showsFocus, tabTo } from './keys.js';
import { playsNomic } from './months.js';

test('by keyboard alone', async ({ browserOf }) => {
  const page = await browserOf(null);
  const link = (name) => page.getByRole('link', { name });
  await page.goto('/');
  await page.keyboard.press('Tab');
  await expect(link('Skip to the page')).toBeInViewport();
  await press(page, page.getByRole('banner').getByRole('link', { name: 'Sign in' }));
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
  const absent = page.locator('#taps button').filter({ hasText: 'not here' }).first();
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

/** Puts somebody on the register who is not there yet. */
async function isHere(page, name) {
  await press(page, page.getByRole('link', { name: 'Moderators' }));
  await press(page, page.getByRole('link', { name: 'Take the register' }));
  const tap = page.locator('#taps').getByRole('button', { name: new RegExp(`^${name}`) });
  await expect(tap).toBeVisible();
  if (await tap.getByText('not here').count()) await press(page, tap, 'p');
  await expect(tap).toContainText('here since');
}

test('approvals and the bell, by keyboard alone', async ({ browserOf }) => {
  const desk = await browserOf('Tess Lindqvist');
  const link = (name) => desk.getByRole('link', { name });
  const [white, black, watched] = ['Anouk de Vries', 'Yuki Tanabe', 'Leonie Fuchs'];
  for (const name of [white, black, watched]) await isHere(desk, name);

  // A game of others, one of them monitored, waits until another moderator approves it.
  await desk.goto('/games/new?whole=yes');
  await choose(desk, desk.getByLabel('White', { exact: true }), 'Anouk');
  await choose(desk, desk.getByLabel('Black', { exact: true }), 'Leonie');
  await choose(desk, desk.getByLabel('Result', { exact: true }), 'Draw');
  await choose(desk, desk.getByLabel('How it ended'), 'Draw');
  await press(desk, desk.getByRole('button', { name: 'Show what it changes' }));
  await press(desk, desk.getByRole('button', { name: 'Enter the game' }));
  await expect(desk.getByRole('heading', { level: 1 })).toContainText('½–½');
  await expect(desk.getByRole('main')).toContainText('waits for approval');
  await press(desk, desk.getByRole('button', { name: 'Approve' }));
  await expect(desk.getByRole('main')).toContainText('approved. Nothing stood against it.');

  // The bell.
  await press(desk, link('Moderators'));
  await press(desk, link('The bell ended a game'));
  await choose(desk, desk.getByLabel('White', { exact: true }), 'Anouk');
  await choose(desk, desk.getByLabel('Black', { exact: true }), 'Yuki');
  const more = desk.locator('.captures[data-side=white]').getByRole('button', { name: 'Rooks +1' });
  await press(desk, more, 'Space');
  await press(desk, desk.getByRole('button', { name: 'Who wins?' }));
  const answer = desk.getByRole('region', { name: 'The answer' });
  await expect(answer.getByRole('heading')).toHaveText('White won');
  await press(desk, answer.getByRole('button', { name: 'Enter the game' }));
  await expect(desk.getByRole('heading', { level: 1 })).toContainText(`${white} – ${black} 1–0`);
});

test('a decision is filed by keyboard alone', async ({ browserOf }) => {
  const desk = await browserOf('Tess Lindqvist');
  await desk.goto('/decisions/new');
  await choose(desk, desk.getByLabel('Who is it about?'), 'Dmitri');
  await press(desk, desk.getByRole('button', { name: 'Go on' }));
  await choose(desk, desk.getByLabel('Act it breaks'), 'They');
  await retype(desk, desk.getByLabel('What happened', { exact: true }), 'Sang through three games, though asked to stop.');
  await press(desk, desk.getByLabel('Points are taken'), 'Space');
  await retype(desk, desk.getByLabel('Points', { exact: true }), '5');
  await retype(desk, desk.getByLabel('Reasons'), 'Nobody at the other boards could think.');
  await press(desk, desk.getByRole('button', { name: 'Show what this does' }));
  await press(desk, desk.getByRole('button', { name: 'Sign it' }));
  await press(desk, desk.getByRole('button', { name: 'Declare it' }));
  await expect(desk.getByRole('main')).toContainText('Declared on');
});

const state = (page, text) => expect(page.locator('main .state').first()).toHaveText(text);

test('a question is put to the Court and answered, by keyboard alone', async ({ browserOf }) => {
  const title = 'Is humming allowed?';
  const member = await browserOf('Milo Fairweather');
  await press(member, member.getByRole('link', { name: 'The Court' }));
  await press(member, member.getByRole('link', { name: 'Petition the Court' }));
  await choose(member, member.getByLabel('What is it about?'), 'Question');
  await retype(member, member.getByLabel('In a few words'), title);
  await retype(member, member.getByLabel('What is wrong with it, and what you ask for'), 'Some hum while they think. May they?');
  await press(member, member.getByRole('button', { name: 'File it' }));
  await expect(member.getByRole('heading', { level: 1 })).toContainText(title);
  const place = new URL(member.url()).pathname;

  const chief = await browserOf('Imogen Hartley');
  await chief.goto(place);
  await press(chief, chief.getByRole('button', { name: 'Let it in' }));
  const panel = ['Rafael Okonkwo', 'Priya Raman', 'Jonas Becker'];
  for (const justice of panel) await press(chief, chief.getByLabel(justice), 'Space');
  await press(chief, chief.getByRole('button', { name: 'Pick the panel' }));
  await state(chief, 'panel picked');

  const justices = [];
  for (const justice of panel) justices.push(await browserOf(justice));
  const [presiding] = justices;
  await presiding.goto(place);
  await press(presiding, presiding.getByRole('button', { name: 'Open the hearing' }));
  await choose(presiding, presiding.locator('#draft-acts-0'), 'Play');
  await retype(presiding, presiding.locator('#draft-reading-0'), 'Whoever hums loses no points, and stops when asked.');
  await press(presiding, presiding.getByRole('button', { name: 'Draft a judgment' }));
  await expect(presiding.getByLabel('Draft by Rafael Okonkwo')).toBeVisible();
  for (const justice of justices) {
    await justice.goto(place);
    await press(justice, justice.getByLabel('Draft by Rafael Okonkwo'), 'Space');
    await press(justice, justice.getByRole('button', { name: 'Vote', exact: true }));
    await expect(justice.getByRole('main')).toContainText('These have voted:');
  }
  await presiding.goto(place);
  await press(presiding, presiding.getByRole('button', { name: 'Count the votes' }));
  await state(presiding, 'decided, opinion due');
  await retype(presiding, presiding.getByLabel('Text', { exact: true }).first(), 'A hum is no move.');
  await press(presiding, presiding.getByRole('button', { name: 'Publish' }));
  await expect(presiding.getByRole('article').filter({ hasText: 'Opinion of the Court' })).toContainText('A hum is no move.');
  const [, joining] = justices;
  await joining.goto(place);
  await press(joining, joining.getByRole('button', { name: 'Join this opinion' }));
  await expect(joining.getByRole('article').filter({ hasText: 'Opinion of the Court' })).toContainText('joined by Priya Raman');
  await expect(joining.getByRole('button', { name: 'Join this opinion' })).toHaveCount(0);
});

test('candidacy and votes, by keyboard alone', async ({ browserOf }) => {
  const opens = async (page, phase) => {
    await page.goto('/elections');
    await press(page, page.getByRole('article').filter({ hasText: phase }).first().getByRole('link'));
  };
  const [member, nominee] = [await browserOf('Callum Reid'), await browserOf('Rafael Okonkwo')];
  const candidate = (page) => page.getByRole('article').filter({ hasText: 'Rafael Okonkwo' });
  await opens(member, 'nominations are open');
  await choose(member, member.getByLabel('Whom you nominate'), 'Rafael');
  await press(member, member.getByRole('button', { name: 'Nominate' }));
  await expect(candidate(member)).toContainText('has not accepted yet');
  await opens(nominee, 'nominations are open');
  await retype(nominee, nominee.locator('#accept-statement'), 'I set up the boards.');
  await press(nominee, nominee.getByRole('button', { name: 'Accept and stand' }));
  await expect(candidate(nominee)).toContainText('I set up the boards.');
  await press(nominee, nominee.getByRole('button', { name: 'Do not stand' }));
  await expect(candidate(nominee)).toHaveCount(0);

  // Points are given by arrow keys.
  await opens(member, 'voting is open');
  for (const [name, points] of [['Nia Bowen', 5], ['Maya Goldberg', 2]]) {
    const scores = member.getByRole('group', { name });
    await tabTo(member, scores.getByLabel('0'));
    for (let point = 0; point < points; point += 1) await member.keyboard.press('ArrowRight');
    await expect(scores.getByLabel(String(points))).toBeChecked();
  }
  await press(member, member.getByRole('button', { name: 'Vote' }));
  await expect(member.getByRole('main')).toContainText('You have voted.');
});

test('a rematch that was not played, by keyboard alone', async ({ browserOf }) => {
  const [, game] = JSON.parse(process.env.ROOKERY_REMATCHES);
  const desk = await browserOf('Tess Lindqvist');
  await press(desk, desk.getByRole('link', { name: 'Moderators' }));
  await press(desk, desk.getByRole('main').locator(`a[href="/games/${game}#rematch"]`));
  await expect(desk.getByRole('main')).toContainText('a rematch is due');
  const rematch = desk.locator('form[action$="/rematch"]');
  await choose(desk, rematch.getByLabel('What became of it'), 'Who');
  await expect(rematch.getByLabel('What became of it').locator('option:checked')).toHaveText('Who objected was absent');
  await press(desk, rematch.getByRole('button', { name: 'Record what became of it' }));
  await expect(desk.getByRole('main')).toContainText('the game is final');
  await expect(rematch).toHaveCount(0);
});

test('a whole game of Nomic by keyboard alone', async ({ browserOf }) => {
  await playsNomic(browserOf, 1, {}, { press, fill: retype, choose });
});

test('a whole game of Party Chess by keyboard alone', async ({ browserOf }) => {
  const [host, guest] = [await browserOf('Marcus Tully'), await browserOf('Ravi Chandran')];
  const main = (page) => page.getByRole('main');
  const button = (page, name) => main(page).getByRole('button', { name, exact: true });
  const fold = (page, name) => press(page, main(page).locator('summary', { hasText: name }));
  const board = (page) => page.locator('#board');
  const stands = (page, name) => expect(board(page).getByRole('link', { name })).toHaveCount(1);
  const enters = (page) => press(page, page.getByRole('navigation', { name: 'Club', exact: true }).getByRole('link', { name: 'Games room' }));
  const turn = (page) => expect(page.locator('#turn')).toContainText('Your turn', { timeout: 20_000 });

  // A table of two Offices, and a player at each.
  await enters(host);
  await press(host, main(host).locator('a[href="/tables/new/party"]'));
  await retype(host, host.getByLabel('Names of the armies'), 'NAP, Azure');
  await press(host, host.locator('#open-more > summary'));
  await retype(host, host.getByLabel('Seats for players without an army'), '0');
  await retype(host, host.getByLabel('What the table is called'), 'By keys');
  await choose(host, host.getByLabel('Your seat'), 'NAP');
  await press(host, button(host, 'Open the table'));
  await expect(host.locator('#waits-for')).toHaveText('The game waits for one more player.');
  await enters(guest);
  const seat = guest.getByRole('listitem').filter({ hasText: 'By keys' });
  await press(guest, seat.getByRole('button', { name: 'Sit down and play' }));

  // An army each: the one of pieces from lists by their first letters, the other that which is offered. The focus goes to what
  // the log says of it.
  for (const [page, kinds] of [[host, ['Rook', 'Rook', 'Camel', 'Jester', 'Pawn']], [guest, []]]) {
    if (kinds.length > 0) await fold(page, /^Change it$/);
    for (const [place, kind] of kinds.entries()) await choose(page, page.getByLabel(`Piece ${place + 1}`, { exact: true }), kind);
    await press(page, button(page, 'This is my army'));
    await expect(page.locator('#latest')).toBeFocused();
    await expect(page.locator('.party-hand a.square')).toHaveCount(6);
  }

  // One more piece is bought, from lists, and asked about before it is paid.
  await fold(host, 'What else you can do');
  await fold(host, /^Buy a piece$/);
  await choose(host, host.locator('#buying-kind'), 'Pawn');
  await press(host, button(host, 'Buy'));
  await expect(host.locator('#asked')).toContainText('It costs A$8.');
  await press(host, button(host, 'Yes, buy it'));
  await expect(host.locator('.party-hand a.square')).toHaveCount(7);

  // A piece by its name, a square typed: Enter asks, and Enter once more plays. A square that is none is told, and typed again.
  await turn(host);
  const king = host.locator('.party-hand a.square').filter({ hasText: 'King' });
  await press(host, king);
  await expect(host.locator('#picked h2')).toContainText('King');
  await expect(king, 'the next piece is a Tab away').toBeFocused();
  const to = host.getByLabel('Another square');
  await retype(host, to, 'zz');
  await host.keyboard.press('Enter');
  await expect(host.locator('#why-not')).toContainText('is no square');
  await expect(to).toBeFocused();
  await retype(host, to, 'e5');
  await host.keyboard.press('Enter');
  await expect(button(host, 'King to e5')).toBeFocused();
  await showsFocus(host);
  await host.keyboard.press('Enter');
  for (const page of [host, guest]) await stands(page, /^King .*, e5\)$/);
  await expect(board(host).locator('a:focus'), 'the focus is where the piece went').toHaveAttribute('aria-label', /^King .*, e5\)$/);

  // By the board's own keys: Escape lets a piece go, and leads back to it among the own ones.
  await turn(guest);
  const own = guest.locator('.party-hand a.square').filter({ hasText: 'King' });
  await press(guest, own);
  await expect(guest.locator('#picked h2')).toContainText('King');
  await guest.keyboard.press('Escape');
  await expect(guest.locator('#picked')).toHaveCount(0);
  await expect(own, 'the focus never left it').toBeFocused();
  await guest.keyboard.press('Enter');
  await expect(guest.locator('#picked h2')).toContainText('King');
  await tabTo(guest, guest.locator('#board a:not([tabindex="-1"])'), 'Shift+Tab');
  await guest.keyboard.press('Home');
  const place = board(guest).getByRole('link', { name: 'Place a20', exact: true });
  await expect(place).toBeFocused();
  await guest.keyboard.press('Enter');
  await expect(button(guest, 'King to a20')).toBeVisible();
  await expect(board(guest).locator('a:focus'), 'Enter once more plays').toHaveAttribute('aria-label', /a20/);
  await guest.keyboard.press('Enter');
  for (const page of [host, guest]) await stands(page, /^King .*, a20\)$/);

  // A turn goes by, after a word more.
  await turn(host);
  await fold(host, /^Pass$/);
  await press(host, button(host, 'Yes, pass: my turn is over'));
  await turn(guest);

  // The Umpire ends the game.
  await fold(host, 'What else you can do');
  await fold(host, /^Chess-Umpire$/);
  await fold(host, 'Leave, or end the game');
  await retype(host, host.locator('#end-reason'), 'The story is told');
  await press(host, button(host, 'End the game'));
  await press(host, button(host, 'Yes, end the game'));
  for (const page of [host, guest]) await expect(page.locator('#standing')).toContainText('Over: The story is told');
});
