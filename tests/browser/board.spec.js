// The board of chess as its players use it: what a pawn becomes, moves made ahead, what is drawn, looking back, the clock's end, sounds,
// keys, and the other one's absence. Games that are played to their end are in online.spec.js and touch.spec.js.
import { test, expect, boxOf, covered } from './club.js';
import { tabTo } from './keys.js';
import { asks, begins, logged, plays } from './seating.js';

// One after the other: this club plays three games of chess online at a time, and each of its members three a day. None of them
// is asked for the consent here that other stories tell of.
test.describe.configure({ mode: 'default' });

const UNRATED = { minutes: 10, rated: false };
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
/** Those who play, and their table, of the story that is told. */
let sitting = [];

/** Two begin a game of chess, White first. */
async function chess(people, options = UNRATED) {
  const table = await begins(people, 'chess', options);
  sitting = [people, table];
  for (const page of people) await expect(page.locator('cg-board')).toBeVisible();
  return table;
}

/** Plays moves in turn, White's first, by the programs' door. */
async function moves(people, table, ...texts) {
  for (const [place, move] of texts.entries()) await plays(people[place % 2], table, { kind: 'move', move });
}

// No game goes on after its story, however that ended.
test.afterEach(async () => {
  const [people, table] = sitting;
  sitting = [];
  if (!people) return;
  const [page] = people;
  await page.goto(table);
  if ((await asks(page, 'get', table)).stage === 'playing') await plays(page, table, { kind: 'resign' });
});

/** Waits until the board is drawn as it stands: that comes with the next frame. */
const frame = (page) => page.evaluate(() => new Promise((drawn) => { requestAnimationFrame(() => requestAnimationFrame(drawn)); }));

/** Where a square is on the screen. */
async function place(page, name) {
  const board = page.locator('cg-board');
  await board.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await boxOf(board);
  const black = await page.locator('.cg-wrap.orientation-black').count();
  const [file, rank] = [name.charCodeAt(0) - 97, Number(name[1]) - 1].map((of) => (black ? 7 - of : of));
  return { x: x + ((file + 0.5) * width) / 8, y: y + ((7.5 - rank) * height) / 8 };
}

/** Clicks squares. */
async function clicks(page, names) {
  for (const name of names) {
    const { x, y } = await place(page, name);
    await page.mouse.click(x, y);
  }
}

/** What stands on a square as the board draws it, `white queen`. */
const man = (page, name) => page.locator('cg-board').evaluate(
  (board, name) => [...board.querySelectorAll('piece:not(.ghost)')].find((piece) => piece.cgKey === name)?.className ?? '', name);

/** How a square is marked. */
const marks = (page, name) => page.locator('cg-board').evaluate(
  (board, name) => [...board.querySelectorAll('square')].filter((square) => square.cgKey === name && square.style.display !== 'none').map((square) => square.className).join(' '), name);

const shows = (page, name, what) => expect.poll(() => man(page, name), `what stands on ${name}`).toBe(what);
const marked = (page, name, how) => expect.poll(() => marks(page, name), `how ${name} is marked`).toMatch(how);
const played = (page) => page.locator('#moves');
/** What somebody has drawn: arrows and circles. */
const drawn = (page) => page.locator('.marks path');

/** Rests a finger on a place until it draws there, and slides it on to another. */
async function rests(page, from, to = from) {
  const touch = await page.context().newCDPSession(page);
  const finger = (type, ...touchPoints) => touch.send('Input.dispatchTouchEvent', { type, touchPoints });
  const before = await drawn(page).count();
  await finger('touchStart', from);
  await expect(drawn(page), 'it shows that it draws').toHaveCount(before + 1);
  await finger('touchMove', { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 });
  await finger('touchMove', to);
  await finger('touchEnd');
  await touch.detach();
}

test('a pawn becomes what is chosen on its square; Escape leaves it where it stood', async ({ browserOf }) => {
  const people = [await browserOf('Priya Raman'), await browserOf('Jonas Becker')];
  const [white, black] = people;
  const table = await chess(people);
  await moves(people, table, 'a4', 'b5', 'axb5', 'a6', 'bxa6', 'Bb7', 'axb7', 'h6');
  await expect(played(white)).toContainText('h6');
  const dialog = white.locator('#promotion');
  // Escape, and a click beside the pieces, play nothing.
  for (const leave of [() => white.keyboard.press('Escape'), () => white.mouse.click(5, 5)]) {
    await clicks(white, ['b7', 'a8']);
    await expect(dialog).toBeVisible();
    const [asked, square] = [await boxOf(dialog.locator('button').first()), await place(white, 'a8')];
    expect(Math.abs(asked.x + asked.width / 2 - square.x), 'on the square').toBeLessThan(3);
    expect(Math.abs(asked.y + asked.height / 2 - square.y), 'on the square').toBeLessThan(3);
    await leave();
    await expect(dialog).toBeHidden();
    await shows(white, 'b7', 'white pawn');
    await shows(white, 'a8', 'black rook');
    expect(await logged(white, table, 'san')).toHaveLength(8);
  }
  for (const [kind, letter] of [['Queen', 'Q'], ['Rook', 'R'], ['Bishop', 'B'], ['Knight', 'N']]) {
    await clicks(white, ['b7', 'a8']);
    await dialog.getByRole('button', { name: kind }).click();
    for (const page of people) {
      await expect(played(page)).toContainText(`bxa8=${letter}`);
      await shows(page, 'a8', `white ${kind.toLowerCase()}`);
    }
    expect((await logged(white, table, 'san')).at(-1)).toBe(`bxa8=${letter}`);
    // It is taken back, and the next one is chosen.
    await white.getByRole('button', { name: 'Take my move back' }).click();
    await expect(black.locator('.offer')).toContainText('asks to take a move back');
    await black.getByRole('button', { name: 'Let it be taken back' }).click();
    for (const page of people) {
      await expect(played(page)).not.toContainText('bxa8');
      await shows(page, 'b7', 'white pawn');
    }
  }
});

/** Draws with the right button, an arrow or a circle; the board looks where the pointer is once a frame. */
async function draws(page, from, to = from) {
  const [start, end] = [await place(page, from), await place(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down({ button: 'right' });
  await frame(page);
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await frame(page);
  await page.mouse.up({ button: 'right' });
}

test('a move made ahead is played, given up or falls away; what is drawn stays with its position', async ({ browserOf }) => {
  const people = [await browserOf('Priya Raman'), await browserOf('Jonas Becker')];
  const [white, black] = people;
  const table = await chess(people);
  const ahead = async (from, to) => {
    await clicks(black, [from, to]);
    for (const name of [from, to]) await marked(black, name, /current-premove/);
  };
  await ahead('e7', 'e5');
  await clicks(black, ['a4']);
  await marked(black, 'e5', /^$/);
  await moves(people, table, 'd4');
  await marked(black, 'd4', /last-move/);
  expect(await logged(white, table, 'san'), 'what was given up is not played').toEqual(['d4']);
  await clicks(black, ['e7', 'e5']);
  await expect(played(white)).toContainText('e5');
  // It stays while the page takes another state, and is played when the move comes.
  await ahead('e5', 'd4');
  await white.getByRole('button', { name: 'Offer a draw' }).click();
  await expect(black.locator('.offer')).toContainText('Priya Raman offers a draw');
  await marked(black, 'd4', /current-premove/);
  await clicks(white, ['g1', 'f3']);
  for (const page of people) await expect(played(page)).toContainText('exd4');
  // The pawn that was to be taken has gone.
  await shows(black, 'd4', 'black pawn');
  await ahead('d4', 'c3');
  await clicks(white, ['f3', 'd4']);
  await expect(played(black)).toContainText('Nxd4');
  await marked(black, 'c3', /^$/);
  await shows(black, 'd4', 'white knight');
  expect(await logged(white, table, 'san')).toEqual(['d4', 'e5', 'Nf3', 'exd4', 'Nxd4']);
  await expect(black.locator('#told')).toBeEmpty();

  // An arrow and a circle, which nobody else sees.
  await draws(white, 'f1', 'c4');
  await draws(white, 'd5');
  await expect(drawn(white)).toHaveCount(2);
  expect(await drawn(black).count()).toBe(0);
  // The other one asks for something: the page is put in again, the position is the same.
  await plays(black, table, { kind: 'offer_draw' });
  await expect(white.locator('.offer')).toContainText('Jonas Becker offers a draw');
  await expect(drawn(white)).toHaveCount(2);
  // The same circle once more takes it away; a click takes all away, and so does a move.
  await draws(white, 'd5');
  await expect(drawn(white)).toHaveCount(1);
  await clicks(white, ['d5']);
  await expect(drawn(white)).toHaveCount(0);
  await draws(white, 'e4');
  await expect(drawn(white)).toHaveCount(1);
  await plays(black, table, { kind: 'move', move: 'Nc6' });
  await shows(white, 'c6', 'black knight');
  await expect(drawn(white)).toHaveCount(0);
});

test('a player turns the board, looks back while a move comes, and goes back to the game; a member watches', async ({ browserOf }) => {
  const people = [await browserOf('Marcus Tully'), await browserOf('Ravi Chandran')];
  const [white, black] = people;
  const table = await chess(people);
  const watcher = await browserOf('Milo Fairweather', phone);
  await watcher.goto(table);
  await expect(watcher.locator('cg-board')).toBeVisible();
  await clicks(white, ['e2', 'e4']);
  for (const page of [black, watcher]) {
    await shows(page, 'e4', 'white pawn');
    await marked(page, 'e4', /last-move/);
  }
  await expect(watcher.locator('#side-1'), 'whose move it is').toHaveAttribute('aria-current', 'true');
  // Who watches draws too, with a finger, for themselves; the next move wipes it away.
  await rests(watcher, await place(watcher, 'g1'), await place(watcher, 'f3'));
  await expect(drawn(watcher)).toHaveAttribute('data-on', '6 7 5 5');
  expect(await drawn(white).count()).toBe(0);
  await clicks(watcher, ['e7', 'e5']);
  await moves([black, white], table, 'e5', 'Nf3');
  await shows(watcher, 'f3', 'white knight');
  await expect(drawn(watcher)).toHaveCount(0);
  expect(await logged(white, table, 'san'), 'who watches plays nothing').toEqual(['e4', 'e5', 'Nf3']);

  // Who has Black has it below; turned, White and its name are there.
  await expect(black.locator('.cg-wrap')).toHaveClass(/orientation-black/);
  const lower = async (page) => {
    const [one, other] = [await boxOf(page.locator('#side-0')), await boxOf(page.locator('#side-1'))];
    return one.y > other.y ? 'White' : 'Black';
  };
  expect(await lower(black)).toBe('Black');
  const flip = black.getByRole('link', { name: 'Turn the board' });
  await flip.click();
  await expect(black.locator('.cg-wrap')).toHaveClass(/orientation-white/);
  expect(await lower(black)).toBe('White');
  await shows(black, 'f3', 'white knight');
  await flip.click();
  await expect(black.locator('.cg-wrap')).toHaveClass(/orientation-black/);

  // Back to the first move, where nothing can be moved; a move comes meanwhile and takes nobody away.
  const [back, stepping] = [white.locator('#steps a[rel=prev]'), white.locator('#stepping')];
  await expect(stepping).toBeHidden();
  await back.click();
  await back.click();
  await expect(stepping).toContainText('You are looking back. The game goes on.');
  await shows(white, 'f3', '');
  await shows(white, 'e5', '');
  await expect(white.locator('#moves a[aria-current]')).toHaveText('e4');
  await plays(black, table, { kind: 'move', move: 'Nc6' });
  await expect(played(white)).toContainText('Nc6');
  await shows(white, 'c6', '');
  await expect(stepping).toBeVisible();
  await clicks(white, ['d2', 'd4']);
  await shows(white, 'd4', '');
  await white.locator('#steps a[rel=first]').click();
  await shows(white, 'e4', '');
  await white.locator('#steps a[rel=next]').click();
  await shows(white, 'e4', 'white pawn');
  await white.getByRole('link', { name: 'To the game' }).click();
  await expect(stepping).toBeHidden();
  await shows(white, 'c6', 'black knight');
  await marked(white, 'c6', /last-move/);
  // A move of the list leads there too, and the last one back.
  await played(white).getByRole('link', { name: 'e5' }).click();
  await shows(white, 'f3', '');
  await white.locator('#steps a[rel=last]').click();
  await expect(stepping).toBeHidden();
  // A draw is offered just then: a move answers what its player sees, though the page that says so is still on its way.
  await white.evaluate(() => document.getElementById('table').addEventListener('told', ({ detail }) => { globalThis.known = detail.table?.number; }));
  let comes;
  const late = new Promise((done) => { comes = done; });
  await white.route(`**${table}`, async (route) => { await late; await route.fallback(); });
  const { number } = await plays(black, table, { kind: 'offer_draw' });
  await expect.poll(() => white.evaluate(() => globalThis.known)).toBe(number);
  await clicks(white, ['f1', 'b5']);
  for (const page of [black, watcher]) await shows(page, 'b5', 'white bishop');
  comes();
  // What is pressed while the page changes hears its click.
  await flip.hover();
  await black.mouse.down();
  const changed = black.waitForResponse((response) => response.request().method() === 'GET' && response.url().endsWith(table));
  await plays(white, table, { kind: 'offer_draw' });
  await changed;
  await black.mouse.up();
  await expect(black.locator('.cg-wrap')).toHaveClass(/orientation-white/);
  await expect(black.locator('.offer')).toContainText('Marcus Tully offers a draw');
});

test('what cannot be played is refused in a sentence at the board, and moves nothing', async ({ browserOf }) => {
  const people = [await browserOf('Marcus Tully'), await browserOf('Jonas Becker')];
  const [white, black] = people;
  const table = await chess(people);
  const told = (page, said) => expect(page.locator('#told')).toHaveText(said);
  const drags = async (page, from, to) => {
    const [start, end] = [await place(page, from), await place(page, to)];
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(end.x, end.y, { steps: 5 });
    await page.mouse.up();
  };
  await clicks(white, ['f1', 'f3']);
  await told(white, 'A bishop moves on diagonals.');
  await expect(white.locator('#told'), 'wherever the page is scrolled to').toBeInViewport({ ratio: 1 });
  for (const down of [120, 0]) {
    await white.evaluate((to) => scrollTo(0, to), down);
    await expect(white.locator('#told')).toBeInViewport({ ratio: 1 });
  }
  expect(await covered(white.locator('#told')), 'nothing that is pressed, no clock, no board').toEqual([]);
  // It is past with the next tap; another piece of one's own is chosen instead.
  await clicks(white, ['f1', 'g1']);
  await told(white, '');
  await clicks(white, ['f3']);
  await expect(played(white)).toContainText('Nf3');
  await clicks(white, ['g2', 'g7']);
  await told(white, 'Black has the move.');
  await drags(black, 'a8', 'a5');
  await told(black, 'A piece stands in the way.');
  await drags(black, 'a8', 'a7');
  await told(black, 'One of your own pieces stands on a7.');
  await clicks(black, ['e2']);
  await told(black, 'The piece on e2 is not one of yours.');
  await moves([black, white], table, 'e5', 'Nxe5', 'Qe7', 'a3', 'Qxe5');
  await shows(white, 'e5', 'black queen');
  await clicks(white, ['e2', 'e3']);
  await expect(played(white)).toContainText('e3');
  await moves([black, white], table, 'd6', 'Ba6');
  await shows(black, 'a6', 'white bishop');
  await moves([black, white], table, 'Qxe3+');
  await shows(white, 'e3', 'black queen');
  await clicks(white, ['a3', 'a4']);
  await told(white, 'Your king is in check, and still would be.');
  await clicks(white, ['e1', 'e2']);
  await told(white, 'Your king would be in check on e2.');
  expect((await logged(white, table, 'san')).at(-1), 'nothing was moved').toBe('Qxe3+');
});

/** Lets a page keep the pitch of each sound that it makes: `heard`. */
const listens = (page) => page.addInitScript(() => {
  globalThis.heard = [];
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function sounds(...when) {
    globalThis.heard.push(this.frequency.value);
    return start.apply(this, when);
  };
});
const heard = (page) => page.evaluate(() => globalThis.heard.splice(0));
const [MOVE, HURRY] = [330, 880];

test('little time is seen and heard once, a move is heard, and sounds that are turned off stay off', async ({ browserOf }) => {
  const people = [await browserOf('Beatrix Holm'), await browserOf('Ravi Chandran')];
  const [white, black] = people;
  await listens(white);
  const table = await chess(people, { minutes: 30, rated: false });
  const [clock, choice] = [white.locator('#clock-0'), white.getByLabel('Sounds')];
  await expect(choice).toBeChecked();
  await clicks(white, ['e2', 'e4']);
  await expect.poll(() => heard(white)).toContain(MOVE);
  await plays(black, table, { kind: 'move', move: 'e5' });
  await expect.poll(() => heard(white)).toContain(MOVE);
  await expect(clock).not.toHaveClass(/low/);
  // All but fifteen seconds pass on the page, and those slowly; in the service there is time for the slowest machine. What the
  // page still hears from it meanwhile puts its clock right: then time passes once more.
  await expect(async () => {
    const [minutes, seconds] = (await clock.textContent()).trim().split(':').map(Number);
    await white.evaluate((passed) => {
      globalThis.unhurried ??= performance.now.bind(performance);
      const [now, began, before] = [globalThis.unhurried, globalThis.unhurried(), performance.now()];
      performance.now = () => before + passed + (now() - began) / 10;
    }, (minutes * 60 + seconds - 15) * 1000);
    await expect(clock).toHaveClass(/low/, { timeout: 2000 });
  }).toPass();
  await expect(clock, 'tenths of a second').toHaveText(/^0:\d\d\.\d$/);
  await expect.poll(() => heard(white), 'three times in a row').toEqual([HURRY, HURRY, HURRY]);
  const before = await clock.textContent();
  await expect(clock).not.toHaveText(before);
  expect(await heard(white), 'once').toEqual([]);
  await choice.uncheck();
  await clicks(white, ['g1', 'f3']);
  await expect(played(white)).toContainText('Nf3');
  await plays(black, table, { kind: 'move', move: 'Nc6' });
  await expect(played(white)).toContainText('Nc6');
  expect(await heard(white)).toEqual([]);
  await white.reload();
  await expect(white.locator('cg-board')).toBeVisible();
  await expect(choice).not.toBeChecked();
  await choice.check();
  await clicks(white, ['f1', 'b5']);
  await expect.poll(() => heard(white)).toContain(MOVE);
});

test('a short game on the board by keyboard alone', async ({ browserOf }) => {
  const people = [await browserOf('Beatrix Holm'), await browserOf('Ravi Chandran')];
  const [white, black] = people;
  const table = await chess(people);
  const steps = { x: ['ArrowLeft', 'ArrowRight'], y: ['ArrowDown', 'ArrowUp'] };
  const at = async (page) => {
    await frame(page);
    return page.locator('cg-board').evaluate((board) => [...board.querySelectorAll('square.at')].find((square) => square.style.display !== 'none').cgKey);
  };
  /** Goes to a square by as many arrow keys as it takes, as the board lies for this player. */
  const goes = async (page, to) => {
    const turned = page === black;
    const from = await at(page);
    for (const [place, way] of ['x', 'y'].entries()) {
      const far = (to.charCodeAt(place) - from.charCodeAt(place)) * (turned ? -1 : 1);
      for (let step = 0; step < Math.abs(far); step += 1) await page.keyboard.press(steps[way][far > 0 ? 1 : 0]);
    }
    expect(await at(page)).toBe(to);
  };
  const board = (page) => page.getByRole('application', { name: 'The board' });
  const moved = async (page, from, to) => {
    await goes(page, from);
    await page.keyboard.press('Enter');
    await marked(page, from, /selected/);
    await goes(page, to);
    await page.keyboard.press('Enter');
  };
  for (const page of people) {
    await expect(page.getByText('Keys: ← ↑ → ↓ go over the board.')).toBeHidden();
    await tabTo(page, board(page));
    await expect(page.getByText('Keys: ← ↑ → ↓ go over the board.')).toBeVisible();
  }
  // What is below the cursor is said; a piece that was picked up is let go; the edge is the edge.
  await goes(white, 'e1');
  await expect(white.locator('#spoken')).toHaveText('e1: White king');
  await white.keyboard.press('ArrowDown');
  expect(await at(white)).toBe('e1');
  await goes(white, 'd2');
  await white.keyboard.press('Enter');
  await marked(white, 'd4', /move-dest/);
  await white.keyboard.press('Escape');
  await expect.poll(() => marks(white, 'd4')).not.toMatch(/move-dest/);
  // A move that is none is not made, and it is said why.
  await moved(white, 'd2', 'd5');
  await expect(white.locator('#told')).toHaveText('A pawn moves one square ahead, or two from its first place.');
  await shows(white, 'd2', 'white pawn');
  await moved(white, 'f2', 'f3');
  await expect(played(black)).toContainText('f3');
  await moved(black, 'e7', 'e5');
  await expect(played(white)).toContainText('e5');
  // Black moves ahead of White, by keys as well; what comes in leaves the focus where it is.
  await moved(black, 'd8', 'h4');
  await marked(black, 'h4', /current-premove/);
  await plays(black, table, { kind: 'offer_draw' });
  await expect(white.locator('.offer')).toBeVisible();
  await expect(board(white)).toBeFocused();
  await moved(white, 'g2', 'g4');
  for (const page of people) await expect(page.locator('#standing')).toContainText('Black won: Checkmate');
  expect(await logged(white, table, 'san')).toEqual(['f3', 'e5', 'g4', 'Qh4#']);
});

test('on a phone a player finds at the board what there is to do, draws with a finger, and reads that the other one is away', async ({ browserOf }) => {
  const people = [await browserOf('Marcus Tully', phone), await browserOf('Beatrix Holm', phone)];
  const [white, black] = people;
  const table = await chess(people);
  await white.evaluate(() => scrollTo(0, 0));
  const within = [white.getByRole('link', { name: 'Turn the board' }), white.getByRole('button', { name: 'Offer a draw' }), white.locator('#resigning summary')];
  for (const one of [white.locator('cg-board'), white.locator('#side-0'), white.locator('#side-1'), ...within]) await expect(one).toBeInViewport({ ratio: 1 });
  for (const one of within) {
    const { width, height } = await boxOf(one);
    expect(Math.min(width, height), 'a finger hits it').toBeGreaterThanOrEqual(40);
  }
  await white.getByRole('link', { name: 'Turn the board' }).tap();
  await expect(white.locator('.cg-wrap')).toHaveClass(/orientation-black/);
  await white.locator('#resigning summary').tap();
  const sure = white.getByRole('button', { name: 'Yes, resign' });
  await expect(sure).toBeInViewport({ ratio: 1 });
  const at = await boxOf(sure);
  for (const part of ['cg-board', '#side-0', '#side-1', '#resigning summary']) {
    const { x, y, width, height } = await boxOf(white.locator(part));
    expect(at.x < x + width && x < at.x + at.width && at.y < y + height && y < at.y + at.height, `it covers ${part}`).toBe(false);
  }
  await white.getByText('No, I play on').tap();
  await expect(sure).toBeHidden();
  const other = white.locator('#side-1');
  await expect(other.getByText('not here')).toBeHidden();
  await black.goto('/today');
  await expect(other.getByText('not here')).toBeVisible();
  await expect(white.locator('#side-0').getByText('not here'), 'oneself is there').toBeHidden();
  await black.goBack();
  await expect(other.getByText('not here')).toBeHidden();

  // A finger that rests marks a square, also one's own piece's, which is not picked up; one that slides on draws an arrow.
  await white.getByRole('link', { name: 'Turn the board' }).tap();
  await expect(white.locator('.cg-wrap')).toHaveClass(/orientation-white/);
  await rests(white, await place(white, 'e2'), await place(white, 'e4'));
  await rests(white, await place(white, 'd5'));
  await expect(drawn(white)).toHaveCount(2);
  await marked(white, 'e2', /^(?!.*selected)/);
  await shows(white, 'e2', 'white pawn');
  // A tap plays as ever.
  for (const name of ['e2', 'e4']) {
    const { x, y } = await place(white, name);
    await white.touchscreen.tap(x, y);
  }
  await shows(black, 'e4', 'white pawn');
  await expect(drawn(white)).toHaveCount(0);
  // So it is when the game is over.
  await plays(black, table, { kind: 'resign' });
  for (const page of people) {
    const square = async (x, y) => {
      const box = await boxOf(page.locator(`#replay .board rect[x="${x}"][y="${y}"]`));
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    await page.locator('#replay .board').scrollIntoViewIfNeeded();
    await rests(page, await square(2, 3), await square(4, 4));
    await expect(drawn(page)).toHaveAttribute('data-on', '2 3 4 4');
  }
});
