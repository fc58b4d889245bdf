// Takes the register without loading the page again, by taps and by keys: next name, present, absent, back. A tap that
// the network swallows is kept in this browser, shown as waiting and sent again; taps of another device are followed.
const register = document.getElementById("register");
const buttons = () => [...register.querySelectorAll("#taps li button")];
const place = () => buttons().findIndex((button) => button === document.activeElement);
// Milliseconds between two tries, and between two looks at what other devices did.
const pause = 4000;
// Milliseconds after which a tap says when it was: presence goes by minutes.
const late = 60_000;
// Milliseconds from lifting a finger to the click of its tap, at the most.
const settled = 300;

/** A tap: who came or left, and when it was.
    @typedef {{ name: string, value: string, when: number }} Tap */
const shelf = `register ${location.pathname}`;
/** Those that are not known to have arrived. A browser that keeps nothing holds them as long as the page is open. */
let waiting = kept();
let busy = false;
/** Whether the network swallowed one of them: a tap that is on its way is no news. */
let swallowed = waiting.length > 0;
/** Whether the last one who did something did it by keys. A name that a script chose looks the same to a style sheet. */
let byKeys = false;

/** @returns {Tap[]} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(shelf) ?? "[]");
  } catch {
    return [];
  }
}

function keep() {
  try {
    localStorage.setItem(shelf, JSON.stringify(waiting));
  } catch {
    // They are kept by the page alone.
  }
}

/** @param {number} place */
const go = (place) => {
  const all = buttons();
  all[Math.max(0, Math.min(all.length - 1, place))]?.focus();
};
/** Who is not here yet, after this place: nobody is marked as gone by going on alone. Where there is none, another
    name is looked for. A finger stays where it is.
    @param {number} at */
const goOn = (at) => {
  const next = buttons().slice(at + 1).find((button) => button.name === "arrive");
  if (next) next.focus({ preventScroll: !byKeys });
  else if (byKeys) document.getElementById("q")?.focus();
};

/** Shows which taps wait, and how many. One that is on its way is no news yet. */
function show() {
  document.getElementById("keys")?.removeAttribute("hidden");
  const note = document.getElementById("waits");
  if (note) {
    note.hidden = waiting.length === 0 || !swallowed;
    note.lastElementChild?.replaceChildren(String(waiting.length));
  }
  for (const button of buttons()) {
    const waits = waiting.some((tap) => tap.value === button.value);
    button.classList.toggle("waits", waits);
    button.querySelector(".kept")?.remove();
    if (!waits || !swallowed) continue;
    const word = document.createElement("small");
    word.className = "kept";
    word.textContent = register.dataset.kept;
    button.append(word);
  }
}

/** The register as it was put in place last. */
let known = "";
/** Whether a finger rests on the register. */
let touched = false;
/** The newest answer that came under the finger. */
let later = "";
/** @type {ReturnType<typeof setTimeout> | undefined} */
let settling;

// A tap ends on the button on which it began: nothing is put in its place until the click has come.
register.addEventListener("pointerdown", () => {
  clearTimeout(settling);
  touched = true;
});
for (const kind of ["pointerup", "pointercancel"]) {
  document.addEventListener(kind, () => {
    if (touched) settling = setTimeout(release, settled);
  });
}

function release() {
  touched = false;
  const html = later;
  later = "";
  if (html) put(html);
}

/** Puts the register in place as the service has it, unless nothing is new. The focus stays on its name.
    @param {string} html */
function put(html) {
  later = touched ? html : "";
  if (touched) return;
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("register");
  if (!fresh) return;
  if (fresh.innerHTML === known) {
    show();
    return;
  }
  known = fresh.innerHTML;
  const at = document.activeElement?.closest("li")?.id;
  // At the foot of the page a shorter register would move under the finger.
  register.style.minHeight = `${register.offsetHeight}px`;
  register.replaceChildren(...fresh.childNodes);
  if (at) document.getElementById(at)?.querySelector("button")?.focus({ preventScroll: true });
  show();
}

/** The time on the club's wall when something was tapped: what is sent late says when it was.
    @param {number} when */
function clubTime(when) {
  const [hours, minutes, seconds] = register.dataset.clock.split(":").map(Number);
  const past = Math.round((when - opened) / 1000);
  const time = hours * 3600 + minutes * 60 + seconds + past;
  return new Date(time * 1000).toISOString().slice(11, 19);
}
const opened = Date.now();

/** Sends a tap. Nothing, where the network does not carry it.
    @param {HTMLFormElement} form @param {Tap} tap */
async function send(form, tap) {
  // No field here is a file.
  const body = new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form)]));
  body.append(tap.name, tap.value);
  if (!body.has("at") && Date.now() - tap.when > late) body.append("at", clubTime(tap.when));
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "text/html" } });
    return answer.status >= 500 ? undefined : answer;
  } catch {
    return undefined;
  }
}

/** Sends what waits, in its order, until the network fails. */
async function sendAll() {
  if (busy) return;
  busy = true;
  try {
    while (waiting.length > 0) {
      const form = document.querySelector("form#taps");
      const [tap] = waiting;
      const answer = form && (await send(form, tap));
      swallowed = !answer;
      if (!answer) break;
      const html = await answer.text();
      // Signed out meanwhile: it waits until somebody is signed in again.
      if (!html.includes('id="register"')) return location.reload();
      waiting = waiting.filter((other) => other !== tap);
      keep();
      put(html);
    }
  } finally {
    busy = false;
    show();
  }
}

document.addEventListener("submit", async (event) => {
  const { target: form, submitter: button } = event;
  if (form.id !== "taps" || !(button instanceof HTMLButtonElement)) return;
  event.preventDefault();
  const at = buttons().findIndex((other) => other === button);
  const { name, value } = button;
  const same = waiting.findIndex((tap) => tap.value === value);
  // A second tap on a name that waits takes the first one back, unless it is on its way.
  if (same > 0 || (same === 0 && !busy)) waiting.splice(same, 1);
  else if (same < 0) waiting.push({ name, value, when: Date.now() });
  keep();
  show();
  await sendAll();
  if (waiting.length === 0) goOn(at);
  else if (byKeys) go(at);
});

for (const kind of ["pointerdown", "keydown"]) {
  document.addEventListener(kind, () => (byKeys = kind === "keydown"), { capture: true });
}

// What waits is sent again; while nothing does, and nobody types, what others tapped is shown.
setInterval(async () => {
  if (waiting.length > 0) return sendAll();
  if (busy || document.hidden || document.activeElement?.matches("input, select, textarea") || document.querySelector("#taps [name=at]")) return;
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => undefined);
  const html = answer?.ok ? await answer.text() : "";
  // What somebody has opened meanwhile, to read or to choose from, stays open.
  if (html && waiting.length === 0 && !busy && !register.querySelector("details[open]")) put(html);
}, pause);
window.addEventListener("online", sendAll);
show();
sendAll();

// Looking for a name keeps the time that is typed.
document.addEventListener("input", ({ target }) => {
  const kept = document.querySelector(".find input[name=at]");
  if (target.id === "at" && kept) kept.value = target.value;
});

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const button = buttons()[place()];
  const here = button?.name === "leave";
  const key = event.key.toLowerCase();
  if (key === "arrowdown" || key === "n") go(place() + 1);
  else if (key === "arrowup" || key === "b") go(place() - 1);
  else if (key === "p" && button) here ? go(place() + 1) : button.click();
  else if (key === "a" && button) here ? button.click() : go(place() + 1);
  else return;
  event.preventDefault();
});
