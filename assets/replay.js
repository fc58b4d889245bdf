// Steps through a game without loading the page again, by click and by arrow keys.
/** @param {string} rel @returns {HTMLAnchorElement | null} */
const link = (rel) => document.querySelector(`#replay a[rel="${rel}"]`);
/** @param {string} address */
const show = async (address) => {
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  if (!answer.ok) return location.assign(address);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("replay");
  // Another page has come in the place of this one.
  if (!fresh) return location.assign(address);
  const held = document.activeElement;
  document.getElementById("replay").replaceWith(fresh);
  if (held instanceof HTMLAnchorElement && held.rel) link(held.rel)?.focus();
  history.replaceState(null, "", address);
};
document.addEventListener("click", (event) => {
  const step = event.target.closest("#replay a");
  if (!step || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  show(step.href);
});
/** @type {Record<string, string>} */
const keys = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" };
document.addEventListener("keydown", (event) => {
  const step = keys[event.key] && link(keys[event.key]);
  if (!step || event.target.closest("input, select, textarea")) return;
  event.preventDefault();
  show(step.href);
});
