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

// Each step is saved by itself, which loads the page again: what is typed in the others goes over that.
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
document.addEventListener("submit", ({ target }) => {
  const others = forms.filter((form) => form !== target).flatMap(fields);
  const typed = others.filter((field) => field.value !== fresh(field)).map((field) => [field.id, field.value]);
  try { sessionStorage.setItem(shelf, JSON.stringify(Object.fromEntries(typed))); } catch {}
});
