// A chess clock: two halves to tap, increments, a count of moves, the flag; it keeps the screen awake.
const settings = document.getElementById("settings");
const clock = document.getElementById("clock");
const halves = Object.fromEntries([...clock.querySelectorAll(".half")].map((half) => [half.dataset.side, half]));
const other = { white: "black", black: "white" };
const pause = document.getElementById("pause");
const said = document.getElementById("said");
let left, moves, increment, running, since, paused, flag, awake;
let key = crypto.randomUUID?.() ?? String(Math.random());
// What a page that is loaded anew goes on from; older ones are forgotten.
const place = `clock${location.search}`;
const LONGEST = 6 * 3600 * 1000;
const keep = () => {
  try { localStorage.setItem(place, JSON.stringify({ left, moves, increment, running, paused, flag, key, at: Date.now() })); } catch {}
};

const wake = async (on) => {
  try {
    if (on && !awake) awake = await navigator.wakeLock?.request("screen");
    else if (!on) { await awake?.release(); awake = undefined; }
  } catch { awake = undefined; }
};
const remains = (side) => left[side] - (running === side && !paused ? performance.now() - since : 0);
const written = (milliseconds) => {
  const rest = Math.max(0, milliseconds);
  const seconds = rest < 10000 ? Math.floor(rest / 100) / 10 : Math.ceil(rest / 1000);
  const minutes = Math.floor(seconds / 60);
  const shown = rest < 10000 ? (seconds % 60).toFixed(1).padStart(4, "0") : String(seconds % 60).padStart(2, "0");
  return `${minutes}:${shown}`;
};
const draw = () => {
  for (const [side, half] of Object.entries(halves)) {
    half.querySelector(".who").textContent = flag === side ? `${half.dataset.name} – ${clock.dataset.flag}` : half.dataset.name;
    half.querySelector(".time").textContent = written(remains(side));
    half.querySelector(".count-moves").textContent = `${clock.dataset.moves} ${moves[side]}`;
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
    said.textContent = `${clock.dataset.flag}: ${halves[flag].dataset.name}`;
    document.getElementById("record")?.removeAttribute("hidden");
  }
  if (!flag && !clock.hidden) requestAnimationFrame(tick);
};
// Whoever has moved taps their own half, and the other's time runs.
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
for (const [side, half] of Object.entries(halves)) half.addEventListener("pointerdown", () => press(side));
for (const [side, half] of Object.entries(halves)) half.addEventListener("keydown", (event) => {
  if (event.key === "Enter" || event.key === " ") { event.preventDefault(); event.stopPropagation(); press(side); }
});
document.addEventListener("keydown", (event) => {
  if (clock.hidden || event.target.closest("button, input, a")) return;
  if (event.key === " " && running) { event.preventDefault(); press(running); }
  else if (event.key.toLowerCase() === "p") toggle();
});
pause.addEventListener("click", toggle);
document.getElementById("reset").addEventListener("click", () => { wake(false); try { localStorage.removeItem(place); } catch {} location.reload(); });
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible" && running && !paused && !flag) { awake = undefined; wake(true); } });
settings.addEventListener("submit", (event) => {
  event.preventDefault();
  // The fields take nothing that a clock cannot run on.
  const time = Number(settings.elements.minutes.value) * 60000;
  increment = Number(settings.elements.increment.value) * 1000;
  left = { white: time, black: time };
  moves = { white: 0, black: 0 };
  running = since = flag = undefined;
  paused = false;
  try { localStorage.setItem("clock-times", JSON.stringify([settings.elements.minutes.value, settings.elements.increment.value])); } catch {}
  show();
});
try {
  const { at, ...kept } = JSON.parse(localStorage.getItem(place)) ?? {};
  if (Date.now() - at < LONGEST) {
    ({ left, moves, increment, running, paused, flag, key } = kept);
    if (!paused && !flag) left[running] -= Date.now() - at;
    since = performance.now();
    show();
  } else localStorage.removeItem(place);
} catch {}
try {
  const [minutes, seconds] = JSON.parse(localStorage.getItem("clock-times")) ?? [];
  if (minutes) settings.elements.minutes.value = minutes;
  if (seconds) settings.elements.increment.value = seconds;
} catch {}

const record = async (result) => {
  const { white, black } = clock.dataset;
  const game = { white: Number(white), black: Number(black), result, ending: "flag", clock: { white: true, black: true } };
  const headers = { "Content-Type": "application/json", "Idempotency-Key": key, "X-CSRF-Token": document.querySelector("meta[name=csrf]")?.content ?? "" };
  const wrong = document.getElementById("wrong");
  try {
    const answer = await fetch("/api/v1/games", { method: "POST", headers, body: JSON.stringify(game) });
    const told = await answer.json();
    if (answer.ok) {
      try { localStorage.removeItem(place); } catch {}
      location.assign(`/games/${told.id}`);
    } else wrong.textContent = `${told.detail} ${(told.acts ?? []).join(", ")}`;
  } catch { wrong.textContent = clock.dataset.failed; }
};
document.getElementById("won")?.addEventListener("click", () => record(other[flag]));
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/clock/worker.js", { scope: "/clock" });
