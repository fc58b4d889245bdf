// The Party Board with a script: taps answer without another page, the board is made larger and smaller and
// shows what matters, and it is one stop of the Tab key, gone over by arrow keys.
const table = document.getElementById("table");
const sizes = [0.6, 1, 1.5, 2.2, 3.2];
let size = 1;
// Where the board was moved to, and the square that had the focus, for when its part of the page is put in again.
let [left, top] = [0, 0];
/** @typedef {{ x: number, y: number }} Square Counted from the top left. */
/** @type {Square | undefined} */
let focused;
// What the page has sent and has no answer to yet: its act, the table's number then, and where the play went.
/** @type {{ act: string, to?: Square, number: number } | undefined} */
let sent;

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

/** Leaves the Tab key one link of the board: the one that has the focus or had it, else the picked piece. */
function rove() {
  const all = links();
  const stop = at(focused) ?? at(pickedSquare()) ?? all[0]?.link;
  for (const { link } of all) link.tabIndex = link === stop ? 0 : -1;
  return stop;
}

/** Where an arrow key leads: by the way one reads, or to the nearest link of the next row that has one.
    @param {SVGAElement} link @param {string} key */
function neighbour(link, key) {
  const all = links();
  const here = all.findIndex((other) => other.link === link);
  const { x, y } = all[here];
  if (key === "Home") return all[0];
  if (key === "End") return all.at(-1);
  if (key === "ArrowLeft") return all[here - 1];
  if (key === "ArrowRight") return all[here + 1];
  const beyond = all.filter((other) => (key === "ArrowUp" ? other.y < y : other.y > y));
  const row = key === "ArrowUp" ? beyond.at(-1)?.y : beyond[0]?.y;
  /** @param {Square} other */
  const near = (other) => Math.abs(other.x - x);
  return beyond.filter((other) => other.y === row).sort((one, other) => near(one) - near(other))[0];
}

/** @param {SVGAElement} link */
function focus(link) {
  focused = place(link);
  rove();
  link.focus({ preventScroll: true });
  pan([link]);
}

/** Moves the board so that all of these are in its middle, or at least the first; where it is seen already, and
    moving is not `always` wanted, nothing moves.
    @param {Element[]} elements @param {boolean} [always] */
function pan(elements, always) {
  const board = frame();
  if (!board || elements.length === 0) return;
  const window = board.getBoundingClientRect();
  const boxes = elements.map((element) => element.getBoundingClientRect());
  const [first] = boxes;
  const room = first.width / 2;
  const across = first.left - room >= window.left && first.right + room <= window.right;
  const down = first.top - room >= window.top && first.bottom + room <= window.bottom;
  if (across && down && !always) return;
  const around = {
    left: Math.min(...boxes.map((box) => box.left)),
    right: Math.max(...boxes.map((box) => box.right)),
    top: Math.min(...boxes.map((box) => box.top)),
    bottom: Math.max(...boxes.map((box) => box.bottom)),
  };
  const fits = around.right - around.left <= board.clientWidth && around.bottom - around.top <= board.clientHeight;
  const box = fits ? around : first;
  const [x, y] = [(box.left + box.right) / 2 - window.left, (box.top + box.bottom) / 2 - window.top];
  board.scrollBy(x - board.clientWidth / 2, y - board.clientHeight / 2);
}

/** What the page wants seen: the chosen square or where a chain has come to, the picked piece, or a King and what attacks it. */
function wanted() {
  const chain = [...document.querySelectorAll("#board :is(.mark.path, .chosen)")].slice(-1);
  return [...chain, ...document.querySelectorAll("#board :is([data-view=here], [data-view=near])")];
}

/** Moves the page so that the board is above what is told of a piece, and the board so that the piece is seen. */
function reveal() {
  if (!document.getElementById("picked")) return;
  const narrow = matchMedia("(width < 64rem)").matches;
  frame()?.scrollIntoView({ block: narrow ? "start" : "nearest", inline: "nearest" });
  pan(wanted());
  document.getElementById("why-not")?.scrollIntoView({ block: "nearest" });
}

/** What the chosen army is worth, at every choice: the button that counts it is for those without a script. */
function countArmy() {
  const sum = document.getElementById("army-sum");
  if (!sum) return;
  const chosen = [...document.querySelectorAll("#army option:checked")].map((kind) => Number(kind.dataset.worth));
  const worth = chosen.reduce((one, other) => one + other, 0);
  sum.value = String(worth);
  sum.classList.toggle("wrong", worth > Number(sum.dataset.most));
  document.getElementById("army-count").hidden = true;
}

function show() {
  const board = frame();
  if (!board) return;
  countArmy();
  document.querySelector(".party .zoom")?.removeAttribute("hidden");
  board.style.setProperty("--zoom", String(sizes[size]));
  const [smaller, larger] = document.querySelectorAll("[data-zoom]");
  smaller.disabled = board.scrollWidth <= board.clientWidth;
  larger.disabled = size === sizes.length - 1;
  rove();
}

/** Makes the board another size and keeps what is in its middle there. @param {number} by */
function zoom(by) {
  const board = frame();
  if (!board) return;
  const across = (board.scrollLeft + board.clientWidth / 2) / board.scrollWidth;
  const down = (board.scrollTop + board.clientHeight / 2) / board.scrollHeight;
  size = Math.min(Math.max(size + by, 0), sizes.length - 1);
  show();
  const [x, y] = [across * board.scrollWidth, down * board.scrollHeight];
  board.scrollTo(x - board.clientWidth / 2, y - board.clientHeight / 2);
}

/** The board is there again, where it was and with the focus that it had. @param {boolean} had */
function again(had) {
  show();
  frame()?.scrollTo(left, top);
  if (had) rove()?.focus({ preventScroll: true });
}

/** Fetches what a tap asks for and puts it in the place of the game's part.
    @param {string} address @param {boolean} push */
async function ask(address, push) {
  const answer = await fetch(address, { headers: { Accept: "text/html" } }).catch(() => undefined);
  if (!answer?.ok) return location.assign(address);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [here, fresh] = [document.getElementById("game"), page.getElementById("game")];
  if (!here || !fresh) return location.assign(address);
  const had = frame()?.contains(document.activeElement) ?? false;
  [left, top] = [frame()?.scrollLeft ?? 0, frame()?.scrollTop ?? 0];
  here.replaceChildren(...fresh.childNodes);
  if (push) history.pushState({}, "", address);
  again(had);
  reveal();
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
    // Whoever has gone elsewhere meanwhile stays there.
    if (location.href !== here) return;
    history.replaceState({}, "", address);
    ask(address.href, false);
  }, 1500);
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
    return again(true);
  }
  again(false);
  /** @type {HTMLButtonElement | null} */
  const button = document.querySelector(`#game form [name=act][value="${CSS.escape(act)}"]`);
  button?.form?.reset();
  latest?.focus({ preventScroll: true });
  latest?.scrollIntoView({ block: "nearest" });
}

/** The page is there again, by what was sent from here or by others. */
function taken() {
  if (document.querySelector("#told p")) sent = undefined;
  const what = sent;
  if (!what || Number(table.dataset.number) <= what.number) {
    return again(focused !== undefined && document.activeElement === document.body);
  }
  sent = undefined;
  done(what);
}

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
  // A key's click counts no presses of a button.
  if (event.detail === 0 && link.closest("#board") && address.search === location.search && playAsked()) return;
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
  if (link && event.key === "Enter" && event.repeat) return event.preventDefault();
  const arrows = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"];
  if (!link || !arrows.includes(event.key)) return;
  event.preventDefault();
  const next = neighbour(link, event.key);
  if (next) focus(next.link);
});
table.addEventListener("focusin", (event) => {
  const link = event.target.closest("#board a");
  if (link) focused = place(link);
  else if (frame()) focused = undefined;
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
  show();
  pan(wanted(), true);
  reveal();
}
replayOn();
