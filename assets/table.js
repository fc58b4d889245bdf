// A table as it changes: what others do and say comes in, its forms post without leaving it. A game's module may take over what is
// told (`told`) and speak (`say`); without the socket its form posts.
const table = document.getElementById("table");
const { id, away, unsent, unmoved } = table.dataset;
const [talk, shown] = [document.getElementById("talk"), document.getElementById("told")];
/** Those who have spoken meanwhile. @type {Set<number>} */
const met = new Set();
let number = Number(table.dataset.number);
let said = Number(talk.lastElementChild?.getAttribute("data-talk") ?? 0);
// Seconds: the service says `here` every fifteen.
const quiet = 20;
/** @type {WebSocket | EventSource | undefined} A player's socket, a spectator's stream of events. */
let line;
let pause = 500;
/** @type {number | undefined} */
let retry;
/** @type {number | undefined} */
let unanswered;
// What is told if nothing is heard.
let unheard = "";
let gone = false;
let fetching = false;
let again = false;

/** Shows a refusal, until the next action. @param {(string | Node)[]} what */
function tell(...what) {
  if (what[0] !== away) unheard = "";
  shown.replaceChildren(...what);
}
// What was told is past; that there is no connection is not.
const past = () => { if (!gone) tell(""); };
/** @param {string} html */
const read = (html) => new DOMParser().parseFromString(html, "text/html");

/** A refusal's words; what programs read between backticks is a quotation. @param {string} detail */
const quoted = (detail) => detail.replace(/`(.*?)`/g, document.documentElement.lang === "de" ? "„$1“" : "“$1”");

/** What tells an element from others. @param {Element} element */
function mark(element) {
  if (element.id) return element.id;
  const does = [element.localName, ...["name", "value", "href"].map((name) => element.getAttribute(name))];
  const form = element.closest("form");
  const hidden = [...(form?.querySelectorAll("input[type=hidden]:not([name=answers])") ?? [])];
  return [...does, element.closest("[id]")?.id, ...hidden.map((field) => field.value)].join(" ");
}

/** Remembers what has the focus, and gives it back; a board is its game's. @param {Element} part */
function keepFocus(part) {
  const held = document.activeElement;
  if (!held || !part.contains(held) || held.closest("#board")) return () => {};
  const wanted = mark(held);
  const only = () => {
    /** @type {NodeListOf<HTMLInputElement>} */
    const same = part.querySelectorAll(held.localName);
    const alike = [...same].filter((element) => mark(element) === wanted);
    return alike.length === 1 ? alike[0] : undefined;
  };
  if (only() !== held) return () => {};
  const { top, bottom } = held.getBoundingClientRect();
  const { selectionStart: from = null, selectionEnd: to = null } = /** @type {HTMLInputElement} */ (held);
  return () => {
    const again = only();
    // Out of sight, it moves no page.
    again?.focus({ preventScroll: bottom < 0 || top > innerHeight });
    if (from !== null) again?.setSelectionRange(from, to);
  };
}

/** Remembers what was typed, ticked and opened, likewise. @param {Element} part */
function keepTyped(part) {
  const all = () => [...part.querySelectorAll("input:not([type=hidden]), textarea, select, details[id]")];
  const before = new Map(all().map((field) => [mark(field), field]));
  return () => {
    for (const field of all()) {
      const was = before.get(mark(field));
      if (!was) continue;
      if (was.checked !== was.defaultChecked) field.checked = was.checked;
      if (was.value !== was.defaultValue) field.value = was.value;
      if (was.open) field.open = true;
    }
  };
}

/** Since when people are away, by seat and by this clock. @type {Map<string, number> | undefined} */
let left;

function absences() {
  if (!left) return;
  const [now, { absent, absentFor }, lang] = [Date.now(), table.dataset, document.documentElement.lang];
  for (const word of table.querySelectorAll("[data-gone]")) {
    const minutes = Math.floor((now - (left.get(word.dataset.gone) ?? now)) / 60000);
    const [count, unit] = minutes < 60 ? [minutes, "minute"] : [Math.floor(minutes / 60), "hour"];
    const time = new Intl.NumberFormat(lang, { style: "unit", unit, unitDisplay: "long" }).format(count);
    const said = minutes < 1 ? absent : absentFor.replace("…", time);
    if (word.textContent !== said) word.textContent = said;
  }
}

const parts = () => table.querySelectorAll("[data-live]");
/** Parts as the service last sent them: what scripts draw there stays. @type {Map<string, string>} */
const came = new Map();
for (const part of parts()) came.set(part.id, part.innerHTML);

/** Puts another state of the page in place. @param {Page} page */
function take(page) {
  const fresh = page.getElementById("table");
  if (!fresh) return location.reload();
  // A replica that lags would take back what came; what is pressed would hear no click.
  const pressed = table.querySelector(":is(a, button, summary, [data-square]):active");
  if (pressed || Number(fresh.dataset.number) < number) return setTimeout(look, 200);
  for (const part of parts()) {
    const other = page.getElementById(part.id);
    if (!other || came.get(part.id) === other.innerHTML) continue;
    came.set(part.id, other.innerHTML);
    const [giveTyped, giveFocus] = [keepTyped(part), keepFocus(part)];
    part.replaceChildren(...other.childNodes);
    giveTyped();
    giveFocus();
  }
  const heard = page.getElementById("talk");
  if (heard && heard.dataset.muted !== talk.dataset.muted) {
    talk.dataset.muted = heard.dataset.muted;
    talk.replaceChildren(...heard.childNodes);
  }
  const { seat, stage } = table.dataset;
  // The end is told over the page.
  if (seat && stage === "playing" && fresh.dataset.stage === "ended") {
    tell("");
    table.dataset.just = "ended";
  }
  Object.assign(table.dataset, fresh.dataset);
  document.title = page.title;
  // The board shows it now.
  if (shown.textContent === unmoved) setTimeout(() => { if (shown.textContent === unmoved) past(); }, 8000);
  // Who sits down is told by another line.
  if (seat !== table.dataset.seat) connect();
  table.dispatchEvent(new Event("taken"));
}

/** Fetches the page again, until it shows the latest. */
async function look() {
  if (fetching) { again = true; return; }
  fetching = true;
  do {
    again = false;
    const asked = fetch(location.href, { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(10000) });
    const html = await asked.then((answer) => (answer.ok ? answer.text() : undefined)).catch(() => undefined);
    if (html) take(read(html));
    else again = await new Promise((on) => setTimeout(on, 3000, true));
  } while (again);
  fetching = false;
}

// Talk since this browser last showed it is counted.
const unread = document.getElementById("unread");
let [seen, last] = [false, said];
function count() {
  try { last = localStorage[`talk/${id}`] = seen ? said : localStorage[`talk/${id}`] ?? last; } catch { if (seen) last = said; }
  const { length } = [...talk.children].filter((line) => Number(line.getAttribute("data-talk")) > last);
  unread.dataset.count = String(length);
  unread.hidden = !length;
}
new IntersectionObserver(([part]) => {
  seen = part.isIntersecting;
  count();
}).observe(talk);

/** @param {Told} told */
function hear(told) {
  if (told.type === "entry") {
    number = Math.max(number, told.entry.number);
    // Scripts may show it by themselves.
    came.clear();
    document.getElementById("entries").textContent = String(number);
    // One's own play ends what was refused.
    if (String(told.entry.seat) === table.dataset.seat) tell("");
  }
  if (told.type === "table") {
    const { away, now } = told.table;
    left = new Map(away.map(({ seat, since }) => [String(seat), Date.now() - Date.parse(now) + Date.parse(since)]));
    absences();
    for (const dot of document.querySelectorAll("[data-here]")) dot.hidden = !told.table.here.includes(Number(dot.dataset.here));
  }
  if (!table.dispatchEvent(new CustomEvent("told", { detail: told, cancelable: true }))) return;
  if (told.type === "talk" && told.talk.id > said) {
    said = told.talk.id;
    const { by, text } = told.talk;
    // Who speaks first can be muted now.
    if (!met.has(by.id)) look();
    met.add(by.id);
    if (talk.dataset.muted.split(" ").includes(String(by.id))) return;
    const line = document.createElement("li");
    line.dataset.talk = String(said);
    line.append(Object.assign(document.createElement("strong"), { textContent: by.name }), `: ${text}`);
    talk.append(line);
    // Within its own box: the page stays.
    talk.scrollTop = talk.scrollHeight;
    count();
  } else if (told.type === "refused") {
    tell(quoted(told.problem.detail));
  } else if (told.type === "table") {
    const { stage, seats } = told.table;
    const key = JSON.stringify([told.table.number, stage, seats.map((chair) => [chair.person?.id ?? 0, chair.ready])]);
    // After a game the other one may want to play again.
    if (key !== table.dataset.key || (stage === "ended" && table.dataset.seat)) look();
  }
}

/** Says that there is no connection, or looks again. @param {boolean} is */
function connected(is) {
  clearTimeout(unanswered);
  if (is) expect(quiet);
  const before = gone;
  gone = !is;
  table.classList.toggle("cut", gone);
  if (is) {
    pause = 500;
    // What did come through is heard next, and takes these words away.
    if (shown.textContent === away) tell(unheard);
    if (before) look();
  } else if (!before) {
    tell(away);
    table.dispatchEvent(new Event("away"));
  }
}

function lost() {
  connected(false);
  const old = line;
  line = undefined;
  old?.close();
  clearTimeout(retry);
  retry = setTimeout(connect, pause);
  pause = Math.min(pause * 2, 10000);
}

/** Something is to come within so many seconds. @param {number} seconds */
function expect(seconds) {
  clearTimeout(unanswered);
  unanswered = setTimeout(lost, seconds * 1000);
}

function connect() {
  clearTimeout(retry);
  line?.close();
  /** @param {Event} event */
  const lose = (event) => { if (event.target === line) lost(); };
  /** @param {MessageEvent<string>} event */
  const hears = (event) => { connected(true); hear(JSON.parse(event.data)); };
  if (table.dataset.seat === "") {
    line = new EventSource(`/api/v1/tables/${id}/events?after=${number}`);
    for (const kind of ["table", "entry", "talk", "here"]) line.addEventListener(kind, hears);
  } else {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    line = new WebSocket(`${scheme}://${location.host}/api/v1/tables/${id}/socket?after=${number}`);
    line.addEventListener("message", hears);
  }
  line.addEventListener("open", () => connected(true));
  for (const end of ["error", "close"]) line.addEventListener(end, lose);
  expect(10);
}

addEventListener("offline", lost);
addEventListener("online", () => { pause = 500; lost(); });

table.addEventListener("say", (event) => {
  past();
  unheard = unmoved;
  if (gone || !(line instanceof WebSocket) || line.readyState !== WebSocket.OPEN) return;
  line.send(JSON.stringify(event.detail));
  event.preventDefault();
  expect(5);
});

setInterval(absences, 5000);

// What stands against a game passes elsewhere.
setInterval(() => { if (!document.hidden && document.querySelector("[data-passes]")) look(); }, 5000);

const log = document.getElementById("log");
log.addEventListener("toggle", () => { if (log.open) look(); });

table.addEventListener("submit", async (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  event.preventDefault();
  past();
  // No field at a table is a file.
  const fields = /** @type {[string, string][]} */ ([...new FormData(form, event.submitter)]);
  const body = new URLSearchParams(fields);
  const sent = { method: "POST", body, headers: { Accept: "text/html" } };
  const answer = await fetch(form.action, sent).catch(() => undefined);
  if (!answer) {
    const what = body.get("text") ?? (event.submitter ?? form).innerText;
    unheard = body.get("act") === "move" ? unmoved : unsent.replace("…", what);
    tell(away);
    return lost();
  }
  if (new URL(answer.url).pathname !== location.pathname) return location.assign(answer.url);
  if (answer.ok) form.reset();
  const page = read(await answer.text());
  // Told in any case: the page may be overtaken by now.
  tell(...(page.querySelector("[role=alert]")?.childNodes ?? []));
  if (answer.ok || page.getElementById("table")) take(page);
});

connect();
