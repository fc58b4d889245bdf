// Whole games by touch on a phone of 360 px: chess, against somebody who goes by the names that a screen reader reads, chess
// for several, Party Chess and Nomic. Four in a row is in room.spec.js, a network that drops and a game by keyboard in online.spec.js.
import { test, expect, boxOf, callsBeside, leavesFree, said } from './club.js';
import { frames } from './frames.js';
import { isSeen } from './looking.js';
import { playsNomic } from './months.js';

const phone = { width: 360, hasTouch: true };

/** Where a square of the board of chess is on the screen, White below. */
async function placeOf(page, name) {
  const board = page.locator('cg-board');
  await board.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await boxOf(board);
  const [file, rank] = [name.charCodeAt(0) - 97, Number(name[1])];
  return { x: x + ((file + 0.5) * width) / 8, y: y + ((8.5 - rank) * height) / 8 };
}

/** Taps squares of that board. */
async function taps(page, ...names) {
  for (const name of names) {
    const { x, y } = await placeOf(page, name);
    await page.touchscreen.tap(x, y);
  }
}

/** Where something is on the screen. */
async function middle(target) {
  const { x, y, width, height } = await boxOf(target);
  return { x: x + width / 2, y: y + height / 2 };
}

/** Forms that lead to another page are sent by a click: a tap is tried again by the browser's driver while the next page loads. */
async function consents(page) {
  const yes = page.getByRole('button', { name: 'I have read this and consent' });
  await expect(yes, 'nobody has to look for it').toBeInViewport({ ratio: 1 });
  await expect(page.locator('#in-short'), 'nor says yes to what they have not seen').toBeInViewport({ ratio: 1 });
  await yes.click();
  await expect(page.locator('#table')).toBeVisible();
}

/** The page fits, and what is to be hit is large enough for a finger. */
async function fits(page, target) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  // The page's part may be taken over anew just now.
  const smaller = async () => {
    const box = await target.boundingBox();
    return box && Math.min(box.width, box.height);
  };
  await expect.poll(smaller, 'a finger hits it').toBeGreaterThanOrEqual(24);
}

test('a whole game of chess by touch, against somebody who listens', async ({ browserOf }) => {
  const [white, black] = [await browserOf('Theo Papadakis', phone), await browserOf('Sofia Marchetti', phone)];
  await white.goto('/tables/new/chess');
  await white.getByLabel('Your seat').selectOption({ label: 'White' });
  await white.locator('#open-invite').selectOption({ label: 'Sofia Marchetti' });
  await white.getByRole('button', { name: 'Open the table' }).click();
  await white.locator('#standing a[href^="/online-consent"]').click();
  await consents(white);
  const table = new URL(white.url()).pathname;
  await black.goto(table);
  // A player on another page is told that their clock runs.
  await white.goto('/tables?game=four');
  await black.getByRole('button', { name: 'Accept and play' }).click();
  await consents(black);
  const call = white.locator('#calls a');
  await expect(call).toContainText('Your clock runs: Sofia Marchetti accepted.');
  const { height } = await boxOf(call);
  expect(Math.round(height), 'as high as a finger needs').toBe(44);
  const cut = (span) => span.scrollHeight > span.clientHeight || span.scrollWidth > span.clientWidth;
  expect(await call.locator('span').evaluate(cut), 'all of it is read').toBe(false);
  // Today lists the table itself.
  await white.goto('/today');
  await expect(white.locator(`#waits a[href="${table}"]`)).toBeVisible();
  await expect(call).toHaveCount(0);
  await white.goto('/rulebook');
  await call.click();
  await expect(white.locator('cg-board')).toBeVisible();
  await expect(call, 'at the table itself it is no news').toHaveCount(0);
  // Held sideways the phone shows the board with names and clocks beside it.
  await white.setViewportSize({ width: 740, height: 360 });
  for (const part of ['#board', '#side-0', '#side-1']) await expect(white.locator(part)).toBeInViewport({ ratio: 1 });
  expect((await boxOf(white.locator('#board'))).width).toBeGreaterThan(300);
  await callsBeside(white, '#board', '#side-0', '#side-1', '#steps', '#standing .soft a');
  await white.setViewportSize({ width: 360, height: 800 });
  await fits(white, white.locator('cg-board'));
  await expect(white.locator('#told'), 'nothing was refused').toBeHidden();
  await frames(white, 'A pawn of chess', await placeOf(white, 'e2'), await placeOf(white, 'a6'));

  // What is refused is told beside the board and the clocks, not over them.
  for (const [width, height] of [[360, 740], [360, 640], [740, 360]]) {
    await white.setViewportSize({ width, height });
    await taps(white, 'e2', 'e5');
    await expect(white.locator('#told')).not.toBeEmpty();
    await white.evaluate(() => scrollTo(0, 0));
    for (const part of ['cg-board', '#side-0', '#side-1']) {
      await expect.poll(() => leavesFree(white.locator('#told'), white.locator(part)), `${part} at ${width} × ${height} px`).toBe(true);
    }
  }
  await white.setViewportSize({ width: 360, height: 800 });

  // What is read to who does not see the board: the move that was made, whose turn it is, where everything stands.
  const hears = async (said) => expect(black.locator('#spoken')).toHaveText(said);
  const answers = async (move) => {
    await black.getByRole('textbox', { name: 'Your move, such as e4 or e2e4' }).fill(move);
    await black.getByRole('button', { name: 'Move', exact: true }).tap();
  };
  await taps(white, 'f2', 'f3');
  await hears('White: f3');
  await expect(black).toHaveTitle(/^Your turn · /);
  await expect(black.locator('#aloud')).toContainText('pawn');
  // What was said below leaves free whose move it is.
  await white.locator('#say').fill('Good luck');
  await white.locator('#say-form button').tap();
  await expect(black.locator('#unread')).toBeVisible();
  await expect.poll(() => leavesFree(black.locator('#unread'), black.locator('#to-move span:not([hidden])'))).toBe(true);
  await black.locator('#unread').tap();
  await expect(black.locator('#unread')).toBeHidden();
  // An offer is in sight, and covers nothing of the board.
  await white.getByRole('button', { name: 'Offer a draw' }).tap();
  const offer = black.locator('.offer');
  await expect(offer).toContainText('Theo Papadakis offers a draw');
  await black.evaluate(() => scrollTo(0, 0));
  await expect(offer).toBeInViewport({ ratio: 1 });
  const [asks, board] = [await boxOf(offer), await boxOf(black.locator('cg-board'))];
  expect(asks.y).toBeGreaterThanOrEqual(board.y + board.height);
  // Board, both clocks and the offer are in sight at once, also in a lower window; held sideways the steps, too. That there is no connection
  // covers none of them, nor what the table is called.
  const told = black.locator('#told');
  for (const lost of [false, true]) {
    await black.context().setOffline(lost);
    if (lost) await expect(told).toContainText('No connection');
    for (const [width, height] of [[360, 740], [360, 640], [375, 553], [320, 480], [740, 360], [844, 390], [568, 320]]) {
      await black.setViewportSize({ width, height });
      await black.evaluate(() => scrollTo(0, 0));
      for (const part of ['cg-board', '#side-0', '#side-1', ...(width > height ? ['#steps'] : [])]) {
        await expect(black.locator(part), `${part} at ${width} × ${height} px`).toBeInViewport({ ratio: 0.99 });
        await expect.poll(() => leavesFree(offer, black.locator(part)), `${part} at ${width} × ${height} px`).toBe(true);
        if (lost) await expect.poll(() => leavesFree(told, black.locator(part)), `${part} at ${width} × ${height} px`).toBe(true);
      }
      await expect(offer).toBeInViewport({ ratio: 1 });
      for (const part of lost ? [offer, black.locator('#standing .soft')] : []) await expect.poll(() => leavesFree(told, part)).toBe(true);
    }
  }
  await black.context().setOffline(false);
  await expect(told).toBeEmpty();
  await black.setViewportSize({ width: 360, height: 800 });
  await answers('e5');
  await expect(white.locator('#moves')).toContainText('e5');
  await taps(white, 'g2', 'g4');
  await hears('White: g4');
  // The last move ends the game, and with it the list of moves to step through.
  const [toWhite, toBlack] = [await said(white), await said(black)];
  await answers('Qh4#');
  for (const [page, heard] of [[white, toWhite], [black, toBlack]]) {
    await expect(page.locator('#standing')).toContainText('Black won: Checkmate');
    await expect.poll(heard).toMatch(/Qh4#.*Black won: Checkmate/s);
  }
  await expect(white.locator('.over .result')).toContainText('You lost');
  await expect(black.locator('.over .result')).toContainText('You won');
  // How it ended is told over the page once, also where the phone is held sideways, until it is closed.
  const more = black.getByRole('button', { name: 'Play again' });
  const close = black.getByText('Close', { exact: true });
  for (const [width, height] of [[360, 740], [360, 640], [740, 360]]) {
    await black.setViewportSize({ width, height });
    await black.locator('#replay .board').scrollIntoViewIfNeeded();
    for (const part of [black.locator('.over .result'), more]) await expect(part).toBeInViewport({ ratio: 1 });
    // Nor does it with calls of other games above the board, where that is upright.
    for (const calls of height > width ? [0, 2] : [0]) {
      await black.evaluate((count) => {
        const call = '<p class="call"><a href="/tables"><span>Your clock runs: your turn against somebody with a long name.</span> <b>Go there</b></a></p>';
        document.getElementById('calls').innerHTML = call.repeat(count);
        scrollTo(0, 0);
      }, calls);
      for (const name of ['#side-0', '#side-1']) await expect.poll(() => leavesFree(black.locator('.over'), black.locator(name)), `${name} at ${width} × ${height} px`).toBe(true);
      for (const part of [more, close]) await expect(part).toBeInViewport({ ratio: 1 });
    }
  }
  // In a low window there is room for more than a line, too: why they cannot play for points again.
  await black.setViewportSize({ width: 360, height: 640 });
  const why = '<p id="why-none">You have played for points online today. The next time is tomorrow (one game a day).</p>';
  for (const calls of [2, 0]) {
    await black.evaluate(([why, calls]) => {
      if (!document.getElementById('why-none')) document.querySelector('.over .result').insertAdjacentHTML('afterend', why);
      if (calls === 0) document.getElementById('calls').replaceChildren();
      scrollTo(0, 0);
    }, [why, calls]);
    for (const name of ['#side-0', '#side-1']) {
      await expect(black.locator(name)).toBeInViewport({ ratio: 1 });
      await expect.poll(() => leavesFree(black.locator('.over'), black.locator(name)), name).toBe(true);
    }
    for (const part of [more, close]) await expect(part).toBeInViewport({ ratio: 1 });
  }
  await black.evaluate(() => document.getElementById('why-none')?.remove());
  await black.setViewportSize({ width: 360, height: 740 });
  await black.locator('#replay .steps').scrollIntoViewIfNeeded();
  await fits(black, close);
  expect(await close.evaluate((button) => getComputedStyle(button).borderTopStyle), 'it looks like a button').toBe('solid');
  await close.tap();
  // Then, and for who comes later, it stands below the board, which is in sight as it was when the game ended.
  for (const comes of [async () => {}, () => black.reload()]) {
    await comes();
    await expect(black.locator('.over')).toHaveCSS('position', 'static');
    await expect(close).toBeHidden();
    await black.evaluate(() => scrollTo(0, 0));
    await expect(black.locator('#replay .board')).toBeInViewport({ ratio: 1 });
    const [board, ends] = [await boxOf(black.locator('#replay .board')), await boxOf(black.locator('.over'))];
    expect(ends.y).toBeGreaterThan(board.y + board.height);
  }
  for (const link of await black.locator('#moves a, #seats a').all()) {
    const { width, height } = await boxOf(link);
    expect(Math.min(width, height), 'a finger hits it').toBeGreaterThanOrEqual(40);
  }
  for (const button of [more, black.getByRole('button', { name: 'Share this game' })]) await expect(button).toBeVisible();
  // Where the browser refuses to copy it, the address is shown.
  await black.evaluate(() => {
    Object.defineProperty(navigator, 'share', { value: undefined });
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('refused')) } });
  });
  let shown;
  black.once('dialog', (dialog) => {
    shown = dialog.defaultValue();
    dialog.dismiss();
  });
  await black.getByRole('button', { name: 'Share this game' }).tap();
  await expect.poll(() => shown).toBe(black.url());
});

test('a whole game of chess for several by touch', async ({ browserOf }) => {
  const phones = [await browserOf('Marcus Tully', phone), await browserOf('Beatrix Holm', phone)];
  const [opener, other] = phones;
  await opener.goto('/tables/new/multiplayer');
  await opener.getByLabel('What the table is called').fill('Two of us');
  await opener.getByLabel('Board and players').selectOption({ label: 'Two on the ordinary board' });
  await opener.getByRole('button', { name: 'Open the table' }).click();
  await expect(opener.getByRole('button', { name: 'I am not ready' })).toBeVisible();
  await other.goto('/tables?game=multiplayer');
  await other.getByRole('listitem').filter({ hasText: 'Two of us' }).getByRole('button', { name: 'Sit down and play' }).tap();
  const turn = (page) => page.locator('.armies li[aria-current]').filter({ hasText: '(you)' });
  await expect(opener.locator('#sitting')).toBeVisible();
  const larger = opener.getByLabel('Larger board');
  await larger.check();
  await expect(larger, 'what makes it small again is in sight').toBeInViewport({ ratio: 1 });
  await larger.uncheck();
  await opener.evaluate(() => scrollTo(0, 0));
  for (const [from, to] of [['f2', 'f3'], ['e7', 'e5'], ['g2', 'g4'], ['d8', 'h4']]) {
    await expect.poll(async () => (await turn(opener).count()) + (await turn(other).count())).toBe(1);
    const mover = (await turn(opener).count()) ? opener : other;
    const square = (name) => mover.locator(`[data-square="${name}"]`);
    await fits(mover, square(from));
    if (from === 'f2') {
      await square(from).scrollIntoViewIfNeeded();
      await expect(mover.locator('.turn'), 'what to do is in sight with the board').toContainText('Your turn');
      await expect(mover.locator('.turn')).toBeInViewport({ ratio: 1 });
      await frames(mover, 'A pawn of chess for several', await middle(square(from)), await middle(square('a6')));
    }
    await square(from).tap();
    await expect(square(to)).toHaveClass(/ to/);
    await square(to).tap();
    await expect(turn(mover)).toHaveCount(0);
  }
  for (const page of phones) await expect(page.locator('#standing')).toContainText('wins: nobody else is left');
});

test('a game of Party Chess against the computer by touch', async ({ browserOf }) => {
  const page = await browserOf('Ravi Chandran', phone);
  await page.goto('/tables');
  await page.getByRole('button', { name: 'Try it against the computer' }).tap();
  await expect(page.locator('#board svg')).toBeVisible();
  const standing = page.locator('#turn');
  const square = (name) => page.locator('#board').getByRole('link', { name, exact: true });
  // A piece is chosen below the board, its square on the board, and a button says what it does; or the square is tapped twice.
  for (const [round, [kind, to]] of [['King', 'k8'], ['Rook', 'j8'], ['Bishop', 'l8']].entries()) {
    await expect(standing).toContainText(`Round ${round + 1}`);
    const piece = page.locator('.party-hand a.square', { hasText: kind });
    await fits(page, piece);
    await piece.tap();
    await expect(standing).toContainText('tap a marked square');
    await fits(page, square(`Place ${to}`));
    await square(`Place ${to}`).tap();
    const button = page.getByRole('button', { name: `${kind} to ${to}` });
    await expect(button, 'one tap plays nothing').toBeVisible();
    await expect(standing).toContainText('once more, or press the button');
    if (round === 0) await button.tap();
    else await square(`Place ${to}`).tap();
  }
  // What stands on the board shows where it can go; the computer's answer is in view, and whose turn it is.
  await expect(standing).toContainText('Round 4');
  await expect(standing).toBeInViewport();
  for (const one of await page.locator('#board :is(.last, [data-view])').all()) await expect.poll(() => isSeen(one)).toBe(true);
  await square(/^Rook .*, j8\)$/).tap();
  await page.locator('#board').getByRole('link', { name: /^Move / }).last().tap();
  await page.getByRole('button', { name: / to / }).tap();
  await expect(standing).toContainText('Round 5');
  await page.getByRole('button', { name: 'Stop practising' }).tap();
  await expect(page.locator('#standing')).toContainText('over');
});

/** Puts a finger on something, once: what it leads to may take its time. */
async function touches(page, target) {
  await expect(target).toBeVisible();
  await fits(page, target);
  await target.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const { x, y, width, height } = await boxOf(target);
  await page.touchscreen.tap(x + width / 2, y + height / 2);
}

test('a whole game of Nomic by touch', async ({ browserOf }) => {
  const fill = async (page, target, text) => {
    await touches(page, target);
    await expect(target).toBeFocused();
    await target.fill(text);
  };
  // What a phone shows of a list to choose from is its own.
  const choose = async (page, target, beginning) => {
    const option = target.locator('option', { hasText: new RegExp(`^\\s*${beginning}`) });
    await target.selectOption(await option.first().getAttribute('value'));
  };
  await playsNomic(browserOf, 0, phone, { press: touches, fill, choose });
});
