// Chess for several at a table: tap a piece, tap where it goes; clocks that run. Without this the same is
// done by links and forms.
import { around, pan } from "./pan.js";

const table = document.getElementById("table");
/** @type {string | undefined} */
let from;
let shownAt = performance.now();

const sitting = () => document.getElementById("sitting");
/** @param {string} square */
const cell = (square) => sitting()?.querySelector(`[data-square="${square}"]`);
/** @param {string} notation */
const parts = (notation) => notation.split(/[-x=]/);
/** @returns {string[]} */
const moves = () => JSON.parse(sitting()?.dataset.moves || "null") ?? [];

let said = "";
/** Says why nothing was moved; once somebody goes on, that is past. @param {string} [why] */
function refuse(why = "") {
  const told = document.getElementById("told");
  if (why || told.textContent === said) told.textContent = why;
  said = why;
}

/** Why nothing comes of a tap on a square, if that is not plain; `held`: a piece was to go there.
    @param {string} square @param {boolean} held */
function reason(square, held) {
  const { own, notOwn, wait, cannot } = sitting()?.dataset ?? {};
  const man = cell(square)?.querySelector(".man");
  if (!own || !(held || man)) return "";
  if (!moves().length) return wait;
  return held || man?.querySelector(`.army.${own}`) ? cannot : notOwn;
}

// A square of so many pixels is hit surely; larger than this, counted in whole boards, none gets.
const [finger, most] = [36, 2.2];

/** Where squares are too small for a finger, the board is larger while a piece is chosen, around it and where it may go; its window
    stays as it is, and with none chosen it is whole again. */
function magnify() {
  const frame = sitting()?.querySelector(".men-window");
  if (!(frame instanceof HTMLElement) || document.getElementById("larger")?.checked) return;
  frame.classList.remove("near");
  frame.style.height = "";
  const seen = [...frame.querySelectorAll(".from, .to")].map((square) => square.querySelector("polygon") ?? square);
  // The piece itself is seen in any case.
  seen.sort((one, other) => Number(other.matches(".from *")) - Number(one.matches(".from *")));
  const { width = finger } = seen[0]?.getBoundingClientRect() ?? {};
  // A mouse hits any square.
  if (width >= finger || !matchMedia("(pointer: coarse)").matches) return;
  const all = around(seen);
  // A square's room around them.
  const fit = Math.min(frame.clientWidth / (all.right - all.left + 2 * width), frame.clientHeight / (all.bottom - all.top + 2 * width));
  frame.style.height = `${frame.getBoundingClientRect().height}px`;
  frame.style.setProperty("--near", String(Math.min(most, Math.max(fit, finger / width))));
  frame.classList.add("near");
  pan(frame, seen, true);
}

/** @param {string} [square] */
function choose(square) {
  from = square;
  for (const old of sitting()?.querySelectorAll(".from, .to") ?? []) {
    old.classList.remove("from", "to");
    if (!old.closest("a")) for (const name of ["tabindex", "role", "aria-label"]) old.removeAttribute(name);
  }
  if (!square) return magnify();
  cell(square)?.classList.add("from");
  for (const notation of moves().filter((notation) => parts(notation)[0] === square)) {
    const target = cell(parts(notation)[1]);
    if (!target) continue;
    target.classList.add("to");
    target.setAttribute("tabindex", "0");
    target.setAttribute("role", "button");
    target.setAttribute("aria-label", notation.split("=")[0]);
  }
}

/** @returns {Promise<string>} */
function promotion() {
  const dialog = document.getElementById("promotion");
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((chosen) => dialog.addEventListener("close", () => chosen(dialog.returnValue), { once: true }));
}

/** @param {string} to */
async function play(to) {
  const fitting = moves().filter((notation) => parts(notation)[0] === from && parts(notation)[1] === to);
  choose();
  /** @type {string | undefined} */
  let notation = fitting[0];
  if (fitting.length > 1) {
    const kind = await promotion();
    notation = fitting.find((one) => one.endsWith(`=${kind}`));
  }
  if (!notation) return;
  document.getElementById("typed-move").value = notation;
  document.getElementById("typing").requestSubmit();
}

/** The one piece to move that a finger may have meant which hit beside it: what lies around the middle of its square is its own.
    @param {Heard["click"] | Heard["keydown"]} event */
function meant(event) {
  if (from || !("clientX" in event) || !matchMedia("(pointer: coarse)").matches) return;
  const { clientX, clientY } = event;
  const near = [...new Set(moves().map((notation) => parts(notation)[0]))].filter((square) => {
    const box = cell(square)?.querySelector("polygon")?.getBoundingClientRect();
    if (!box) return false;
    const off = [clientX - box.left - box.width / 2, clientY - box.top - box.height / 2];
    return Math.max(...off.map(Math.abs)) <= finger / 2;
  });
  return near.length === 1 ? near[0] : undefined;
}

/** @param {Heard["click"] | Heard["keydown"]} event */
function tap(event) {
  // A link that keys follow is itself what was hit; beside the board it is no square.
  const hit = event.target.closest("[data-square]") ?? event.target.closest(".men a")?.querySelector("[data-square]");
  if (!sitting()?.contains(event.target) || !(hit ?? event.target.closest(".men"))) return;
  const square = hit?.dataset.square;
  refuse();
  if (square && from && moves().some((notation) => parts(notation)[0] === from && parts(notation)[1] === square)) {
    event.preventDefault();
    return play(square);
  }
  const chosen = square && moves().some((notation) => parts(notation)[0] === square) ? square : meant(event);
  if (chosen) {
    event.preventDefault();
    choose(chosen === from ? undefined : chosen);
    magnify();
  } else if (square) {
    refuse(reason(square, Boolean(from)));
    choose();
  }
}

/** A piece that is dragged: whose square it left, its drawing, and what follows the pointer once it moves.
    @type {{ square: string, man: SVGElement, x: number, y: number, scale: number, ghost?: SVGElement } | undefined} */
let drag;

table.addEventListener("pointerdown", (event) => {
  const square = event.target.closest("[data-square]")?.dataset.square;
  const man = square && cell(square)?.querySelector(".man");
  if (event.button || !man || !moves().some((notation) => parts(notation)[0] === square)) return;
  drag = { square, man, x: event.clientX, y: event.clientY, scale: 1 };
});

document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  const svg = drag.man.ownerSVGElement;
  if (!svg || (!drag.ghost && Math.hypot(x, y) < 6)) return;
  if (!drag.ghost) {
    choose(drag.square);
    // Over all squares, and not in the way of the one below the pointer.
    const ghost = /** @type {SVGElement} */ (drag.man.cloneNode(true));
    ghost.setAttribute("pointer-events", "none");
    ghost.setAttribute("aria-hidden", "true");
    svg.append(ghost);
    drag.man.classList.add("lifted");
    // Measured once: to ask again after each move would lay the page out each time.
    Object.assign(drag, { ghost, scale: svg.getScreenCTM()?.a ?? 1 });
    ghost.classList.add("ghost");
  }
  const { ghost, scale } = drag;
  if (ghost) ghost.style.transform = `translate(${x / scale}px, ${y / scale}px)`;
});

/** @param {PointerEvent} event */
function drop(event) {
  const was = drag;
  drag = undefined;
  if (!was?.ghost) return;
  was.ghost.remove();
  was.man.classList.remove("lifted");
  const below = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-square]");
  const to = event.type === "pointerup" ? below?.dataset.square : undefined;
  if (to && moves().some((notation) => parts(notation)[0] === was.square && parts(notation)[1] === to)) play(to);
  else {
    if (to && to !== was.square) refuse(reason(to, true));
    choose();
  }
}
document.addEventListener("pointerup", drop);
document.addEventListener("pointercancel", drop);
// A link that is dragged would be the browser's.
table.addEventListener("dragstart", (event) => event.preventDefault());

function tick() {
  const board = sitting();
  if (board?.dataset.runs !== "true") return;
  const clock = board.querySelector("[data-runs][data-left]");
  if (!clock) return;
  const seconds = Math.max(0, Math.floor((Number(clock.dataset.left) - (performance.now() - shownAt)) / 1000));
  if (seconds >= 86400) return;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  /** @param {number} number */
  const two = (number) => String(number).padStart(2, "0");
  const text = hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
  if (clock.textContent !== text) clock.textContent = text;
}

table.addEventListener("click", tap);
table.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.matches("[data-square]")) tap(event);
  if (event.key === "Escape" && from) choose();
});
// The larger board opens on one's own pieces, at its lower edge, and stays where it was moved to.
let [left, top] = [0, 0];
table.addEventListener("scroll", ({ target }) => {
  if (target instanceof Element && target.matches(".men-window")) [left, top] = [target.scrollLeft, target.scrollTop];
}, true);
table.addEventListener("change", ({ target }) => {
  const frame = sitting()?.querySelector(".men-window");
  if (target.id !== "larger") return;
  frame?.scrollTo((frame.scrollWidth - frame.clientWidth) / 2, frame.scrollHeight);
  target.scrollIntoView({ block: "end" });
});

function begin() {
  shownAt = performance.now();
  sitting()?.querySelector(".men-window")?.scrollTo(left, top);
  // A piece that a link chose is chosen here too, and no longer by the page's address; one chosen before stays so.
  const asked = new URLSearchParams(location.search).get("from");
  if (asked) history.replaceState(null, "", location.pathname);
  for (const notation of moves()) cell(parts(notation)[0])?.classList.add("movable");
  if (sitting()) choose(moves().map((notation) => parts(notation)[0]).find((square) => square === (asked ?? from)));
  magnify();
}

table.addEventListener("taken", begin);
begin();
setInterval(tick, 250);
