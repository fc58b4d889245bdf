// Chess at a table: a board to move on, clocks that run, each move said aloud.
import { Chessground } from "./chessground.js";
import { sound, wanted } from "./sounds.js";

const table = document.getElementById("table");
/** @template {keyof Ids} Name @param {Name} name */
const byId = (name) => document.getElementById(name);
let { seat } = table.dataset;
const own = () => (seat === "1" ? "black" : "white");
// Less time is seen and heard.
const short = 20_000;
/** @type {Ids["chess"]} */
let chess = null;
/** @type {ChessState | undefined} */
let state;
let seen = 0;
/** The state's number, known before its page is. */
let shows = 0;
/** The board to move on: it stays when the page is replaced. */
const wrap = document.createElement("div");
wrap.setAttribute("aria-hidden", "true");
/** Where `marks.js` draws. */
const slate = document.createElementNS("http://www.w3.org/2000/svg", "svg");
slate.innerHTML = '<g class="marks"></g>';
slate.setAttribute("class", "slate");
slate.setAttribute("viewBox", "0 0 8 8");
/** @type {import("./chessground.js").Api | undefined} */
let ground;
/** @type {string | undefined} */
let news;
let typing = false;
// By hand.
let turned = false;
/** Half-moves after which the board is shown, while somebody looks back. @type {number | undefined} */
let looked;
let warned = false;
/** The square that the arrow keys have reached; whether the board has the focus; what it shows. */
let at = seat === "1" ? "e7" : "e2";
let keyed = false;
/** @type {string | undefined} */
let stood;
const ways = new Map([["ArrowLeft", [-1, 0]], ["ArrowRight", [1, 0]], ["ArrowDown", [0, -1]], ["ArrowUp", [0, 1]]]);
const pointed = () => ({ custom: new Map([[at, "at"]]) });

const played = () => [...document.querySelectorAll("#moves a")];

function below() {
  const drawn = chess?.dataset.below === "black";
  return drawn === turned ? "white" : "black";
}

/** Where a move began and ended. @param {string | null} [uci] */
const squares = (uci) => (uci ? [uci.slice(0, 2), uci.slice(2, 4)] : undefined);

/** @param {ChessState} state @returns {import("./chessground.js").Config} */
function config(state) {
  return {
    fen: state.fen,
    orientation: below(),
    turnColor: state.turn === "White" ? "white" : "black",
    check: state.check,
    lastMove: squares(state.last),
    viewOnly: seat === "",
    movable: {
      free: false,
      color: seat !== "" && state.runs && !state.ended ? own() : undefined,
      dests: new Map(Object.entries(state.goals ?? {})),
      events: { after: moved },
    },
    premovable: { enabled: true },
    highlight: pointed(),
    animation: { enabled: !matchMedia("(prefers-reduced-motion: reduce)").matches },
  };
}

/** The board as it was: nothing can be moved on it. @param {ChessState} state @returns {import("./chessground.js").Config} */
function past(state) {
  const move = played()[(looked ?? 0) - 1];
  const { fen, uci } = move?.dataset ?? {};
  return {
    ...config(state),
    fen: fen ?? "start",
    turnColor: fen?.split(" ")[1] === "b" ? "black" : "white",
    check: /[+#]$/.test(move?.textContent ?? ""),
    lastMove: squares(uci),
    movable: { free: false, color: undefined, dests: new Map() },
    premovable: { enabled: false },
  };
}

/** Asks on the square what a pawn becomes; nothing if cancelled. @param {string} to @returns {Promise<string>} */
function promotion(to) {
  const dialog = byId("promotion");
  const file = to.charCodeAt(0) - 97;
  const white = below() === "white";
  // The queen lies on the square, the others towards the middle.
  const above = white === (to[1] === "8");
  dialog.classList.toggle("upwards", !above);
  const place = () => {
    const { left, top, bottom, width } = wrap.getBoundingClientRect();
    const side = width / 8;
    dialog.style.setProperty("--square", `${side}px`);
    dialog.style.left = `${left + side * (white ? file : 7 - file)}px`;
    dialog.style.top = `${above ? top : bottom - 4 * side}px`;
  };
  place();
  // A phone may be turned meanwhile.
  onresize = place;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((chosen) => { dialog.onclose = () => { onresize = null; chosen(dialog.returnValue); }; });
}

/** @param {string} from @param {string} to */
async function moved(from, to) {
  const pawn = ground?.state.pieces.get(to)?.role === "pawn";
  const promotes = pawn && /[18]$/.test(to);
  const kind = promotes ? await promotion(to) : "";
  if (promotes && !kind) return draw();
  send(from + to + kind);
}

/** Sends a move; without the socket its form posts it. @param {string} text */
function send(text) {
  if (say({ kind: "move", move: text })) return;
  draw();
  const [field, form] = [byId("move"), byId("move-form")];
  if (field) field.value = text;
  form?.requestSubmit();
}

/** Where a piece may go, also ahead of its turn. @param {string} [from] */
const reach = (from) => (state?.goals ? state.goals[from ?? ""] : ground?.state.premovable.dests);

/** Sends what the board itself drops without a word: the service says why it is refused.
    @param {string} from @param {string} to @param {string[]} [goals] */
function tries(from, to, goals) {
  if (!ground || !state?.runs || state.ended || looked !== undefined || from === to || goals?.includes(to)) return;
  const { pieces } = ground.state;
  // In notation a king on its own rook castles: dropped there, it does not.
  if (pieces.get(to)?.color !== own() || pieces.get(from)?.role !== "king") send(from + to);
}

/** A tap on a square: a move, or a choice of one's own piece.
    @param {string} square @param {string} [from] @param {string[]} [goals] */
function touched(square, from, goals) {
  const color = ground?.state.pieces.get(square)?.color;
  if (color === own()) return;
  if (from) tries(from, square, goals);
  else if (color && state?.goals && looked === undefined) send(square + square);
}

/** The square at a point of the window. @param {PointerEvent} at */
function squareAt({ clientX, clientY }) {
  const { left, top, width } = wrap.getBoundingClientRect();
  const [x, y] = [clientX - left, clientY - top].map((far) => Math.floor((8 * far) / width));
  const square = below() === "white" ? "abcdefgh"[x] + (8 - y) : "hgfedcba"[x] + (y + 1);
  return /^[a-h][1-8]$/.test(square) ? square : undefined;
}

/** Where a finger came down, with which piece chosen before, and where that may go.
    @type {{ square?: string, from?: string, goals?: string[] } | undefined} */
let down;

wrap.addEventListener("pointerdown", (event) => {
  // Measured again: what is above the board moves it.
  ground?.state.dom.bounds.clear();
  // A refusal is past with the next touch.
  if (!table.matches(".cut")) byId("told").replaceChildren();
  const from = ground?.state.selected;
  down = event.button || seat === "" ? undefined : { square: squareAt(event), from, goals: reach(from) };
});
// Before the board itself drops what is dragged.
document.addEventListener("pointerup", (event) => {
  const [was, drag, to] = [down, ground?.state.draggable.current, squareAt(event)];
  down = undefined;
  if (!was || !to) return;
  if (drag?.started) tries(drag.orig, to, reach(drag.orig));
  else if (to === was.square) touched(to, was.from, was.goals);
});

/** Says a play over the socket, if it is there. @param {object} play */
function say(play) {
  const answers = Math.max(shows, Number(table.dataset.number));
  return !table.dispatchEvent(new CustomEvent("say", { cancelable: true, detail: { type: "play", answers, play } }));
}

/** Marks what is current among its like. @param {Element} line @param {boolean} is */
function current(line, is) {
  if (is === line.hasAttribute("aria-current")) return;
  if (is) line.setAttribute("aria-current", "true");
  else line.removeAttribute("aria-current");
}

/** The seat that is to move. @param {ChessState} state */
const mover = (state) => (state.turn === "White" ? 0 : 1);

function tick() {
  if (!state || !byId("clock-0")) return;
  const gone = performance.now() - seen;
  const running = state.runs ? mover(state) : undefined;
  state.left_ms.forEach((left, side) => {
    const runs = side === running;
    const ms = Math.max(0, runs ? left - gone : left);
    const seconds = Math.floor(ms / 1000);
    const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    const clock = byId(`clock-${side}`);
    const shown = ms < short ? `${text}.${Math.floor(ms / 100) % 10}` : text;
    // Written again it is laid out again.
    if (clock.textContent !== shown) clock.textContent = shown;
    clock.classList.toggle("low", ms < short);
    if (runs && seat === String(side)) {
      if (ms < short && !warned) sound("hurry");
      warned = ms < short;
    }
    current(byId(`side-${side}`), runs);
  });
}

/** Puts the board in the place of the drawn one. */
function mount() {
  const fresh = byId("chess");
  if (!fresh || fresh === chess) return draw();
  [chess, { seat }] = [fresh, table.dataset];
  const board = byId("board");
  if (!board) {
    state = undefined;
    if (!location.search) byId("moves").scrollTo(0, 1e6);
    return;
  }
  /** @type {ChessState} */
  const shown = JSON.parse(chess.dataset.state);
  [state, seen] = [shown, performance.now()];
  board.replaceChildren(wrap);
  Object.assign(board, { tabIndex: 0, role: "application" });
  board.setAttribute("aria-describedby", "board-keys");
  if (keyed && document.activeElement === document.body) board.focus({ preventScroll: true });
  byId("sound").hidden = false;
  const choice = byId("sounds");
  choice.checked = wanted();
  choice.onchange = () => wanted(choice.checked);
  byId("moves").scrollTo(0, 1e6);
  pass(mover(shown));
  draw();
  if (shown.goals) ground?.playPremove();
}

function draw() {
  if (!state || !byId("board")) return;
  if (looked !== undefined && looked >= played().length) looked = undefined;
  const shown = looked === undefined ? config(state) : past(state);
  if (ground) ground.set(shown);
  else ground = Chessground(wrap, shown);
  // Turning makes a new board below its slate.
  wrap.querySelector("cg-container")?.append(slate);
  const marks = slate.firstElementChild;
  marks?.setAttribute("transform", below() === "white" ? "" : "rotate(180 4 4)");
  if (shown.fen !== stood) marks?.replaceChildren();
  stood = shown.fen;
  ground.state.dom.bounds.clear();
  byId("strips").classList.toggle("turned", turned);
  byId("stepping").hidden = looked === undefined;
  const ply = looked ?? played().length;
  played().forEach((line, place) => current(line, place + 1 === ply));
}

/** Shows the board after so many half-moves. @param {number} ply */
function look(ply) {
  looked = Math.max(0, ply);
  draw();
  const line = played()[(looked ?? played().length) - 1];
  if (line) announce(line.textContent ?? "");
}

/** @param {string} step */
function go(step) {
  const now = looked ?? played().length;
  look(step === "first" ? 0 : step === "last" ? Infinity : step === "prev" ? now - 1 : now + 1);
}

/** What was taken, and who is ahead. @param {ChessState} state */
function material(state) {
  state.taken.forEach((men, side) => {
    const box = byId(`taken-${side}`);
    const ahead = side === 0 ? state.ahead : -state.ahead;
    const lead = ahead > 0 ? `+${ahead}` : "";
    const piece = `${chess?.dataset.pieces}#${side === 0 ? "black" : "white"}`;
    const drawn = men.map((man) => `<svg viewBox="0 0 1 1"><use width="1" height="1" href="${piece}-${man}"/></svg>`);
    box.innerHTML = drawn.join("") + lead;
    box.setAttribute("aria-label", `${box.dataset.taken}: ${men.length} ${lead}`.trim());
  });
}

/** Shows whose move it is: in the list of seats, in the tab's title. @param {number} mover */
function pass(mover) {
  const seats = document.querySelectorAll("#seats li");
  const mark = document.querySelector("#seats .state");
  document.querySelectorAll("#to-move span").forEach((line, side) => { line.hidden = side !== mover; });
  const own = seat === String(mover);
  const turn = `${chess?.dataset.turn} · `;
  document.title = (own && state?.runs && !state.ended ? turn : "") + document.title.replace(turn, "");
  const form = byId("move-form");
  if (form) {
    const focused = document.activeElement;
    typing ||= form.contains(focused);
    form.hidden = !own;
    // Who types goes on typing at their next turn.
    if (own && typing && focused === document.body) byId("move")?.focus({ preventScroll: true });
    if (own) typing = false;
  }
  seats.forEach((line, place) => current(line, place === mover));
  if (mark) seats[mover]?.append(mark);
}

/** Puts a move on the list. @param {string} san @param {string} fen What it led to. @param {string} uci @param {string} side */
function write(san, fen, uci, side) {
  const move = Object.assign(document.createElement("a"), { href: `?ply=${played().length + 1}`, textContent: san });
  Object.assign(move.dataset, { fen, uci });
  if (side === "black") byId("moves").lastElementChild?.append(" ", move);
  else {
    const line = document.createElement("li");
    line.innerHTML = `<span class="soft">${fen.split(" ")[5]}.</span> `;
    line.append(move);
    byId("moves").append(line);
  }
  byId("moves").scrollTo(0, 1e6);
  const field = byId("move");
  if (field && side === own()) field.value = "";
}

/** Says what was done, and shows what the page does not yet. @param {Extract<Told, { type: "entry" }>["entry"]} entry */
function hear({ effect, number }) {
  const isNew = number > Number(table.dataset.number);
  const { san: english, fen, uci, offered, declined, asks_back, declined_back, taken_back, ended } = effect;
  let said = "";
  if (chess && english && fen && uci) {
    const { letters } = chess.dataset;
    const san = english.replace(/[KQRBN]/g, (letter) => letters["KQRBN".indexOf(letter)]);
    const side = fen.split(" ")[1] === "w" ? "black" : "white";
    if (isNew) {
      write(san, fen, uci, side);
      table.dataset.plain = String(number);
    }
    said = `${chess.dataset[side]}: ${san}`;
    byId("spoken").textContent = said;
    sound(/[+#]$/.test(san) ? "check" : san.includes("x") ? "capture" : "move");
  }
  const rings = offered || asks_back || taken_back || ended;
  if (rings) sound("bell");
  if (taken_back) ground?.cancelPremove();
  // Said once the page shows it.
  if (rings || declined || declined_back) news = said;
  if (!isNew) tellNews();
}

/** What can be asked, claimed and answered. @param {ChessState} of */
const asked = (of) => JSON.stringify([of.offer, of.declined, of.asks_back, of.declined_back, of.may_offer, of.may_ask_back, of.claims]);

table.addEventListener("told", (event) => {
  const told = event.detail;
  if (told.type === "entry") hear(told.entry);
  else if (!state) return;
  else if (told.type === "refused") {
    ground?.cancelPremove();
    draw();
  } else if (told.type === "table" && told.table.state) {
    const { number, stage, seats, state: next } = told.table;
    /** @type {[number, string, [number, boolean][]]} */
    const before = JSON.parse(table.dataset.key);
    // A move is shown at once; all else changes more of the page than the board.
    const plain = table.dataset.plain === String(number) && number === before[0] + 1 && stage === before[1];
    if (plain && asked(next) === asked(state) && !state.ended) {
      before[0] = number;
      table.dataset.number = String(number);
      table.dataset.key = JSON.stringify(before);
      for (const field of document.querySelectorAll("input[name=answers]")) field.value = String(number);
      if (seats.some((chair, place) => chair.ready !== before[2][place][1])) return;
      event.preventDefault();
    }
    [state, seen, shows] = [next, performance.now(), number];
    const aloud = byId("aloud");
    if (aloud) aloud.textContent = next.aloud.replace(/[A-Za-z]{3,}/g, (word) => aloud.dataset[word.toLowerCase()] ?? word);
    draw();
    material(next);
    tick();
    pass(mover(next));
    if (event.defaultPrevented && next.goals) ground?.playPremove();
  }
});

/** Says what the page shows now, for ten seconds. @param {string} text */
function announce(text) {
  const spoken = byId("spoken");
  spoken.textContent = text;
  setTimeout(() => { if (spoken.textContent === text) spoken.textContent = ""; }, 10000);
}

function tellNews() {
  if (news === undefined) return;
  const shown = document.querySelector("#standing .standing, #game .notice");
  announce([news, shown?.textContent?.trim()].filter(Boolean).join(". "));
  news = undefined;
}

table.addEventListener("taken", () => {
  mount();
  tellNews();
});
// A finger that draws has picked nothing up.
table.addEventListener("marking", () => {
  down = undefined;
  ground?.cancelMove();
});
// A move of which nothing was heard is not shown as made.
table.addEventListener("away", draw);
table.addEventListener("submit", (event) => {
  const typed = byId("move");
  if (event.target.id !== "move-form" || !typed?.value) return;
  // What is refused can be mended there.
  if (say({ kind: "move", move: typed.value })) event.preventDefault();
}, { capture: true });

table.addEventListener("click", (event) => {
  if (!state || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const { target } = event;
  // Beside the pieces is a way out, as Escape is.
  if (target instanceof HTMLDialogElement) return target.close();
  const [move, step] = [target.closest("#moves a"), target.closest("#steps a")];
  if (target.closest("#flip")) { turned = !turned; draw(); }
  else if (move) look(played().indexOf(move) + 1);
  else if (step) go(step.rel);
  else if (target.closest("#to-now")) go("last");
  else return;
  event.preventDefault();
});
table.addEventListener("focusin", ({ target }) => { keyed = target.id === "board"; });
table.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (target.id !== "board" || !ground || event.altKey || event.ctrlKey || event.metaKey) return;
  const way = ways.get(key);
  if (way) {
    const side = below() === "white" ? 1 : -1;
    const next = String.fromCharCode(...way.map((step, place) => at.charCodeAt(place) + step * side));
    if (/[a-h][1-8]/.test(next)) at = next;
    ground.set({ highlight: pointed() });
    const [man, words] = [ground.state.pieces.get(at), byId("aloud").dataset];
    announce(man ? `${at}: ${words[man.color]} ${words[man.role]}` : at);
  } else if (key === "Enter" || key === " ") {
    const from = ground.state.selected;
    touched(at, from, reach(from));
    ground.selectSquare(at);
  } else if (key === "Escape") ground.cancelMove();
  else return;
  event.preventDefault();
});
mount();
setInterval(tick, 100);
