// Chess at a table: a board to move on by tap, drag and typing; clocks that run; each move said aloud.
import { Chessground } from "./chessground.js";

const table = document.getElementById("table");
/** @template {keyof Ids} Name @param {Name} name */
const byId = (name) => document.getElementById(name);
const { seat } = table.dataset;
const own = seat === "1" ? "black" : "white";
/** @type {Ids["chess"]} */
let chess = null;
/** @type {ChessState | undefined} */
let state;
let seen = 0;
/** @type {import("./chessground.js").Api} */
let ground;
/** @type {string[] | undefined} */
let news;
let typing = false;

function sounds() {
  try { return localStorage.getItem("chess-sounds") === "on"; } catch { return false; }
}

function click() {
  if (!sounds()) return;
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  volume.gain.setValueAtTime(0.2, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.12);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.12);
}

/** @param {ChessState} state @returns {import("./chessground.js").Config} */
function config(state) {
  return {
    fen: state.fen,
    orientation: own,
    turnColor: state.turn === "White" ? "white" : "black",
    check: state.check,
    lastMove: state.last ? [state.last.slice(0, 2), state.last.slice(2, 4)] : undefined,
    viewOnly: seat === "",
    coordinates: true,
    movable: {
      free: false,
      color: state.goals ? own : undefined,
      dests: new Map(Object.entries(state.goals ?? {})),
      events: { after: moved },
    },
    premovable: { enabled: false },
    drawable: { enabled: false, visible: false },
    animation: { enabled: !matchMedia("(prefers-reduced-motion: reduce)").matches },
  };
}

/** @returns {Promise<string>} */
function promotion() {
  const dialog = byId("promotion");
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((chosen) => {
    dialog.addEventListener("close", () => chosen(dialog.returnValue || "q"), { once: true });
  });
}

/** @param {string} from @param {string} to */
async function moved(from, to) {
  const pawn = ground.state.pieces.get(to)?.role === "pawn";
  const text = from + to + (pawn && (to[1] === "8" || to[1] === "1") ? await promotion() : "");
  if (say({ kind: "move", move: text })) return;
  // Its form posts it, and the piece waits where it stood.
  draw();
  const [field, form] = [byId("move"), byId("move-form")];
  if (field) field.value = text;
  form?.requestSubmit();
}

/** Says a play over the socket, if it is there. @param {object} play */
function say(play) {
  const answers = Number(table.dataset.number);
  return !table.dispatchEvent(new CustomEvent("say", { cancelable: true, detail: { type: "play", answers, play } }));
}

/** The side that is to move, as a seat. @param {ChessState} state */
const mover = (state) => (state.turn === "White" ? 0 : 1);

function tick() {
  if (!state) return;
  const gone = performance.now() - seen;
  const running = state.runs ? mover(state) : undefined;
  state.left_ms.forEach((left, side) => {
    const runs = side === running;
    const ms = Math.max(0, runs ? left - gone : left);
    const seconds = Math.floor(ms / 1000);
    const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    byId(`clock-${side}`).textContent = ms < 20000 ? `${text}.${Math.floor(ms / 100) % 10}` : text;
    if (runs) byId(`side-${side}`).setAttribute("aria-current", "true");
    else byId(`side-${side}`).removeAttribute("aria-current");
  });
}

/** Puts the board to move on in the place of the drawn one. */
function mount() {
  const fresh = byId("chess");
  if (!fresh || fresh === chess) return draw();
  chess = fresh;
  const board = byId("board");
  if (!board) { state = undefined; return; }
  /** @type {ChessState} */
  const shown = JSON.parse(chess.dataset.state);
  [state, seen] = [shown, performance.now()];
  const wrap = document.createElement("div");
  wrap.setAttribute("aria-hidden", "true");
  board.replaceChildren(wrap);
  ground = Chessground(wrap, config(shown));
  // What stands above the board comes and goes, and moves it: where it is, is measured at every touch.
  wrap.addEventListener("pointerdown", () => ground.state.dom.bounds.clear(), { capture: true });
  byId("sound").hidden = false;
  const choice = byId("sounds");
  choice.checked = sounds();
  choice.addEventListener("change", () => {
    try { localStorage.setItem("chess-sounds", choice.checked ? "on" : "off"); } catch { /* kept nowhere, then */ }
  });
}

function draw() {
  if (state && byId("board")) ground.set(config(state));
}

/** Shows in the list of seats whose move it is. @param {number} mover */
function pass(mover) {
  const seats = document.querySelectorAll("#seats li");
  const mark = document.querySelector("#seats .state");
  document.querySelectorAll("#to-move span").forEach((line, side) => { line.hidden = side !== mover; });
  const form = byId("move-form");
  if (form) {
    const [own, focused] = [seat === String(mover), document.activeElement];
    typing ||= form.contains(focused);
    form.hidden = !own;
    // Somebody who types moves goes on typing when it is their turn again.
    if (own && typing && (!focused || focused === document.body)) byId("move")?.focus();
    if (own) typing = false;
  }
  seats.forEach((line, place) => {
    if (place === mover) line.setAttribute("aria-current", "true");
    else line.removeAttribute("aria-current");
  });
  if (mark) seats[mover]?.append(mark);
}

/** @param {string} english The move. @param {string} fen What it led to. */
function written(english, fen) {
  const { letters } = byId("moves").dataset;
  const san = english.replace(/[KQRBN]/g, (letter) => letters["KQRBN".indexOf(letter)]);
  const line = document.createElement("li");
  const black = fen.split(" ")[1] === "w";
  const number = Number(fen.split(" ")[5]);
  const count = Object.assign(document.createElement("span"), { className: "soft", textContent: `${number}. ` });
  if (!black) line.append(count);
  line.append(san);
  byId("moves").append(line);
  byId("moves").scrollTop = byId("moves").scrollHeight;
  byId("spoken").textContent = `${black ? chess?.dataset.black : chess?.dataset.white}: ${san}`;
  const field = byId("move");
  if (field && seat === (black ? "1" : "0")) field.value = "";
  click();
}

table.addEventListener("told", (event) => {
  const told = event.detail;
  if (!state) return;
  if (told.type === "entry" && told.entry.number > Number(table.dataset.number)) {
    const { effect, number } = told.entry;
    if (effect.san && effect.fen) {
      written(effect.san, effect.fen);
      table.dataset.plain = String(number);
    }
    // Said once the page shows it.
    if (effect.offered || effect.declined || effect.ended) news = effect.san ? [byId("spoken").textContent ?? ""] : [];
  } else if (told.type === "refused") {
    draw();
  } else if (told.type === "table" && told.table.state) {
    const { number, stage, seats, state: next } = told.table;
    /** @type {[number, string, [number, boolean][]]} */
    const before = JSON.parse(table.dataset.key);
    // A move is shown at once; whatever else happens changes more of the page than the board.
    const plain = table.dataset.plain === String(number) && number === before[0] + 1 && stage === before[1];
    const asked = next.offer || state.offer || next.declined !== state.declined || next.may_offer !== state.may_offer;
    if (plain && !asked && !next.claims?.length && !state.claims?.length && !state.ended) {
      before[0] = number;
      table.dataset.number = String(number);
      table.dataset.key = JSON.stringify(before);
      for (const field of document.querySelectorAll("input[name=answers]")) field.value = String(number);
      if (seats.some((chair, place) => chair.ready !== before[2][place][1])) return;
      event.preventDefault();
    }
    [state, seen] = [next, performance.now()];
    const aloud = byId("aloud");
    aloud.textContent = next.aloud.replace(/[A-Za-z]{3,}/g, (word) => aloud.dataset[word.toLowerCase()] ?? word);
    draw();
    tick();
    pass(mover(next));
  }
});

/** Says what the page shows now; it is not left there to be read twice. @param {string} text */
function announce(text) {
  const spoken = byId("spoken");
  spoken.textContent = text;
  setTimeout(() => { if (spoken.textContent === text) spoken.textContent = ""; }, 10000);
}

table.addEventListener("taken", () => {
  mount();
  if (!news) return;
  const shown = document.querySelector("#standing .standing") ?? document.querySelector("#game .notice");
  announce([...news, ...(shown ? [shown.textContent?.trim()] : [])].join(". "));
  news = undefined;
});
// A move of which nothing was heard is not shown as made.
table.addEventListener("away", draw);
table.addEventListener("submit", (event) => {
  const typed = byId("move");
  if (event.target.id !== "move-form" || !typed?.value) return;
  // It stays there until the move is made: what is refused can be mended. Without the socket the form posts as any
  // does.
  if (say({ kind: "move", move: typed.value })) event.preventDefault();
}, { capture: true });

mount();
setInterval(tick, 100);
