// Chooses the browser's own time zone for a club that has said none, where it is on offer.
const zone = document.querySelector("[data-zone]");
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
if (zone && !zone.value && [...zone.options].some((option) => option.value === timeZone)) zone.value = timeZone;

// Who has said when the club begins finds an end an hour later, and can say another.
const begins = document.querySelector("[name=session_start]");
const ends = document.querySelector("[name=session_end]");
const hour = 3_600_000;
begins?.addEventListener("blur", () => {
  if (ends && !ends.value && begins.valueAsNumber < 23 * hour) ends.valueAsNumber = begins.valueAsNumber + hour;
});

// A step that a link leads to is open.
document.getElementById(location.hash.slice(1))?.querySelector("details")?.setAttribute("open", "");

// Who saves one step saves the other, too, where all of it is filled in. What else is typed goes over the page that loads then.
const shelf = "start";
const forms = [...document.querySelectorAll("form.fields")];
/** What is filled in by hand. @param {HTMLFormElement} form */
const fields = (form) => [...form.querySelectorAll("input:not([type=hidden]), textarea, select")];
/** What a field began with. @param {Field} field */
const fresh = (field) =>
  "options" in field ? ([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value : field.defaultValue;
try {
  /** @type {Record<string, string>} */
  const kept = JSON.parse(sessionStorage.getItem(shelf) ?? "{}");
  for (const field of forms.flatMap(fields)) field.value = kept[field.id] ?? field.value;
  sessionStorage.removeItem(shelf);
} catch {}
/** What was sent along: a step that was refused stays as it was typed. */
const sent = new Set();
const saved = new Set();
/** @param {HTMLFormElement} form */
const save = async (form) => {
  sent.add(form);
  const body = new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form)]));
  const answer = await fetch(form.action, { method: "POST", body, redirect: "manual" }).catch(() => null);
  if (answer?.type === "opaqueredirect") saved.add(form);
};
document.addEventListener("submit", async (event) => {
  const { target, submitter } = event;
  const others = forms.filter((form) => form !== target && !saved.has(form));
  const typed = others.flatMap(fields).filter((field) => field.value !== fresh(field)).map((field) => [field.id, field.value]);
  try { sessionStorage.setItem(shelf, JSON.stringify(Object.fromEntries(typed))); } catch {}
  const isTyped = (/** @type {HTMLFormElement} */ form) => fields(form).some((field) => field.value !== fresh(field));
  const along = others.filter((form) => form.matches("#club form, #meet form") && !sent.has(form) && isTyped(form) && form.checkValidity());
  if (!along.length) return;
  event.preventDefault();
  await Promise.all(along.map(save));
  /** @type {HTMLFormElement} */ (target).requestSubmit(submitter);
});
