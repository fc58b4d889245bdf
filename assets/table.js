// A table as it changes: the board to move on, clocks that run, what others do and say.
import { Chessground } from "./chessground.js";

const table = document.getElementById("table");
const { id, seat, stage, refused } = table.dataset;
const plays = seat !== "";
let number = Number(table.dataset.number);
let state = JSON.parse(table.dataset.state);
let seen = performance.now();
let ground;
let socket;
let pause = 500;

const byId = (name) => document.getElementById(name);
const tell = (text) => { byId("told").textContent = text; };

function config() {
  const mine = plays && stage === "playing" && state.goals;
  const color = seat === "1" ? "black" : "white";
  return {
    fen: state.fen,
    orientation: color,
    turnColor: state.turn.toLowerCase(),
    check: state.check,
    lastMove: state.last ? [state.last.slice(0, 2), state.last.slice(2, 4)] : undefined,
    viewOnly: !plays || stage !== "playing",
    movable: {
      free: false,
      color: mine ? color : undefined,
      dests: new Map(Object.entries(state.goals ?? {})),
      events: { after: moved },
    },
    premovable: { enabled: false },
    drawable: { enabled: false, visible: false },
    animation: { enabled: !matchMedia("(prefers-reduced-motion: reduce)").matches },
  };
}

async function moved(from, to) {
  const piece = ground.state.pieces.get(to);
  const last = to[1] === "8" || to[1] === "1";
  const text = from + to + (piece?.role === "pawn" && last ? await promotion() : "");
  send({ type: "play", answers: number, play: { kind: "move", move: text } });
}

function promotion() {
  const dialog = byId("promotion");
  dialog.returnValue = "q";
  dialog.showModal();
  return new Promise((chosen) => {
    dialog.addEventListener("close", () => chosen(dialog.returnValue || "q"), { once: true });
  });
}

function send(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  else tell(refused);
}

function draw() {
  if (!ground) return;
  ground.set(config());
  byId("aloud").textContent = state.aloud;
}

function tick() {
  const gone = performance.now() - seen;
  state.left_ms.forEach((left, side) => {
    const runs = state.runs && (state.turn === "White") === (side === 0);
    const ms = Math.max(0, runs ? left - gone : left);
    const tenths = Math.floor(ms / 100) % 10;
    const seconds = Math.floor(ms / 1000);
    const clock = byId(`clock-${side}`);
    const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    clock.textContent = ms < 20000 ? `${text}.${tenths}` : text;
    clock.parentElement.toggleAttribute("aria-current", runs);
  });
}

function hear(told) {
  if (told.type === "entry" && told.entry.number > number) {
    number = told.entry.number;
    const { san } = told.entry.effect;
    if (san) {
      const line = document.createElement("li");
      line.textContent = san;
      byId("log").append(line);
      line.scrollIntoView({ block: "nearest" });
      tell(san);
    }
  } else if (told.type === "talk") {
    const line = document.createElement("li");
    line.textContent = `${told.talk.by.name}: ${told.talk.text}`;
    byId("talk").append(line);
  } else if (told.type === "refused") {
    tell(told.problem.detail);
    draw();
  } else if (told.type === "table") {
    const fresh = told.table;
    const key = JSON.stringify([fresh.stage, fresh.seats]);
    if (key !== table.dataset.key) return location.reload();
    const offered = fresh.state?.offer !== state.offer || String(fresh.state?.claims) !== String(state.claims);
    number = fresh.number;
    for (const field of document.querySelectorAll("input[name=answers]")) field.value = number;
    if (fresh.state) {
      [state, seen] = [fresh.state, performance.now()];
      draw();
      if (offered) offers();
    }
  }
}

function offers() {
  const other = seat === "1" ? "White" : "Black";
  for (const button of document.querySelectorAll("[data-when]")) {
    const when = button.dataset.when;
    button.hidden = when === "offer" ? state.offer !== other : !(state.claims ?? []).includes(when);
  }
}

function connect() {
  if (plays) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/api/v1/tables/${id}/socket?after=${number}`);
    socket.addEventListener("message", (event) => { pause = 500; hear(JSON.parse(event.data)); });
    socket.addEventListener("close", () => {
      setTimeout(connect, pause);
      pause = Math.min(pause * 2, 10000);
    });
  } else {
    const events = new EventSource(`/api/v1/tables/${id}/events?after=${number}`);
    for (const kind of ["table", "entry", "talk"]) {
      events.addEventListener(kind, (event) => hear(JSON.parse(event.data)));
    }
  }
}

if (state) {
  const board = byId("board");
  const wrap = document.createElement("div");
  board.replaceChildren(wrap);
  ground = Chessground(wrap, config());
  setInterval(tick, 100);
  offers();
  const form = byId("move-form");
  form?.addEventListener("submit", (event) => {
    if (socket?.readyState !== WebSocket.OPEN) return;
    event.preventDefault();
    send({ type: "play", answers: number, play: { kind: "move", move: form.elements.text.value } });
    form.elements.text.value = "";
  });
}
connect();
