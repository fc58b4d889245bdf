// Takes the register without loading the page again, by taps and by keys: next name, present, absent, back.
const register = document.getElementById("register");
const buttons = () => [...register.querySelectorAll("#taps li button")];
document.getElementById("keys")?.removeAttribute("hidden");
/** @param {number} place */
const go = (place) => {
  const all = buttons();
  all[Math.max(0, Math.min(all.length - 1, place))]?.focus();
};
/** Who is not here yet, after this place: nobody is marked as gone by going on alone. Where there is none, another
    name is looked for. A finger stays where it is.
    @param {number} at @param {boolean} byKeys */
const goOn = (at, byKeys) => {
  const next = buttons().slice(at + 1).find((button) => button.name === "arrive");
  if (next) next.focus({ preventScroll: !byKeys });
  else if (byKeys) document.getElementById("q")?.focus();
};
const place = () => buttons().findIndex((button) => button === document.activeElement);

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.id !== "taps" || !event.submitter) return;
  event.preventDefault();
  const at = buttons().findIndex((button) => button === event.submitter);
  const byKeys = event.submitter.matches(":focus-visible");
  // No field here is a file.
  const fields = /** @type {[string, string][]} */ ([...new FormData(form, event.submitter)]);
  const body = new URLSearchParams(fields);
  const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("register");
  if (!fresh) return location.reload();
  register.replaceChildren(...fresh.childNodes);
  document.getElementById("keys")?.removeAttribute("hidden");
  if (answer.ok) goOn(at, byKeys);
  else go(at);
});

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
