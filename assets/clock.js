// A chess clock: two halves to tap, increments, a count of moves, the flag; it keeps the screen awake.
const settings = document.getElementById("settings");
const clock = document.getElementById("clock");
/** @typedef {"white" | "black"} Side */
const halves = [...clock.querySelectorAll(".half")];
/** @type {Record<Side, Side>} */
const other = { white: "black", black: "white" };
const pause = document.getElementById("pause");
const said = document.getElementById("said");
let [left, moves] = [{ white: 0, black: 0 }, { white: 0, black: 0 }];
let [increment, since, paused] = [0, 0, false];
/** @type {Side | undefined} */
let running;
/** @type {Side | undefined} */
let flag;
/** @type {WakeLockSentinel | undefined} */
let awake;
/** @type {string} */
let key = crypto.randomUUID?.() ?? String(Math.random());
// What a page that is loaded again goes on from; older ones are forgotten.
const place = `clock${location.search}`;
const LONGEST = 6 * 3600 * 1000;
const keep = () => {
  const kept = { left, moves, increment, running, paused, flag, key, at: Date.now() };
  try { localStorage.setItem(place, JSON.stringify(kept)); } catch {}
};

/** @param {boolean} on */
const wake = async (on) => {
  try {
    if (on && !awake) awake = await navigator.wakeLock?.request("screen");
    else if (!on) { await awake?.release(); awake = undefined; }
  } catch { awake = undefined; }
};
/** @param {Side} side */
const remains = (side) => left[side] - (running === side && !paused ? performance.now() - since : 0);
/** @param {number} milliseconds */
const written = (milliseconds) => {
  const rest = Math.max(0, milliseconds);
  const seconds = rest < 10000 ? Math.floor(rest / 100) / 10 : Math.ceil(rest / 1000);
  const minutes = Math.floor(seconds / 60);
  const shown = rest < 10000 ? (seconds % 60).toFixed(1).padStart(4, "0") : String(seconds % 60).padStart(2, "0");
  return `${minutes}:${shown}`;
};
const draw = () => {
  for (const half of halves) {
    const { side, name } = half.dataset;
    half.querySelector(".who")?.replaceChildren(flag === side ? `${name} – ${clock.dataset.flag}` : name);
    half.querySelector(".time")?.replaceChildren(written(remains(side)));
    half.querySelector(".count-moves")?.replaceChildren(`${clock.dataset.moves} ${moves[side]}`);
    half.classList.toggle("runs", running === side && !paused && !flag);
    half.classList.toggle("fallen", flag === side);
    half.disabled = Boolean(flag) || paused;
  }
  pause.textContent = paused ? pause.dataset.go : pause.dataset.pause;
  pause.disabled = !running || Boolean(flag);
};
const tick = () => {
  if (running && !paused && !flag && remains(running) <= 0) {
    left[running] = 0;
    flag = running;
    navigator.vibrate?.(400);
    wake(false);
    keep();
  }
  draw();
  if (flag) {
    const fallen = halves.find((half) => half.dataset.side === flag);
    said.textContent = `${clock.dataset.flag}: ${fallen?.dataset.name}`;
    document.getElementById("record")?.removeAttribute("hidden");
  }
  if (!flag && !clock.hidden) requestAnimationFrame(tick);
};
/** The side that has moved taps its own half, and the other's time runs. @param {Side} side */
const press = (side) => {
  if (flag || paused || (running && running !== side)) return;
  if (running) {
    left[side] = remains(side) + increment;
    moves[side] += 1;
  }
  running = other[side];
  since = performance.now();
  keep();
  wake(true);
};
const toggle = () => {
  if (!running || flag) return;
  if (!paused) left[running] = remains(running);
  paused = !paused;
  since = performance.now();
  keep();
  draw();
};
const show = () => {
  settings.hidden = true;
  clock.hidden = false;
  draw();
  requestAnimationFrame(tick);
};
for (const half of halves) {
  const { side } = half.dataset;
  half.addEventListener("pointerdown", () => press(side));
  half.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); event.stopPropagation(); press(side); }
  });
}
document.addEventListener("keydown", (event) => {
  if (clock.hidden || event.target.closest("button, input, a")) return;
  if (event.key === " " && running) { event.preventDefault(); press(running); }
  else if (event.key.toLowerCase() === "p") toggle();
});
pause.addEventListener("click", toggle);
document.getElementById("reset").addEventListener("click", () => {
  wake(false);
  try { localStorage.removeItem(place); } catch {}
  location.reload();
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible" || !running || paused || flag) return;
  awake = undefined;
  wake(true);
});
settings.addEventListener("submit", (event) => {
  event.preventDefault();
  // The fields take nothing that a clock cannot run on.
  const [minutes, seconds] = [settings.elements.minutes.value, settings.elements.increment.value];
  const time = Number(minutes) * 60000;
  increment = Number(seconds) * 1000;
  left = { white: time, black: time };
  moves = { white: 0, black: 0 };
  running = flag = undefined;
  paused = false;
  try { localStorage.setItem("clock-times", JSON.stringify([minutes, seconds])); } catch {}
  show();
});
try {
  const { at, ...kept } = JSON.parse(localStorage.getItem(place) ?? "{}");
  if (Date.now() - at < LONGEST) {
    ({ left, moves, increment, running, paused, flag, key } = kept);
    if (running && !paused && !flag) left[running] -= Date.now() - at;
    since = performance.now();
    show();
  } else localStorage.removeItem(place);
} catch {}
try {
  const [minutes, seconds] = JSON.parse(localStorage.getItem("clock-times") ?? "[]");
  if (minutes) settings.elements.minutes.value = minutes;
  if (seconds) settings.elements.increment.value = seconds;
} catch {}
settings.querySelector("fieldset")?.removeAttribute("disabled");

/** @param {Side} result */
const record = async (result) => {
  const { white, black } = clock.dataset;
  const [players, both] = [{ white: Number(white), black: Number(black) }, { white: true, black: true }];
  const game = { ...players, result, ending: "flag", clock: both };
  const csrf = document.querySelector("meta[name=csrf]")?.content ?? "";
  const headers = { "Content-Type": "application/json", "Idempotency-Key": key, "X-CSRF-Token": csrf };
  const wrong = document.getElementById("wrong");
  try {
    const answer = await fetch("/api/v1/games", { method: "POST", headers, body: JSON.stringify(game) });
    const told = await answer.json();
    if (answer.ok) {
      try { localStorage.removeItem(place); } catch {}
      location.assign(`/games/${told.id}`);
    } else wrong.textContent = told.detail;
  } catch { wrong.textContent = clock.dataset.failed; }
};
document.getElementById("won")?.addEventListener("click", () => { if (flag) record(other[flag]); });
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/clock/worker.js", { scope: "/clock" });
