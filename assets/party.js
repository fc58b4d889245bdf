// The Party Board with a script: taps answer without another page, a second tap on a square plays, the board is made larger
// and smaller and shows what matters, and it is one stop of the Tab key.
import { fits, pan } from "./pan.js";

const table = document.getElementById("table");
// Sizes count in whole boards; a square of so many pixels is large enough for a finger.
const sizes = [1, 1.6, 2.4, 3.6, 5];
const finger = 24;
let size = 0;
/** @type {number | undefined} The size that the reader has chosen. */
let wished;
// Where the board was moved to, and the square that had the focus, for when its part of the page is put in again.
let [left, top] = [0, 0];
/** @typedef {{ x: number, y: number }} Square Counted from the top left. */
/** @type {Square | undefined} */
let focused;
// What the page has sent and has no answer to yet: its act, the table's number then, and where the play went.
/** @type {{ act: string, to?: Square, number: number } | undefined} */
let sent;

/** The piece that the page shows as picked. @type {string | null} */
let shown;
/** What the page is asked for just now, and whether it was tapped again meanwhile. @type {{ address: string, twice: boolean } | undefined} */
let asking;

const frame = () => document.getElementById("board");

/** The square that a link on the board lies on. @param {SVGAElement} link */
function place(link) {
  const square = link.querySelector("rect");
  return { x: Number(square?.getAttribute("x")), y: Number(square?.getAttribute("y")) };
}

/** The board's links in the order in which one reads. */
function links() {
  const all = [...document.querySelectorAll("#board a")].map((link) => ({ link, ...place(link) }));
  return all.sort((one, other) => one.y - other.y || one.x - other.x);
}

/** @param {Square | undefined} square */
const at = (square) => square && links().find(({ x, y }) => x === square.x && y === square.y)?.link;

function pickedSquare() {
  const moved = frame()?.querySelector(".picked")?.transform.baseVal.getItem(0).matrix;
  return moved && { x: moved.e, y: moved.f };
}

/** The square that is chosen, or where a chain has come to. */
function chosenSquare() {
  const chosen = document.querySelector("#board .chosen") ?? [...document.querySelectorAll("#board .mark.path")].at(-1);
  return chosen && { x: Number(chosen.getAttribute("x")), y: Number(chosen.getAttribute("y")) };
}

/** Leaves the Tab key one link of the board: the one that has the focus or had it, else the picked piece. */
function rove() {
  const all = links();
  const stop = at(focused) ?? at(pickedSquare()) ?? all[0]?.link;
  for (const { link } of all) link.tabIndex = link === stop ? 0 : -1;
  return stop;
}

/** Brings these into view, and remembers where the board was moved to: the event that says so comes later, and the page may be put in again before.
    @param {Element[]} elements @param {boolean} [always] */
function panTo(elements, always) {
  const board = frame();
  if (!board || elements.length === 0) return;
  pan(board, elements, always);
  [left, top] = [board.scrollLeft, board.scrollTop];
}

/** What the page wants seen: of a picked piece the chosen square or where a chain has come to, and the piece; else what
    happened last, and one's own pieces or a King in Check. */
function wanted() {
  const picked = document.getElementById("picked");
  const first = [...document.querySelectorAll(picked ? "#board :is(.mark.path, .chosen)" : "#board .last")];
  const pieces = document.querySelectorAll("#board :is([data-view=here], [data-view=near])");
  return [...(picked ? first.slice(-1) : first), ...pieces];
}

/** Brings what the page wants seen into view: a picked piece large enough for a finger; else all of it, as large as that
    goes. */
function bring() {
  const board = frame();
  const drawn = board?.querySelector("svg");
  if (!board || !drawn) return;
  const whole = drawn.getBoundingClientRect().width / sizes[size];
  const [elements, picked] = [wanted(), document.getElementById("picked")];
  const large = sizes.findIndex((one) => (whole * one) / 21 >= finger);
  resize(wished ?? (picked || elements.length > 0 ? large : 0));
  while (size > 0 && !picked && !fits(board, elements)) resize(size - 1);
  panTo(elements.length > 0 ? elements : [drawn], true);
}

/** The page stands so that the board is seen, with whose turn it is and what is told of a piece. */
function reveal() {
  const board = frame();
  const wide = matchMedia("(width >= 64rem) and (height > 30rem)").matches;
  if (wide) return board?.scrollIntoView({ block: "nearest", inline: "nearest" });
  document.getElementById("turn")?.scrollIntoView({ block: "start", inline: "nearest" });
}

/** What the chosen army is worth and how its pieces go, at every choice: the button that counts it is for those without a script. */
function countArmy() {
  const total = document.getElementById("army-sum");
  if (!total) return;
  let sum = 0;
  const chosen = [...document.querySelectorAll("#army option:checked")];
  document.querySelectorAll("#army .so-far").forEach((output, place) => {
    sum += Number(chosen[place].dataset.worth);
    output.value = String(sum);
  });
  const kinds = [...document.querySelectorAll("#army-kinds [data-kind]")];
  document.querySelectorAll("#army .goes").forEach((goes, place) => {
    const kind = kinds.find((kind) => kind.dataset.kind === chosen[place].value);
    if (kind) goes.replaceChildren(...kind.cloneNode(true).childNodes);
  });
  document.getElementById("army-chosen").textContent = chosen.map((option) => option.text.split(" (")[0]).join(", ");
  total.value = String(sum);
  total.classList.toggle("wrong", sum > Number(total.dataset.most));
  document.getElementById("army-count").hidden = true;
}

/** Makes the board another size. @param {number} to */
function resize(to) {
  size = Math.min(Math.max(to, 0), sizes.length - 1);
  frame()?.style.setProperty("--zoom", String(sizes[size]));
  for (const button of document.querySelectorAll("[data-zoom]")) {
    button.disabled = button.dataset.zoom === "1" ? size === sizes.length - 1 : size === 0;
  }
}

function show() {
  if (!frame()) return;
  countArmy();
  document.querySelector(".party .zoom")?.removeAttribute("hidden");
  resize(size);
  rove();
}

/** Makes the board larger, smaller or whole, and keeps what is in its middle there. @param {number} by */
function zoom(by) {
  const board = frame();
  if (!board) return;
  const across = (board.scrollLeft + board.clientWidth / 2) / board.scrollWidth;
  const down = (board.scrollTop + board.clientHeight / 2) / board.scrollHeight;
  resize(by === 0 ? 0 : size + by);
  wished = size;
  const [x, y] = [across * board.scrollWidth, down * board.scrollHeight];
  board.scrollTo(x - board.clientWidth / 2, y - board.clientHeight / 2);
}

/** The board is there again, where it was and with the focus that it had. @param {boolean} had */
function again(had) {
  show();
  frame()?.scrollTo(left, top);
  if (had) rove()?.focus({ preventScroll: true });
}

/** The piece that is picked, by its address. */
const pickedPiece = () => new URLSearchParams(location.search).get("piece");

/** Remembers what has the focus beside the board, and gives it to what follows from it: to the play that was asked about in the card of a
    piece, to the same link or field as before, or to the piece that was let go. */
function keepFocus() {
  const held = document.activeElement;
  if (!held?.closest("#game") || held.closest("#board")) return () => {};
  const [inCard, piece] = [held.closest("#picked") !== null, shown];
  const same = held.id ? `#${CSS.escape(held.id)}` : `#game a[href="${CSS.escape(held.getAttribute("href") ?? "")}"]`;
  return () => {
    /** @param {string} selector @returns {HTMLElement | null} */
    const first = (selector) => document.querySelector(selector);
    const play = inCard ? first("#picked form.offer :is(select, button)") : null;
    if (play) return play.focus();
    const again = first(same) ?? first(`.party-hand a[href="?piece=${CSS.escape(piece ?? "")}#board"]`) ?? rove();
    again?.focus({ preventScroll: true });
  };
}

/** Fetches what a tap asks for and puts it in the place of the game's part; tapped twice, it is played.
    @param {string} address @param {boolean} push */
async function ask(address, push) {
  if (asking?.address === address) {
    asking.twice = true;
    return;
  }
  const own = { address, twice: false };
  asking = own;
  const answer = await fetch(address, { headers: { Accept: "text/html" } }).catch(() => undefined);
  if (!answer?.ok) return location.assign(address);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  // What is pressed just now, such as the same square once more, is to hear its click.
  while (table.querySelector("#game :active")) await new Promise((later) => setTimeout(later, 20));
  // Something else was asked for meanwhile.
  if (asking !== own) return;
  asking = undefined;
  const [here, fresh] = [document.getElementById("game"), page.getElementById("game")];
  if (!here || !fresh) return location.assign(address);
  const had = frame()?.contains(document.activeElement) ?? false;
  [left, top] = [frame()?.scrollLeft ?? 0, frame()?.scrollTop ?? 0];
  const stood = frame()?.getBoundingClientRect().top ?? 0;
  const giveFocus = keepFocus();
  here.replaceChildren(...fresh.childNodes);
  const before = shown;
  if (push) history.pushState({}, "", address);
  shown = pickedPiece();
  again(had);
  // Another piece may be elsewhere; a square of the same one was just tapped, and a second tap is to hit it.
  if (shown === before) {
    // What is told above the board may be longer now.
    scrollBy(0, (frame()?.getBoundingClientRect().top ?? stood) - stood);
    panTo(wanted());
    document.getElementById("why-not")?.scrollIntoView({ block: "nearest" });
  } else {
    bring();
    if (shown) reveal();
  }
  giveFocus();
  if (own.twice) playAsked();
  replayOn();
}

/** Where the address asks for a replay, the next step comes by itself, until the board stands as it does now. */
function replayOn() {
  /** @type {HTMLAnchorElement | null} */
  const next = document.querySelector("#game .steps a[rel=next]");
  if (!next || !new URLSearchParams(location.search).has("replay")) return;
  const address = new URL(next.href);
  if (address.searchParams.has("at")) address.searchParams.set("replay", "1");
  const here = location.href;
  setTimeout(() => {
    // A reader who has gone to another page meanwhile stays there.
    if (location.href !== here) return;
    history.replaceState({}, "", address);
    ask(address.href, false);
  }, 1500);
}

/** Whether a link of the board lies on the chosen square. @param {SVGAElement} link */
function isChosen(link) {
  const [{ x, y }, chosen] = [place(link), chosenSquare()];
  return chosen?.x === x && chosen.y === y;
}

/** Plays what was asked about, where that is one play without a choice; else its button gets the focus. */
function playAsked() {
  const buttons = [...document.querySelectorAll("#picked form.offer button")];
  if (buttons.length === 1 && !buttons[0].form?.querySelector("select")) buttons[0].click();
  else buttons[0]?.focus();
  return buttons.length > 0;
}

/** A square by name as a place on the board. @param {string | null} name */
function placeOf(name) {
  const [, column, row] = /^([a-t])(\d+)$/.exec(name?.trim().toLowerCase() ?? "") ?? [];
  return column ? { x: column.charCodeAt(0) - 96, y: 20 - Number(row) } : undefined;
}

/** What was sent is done: its form is empty again, and the focus on the board, or on what the log says of it.
    @param {NonNullable<typeof sent>} what */
function done({ act, to }) {
  const latest = document.getElementById("latest");
  document.getElementById("spoken").textContent = latest?.textContent?.trim() ?? "";
  if (act === "play") {
    focused = to;
    again(true);
    return reveal();
  }
  again(false);
  /** @type {HTMLButtonElement | null} */
  const button = document.querySelector(`#game form [name=act][value="${CSS.escape(act)}"]`);
  button?.form?.reset();
  latest?.focus({ preventScroll: true });
  latest?.scrollIntoView({ block: "nearest" });
}

/** The page is there again, by what was sent from here or by others: what happened is brought into view. */
function taken() {
  if (document.querySelector("#told p")) sent = undefined;
  const what = sent;
  const happened = Number(table.dataset.number) > number;
  number = Number(table.dataset.number);
  if (!what || number <= what.number) again(focused !== undefined && document.activeElement === document.body);
  else {
    sent = undefined;
    done(what);
  }
  shown = pickedPiece();
  if (happened && !shown) bring();
}

let number = Number(table.dataset.number);

/** Whether an address is this table's own. @param {URL} address */
const own = (address) => address.pathname === location.pathname;

table.addEventListener("click", (event) => {
  const button = event.target.closest("[data-zoom]");
  if (button) return zoom(Number(button.dataset.zoom));
  const link = event.target.closest("#game a");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const address = new URL(link.getAttribute("href") ?? "", location.href);
  if (!own(address)) return;
  event.preventDefault();
  // The second tap on a square, or Enter there once more, plays.
  const tapped = event.target.closest("#board a");
  if (tapped && isChosen(tapped) && playAsked()) return;
  ask(address.href, true);
});

table.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method === "post") {
    const act = String(new FormData(form, event.submitter).get("act"));
    const to = placeOf(new URLSearchParams(location.search).get("to"));
    sent = form.closest("#game") ? { act, to, number: Number(table.dataset.number) } : undefined;
    // After a play the page is the table itself, not what was asked about it.
    return location.search && history.replaceState({}, "", location.pathname);
  }
  const address = new URL(form.action);
  if (!own(address)) return;
  event.preventDefault();
  // No field of such a form is a file.
  const fields = /** @type {[string, string][]} */ ([...new FormData(form)]);
  address.search = String(new URLSearchParams(fields));
  ask(address.href, true);
});

table.addEventListener("keydown", (event) => {
  const away = document.getElementById("lets-go");
  if (event.key === "Escape" && away) {
    focused = pickedSquare();
    return away.click();
  }
  const link = event.target.closest("#board a");
  // A key that is held down asks once and does not play.
  if (link && event.key === "Enter" && event.repeat) event.preventDefault();
});
table.addEventListener("focusin", (event) => {
  const link = event.target.closest("#board a");
  if (!link) return frame() && (focused = undefined);
  focused = place(link);
  rove();
  // What a finger hits stays where it is.
  if (link.matches(":focus-visible")) panTo([link]);
});
table.addEventListener("scroll", (event) => {
  if (event.target.id === "board") [left, top] = [event.target.scrollLeft, event.target.scrollTop];
}, true);

table.addEventListener("change", (event) => { if (event.target.closest("#army")) countArmy(); });

/** @type {{ board: Element, x: number, y: number, moved: boolean } | undefined} */
let dragged;
table.addEventListener("pointerdown", (event) => {
  const board = event.target.closest("#board");
  if (board && event.pointerType === "mouse") dragged = { board, x: event.clientX, y: event.clientY, moved: false };
});
addEventListener("pointermove", (event) => {
  if (!dragged) return;
  const [x, y] = [event.clientX - dragged.x, event.clientY - dragged.y];
  if (!dragged.moved && Math.hypot(x, y) < 6) return;
  dragged.moved = true;
  dragged.board.scrollBy(-x, -y);
  [dragged.x, dragged.y] = [event.clientX, event.clientY];
});
addEventListener("pointerup", () => { setTimeout(() => { dragged = undefined; }); });
table.addEventListener("click", (event) => {
  if (!dragged?.moved) return;
  event.preventDefault();
  event.stopPropagation();
}, true);
table.addEventListener("dragstart", (event) => {
  if (event.target instanceof Element && event.target.closest("#board")) event.preventDefault();
});
table.addEventListener("taken", taken);
addEventListener("popstate", () => ask(location.href, false));
if (frame()) {
  shown = pickedPiece();
  show();
  bring();
  if (shown) reveal();
}
replayOn();
