// Steps through a game on its page, by click and arrow keys; shares it.
/** A step through a game that is over, or through one that is played. @param {string} rel @returns {HTMLAnchorElement | null} */
const link = (rel) => document.querySelector(`:is(#replay, #steps) a[rel="${rel}"]`);
/** Marks the shown move in the list beside the board, in sight. @param {Page} page */
function listed(page) {
  const now = page.querySelector("#moves [aria-current]")?.getAttribute("href");
  for (const move of document.querySelectorAll("#moves a")) {
    const is = move.getAttribute("href") === now;
    if (!is) { move.removeAttribute("aria-current"); continue; }
    move.setAttribute("aria-current", "true");
    const list = move.closest("ol");
    if (list) list.scrollTop += move.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
  }
}

/** @param {string} address */
const show = async (address) => {
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  if (!answer.ok) return location.assign(address);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  // At a table the players' clocks go along.
  const [shown, fresh] = [document, page].map((all) => all.querySelector("#strips, #replay"));
  // Another page came meanwhile.
  if (!shown || !fresh) return location.assign(address);
  const held = document.activeElement;
  shown.replaceWith(fresh);
  listed(page);
  if (held instanceof HTMLAnchorElement && held.rel) link(held.rel)?.focus();
  history.replaceState(null, "", address);
};
/** Shares what is shown: by the system, else by its address.
    @param {Data<HTMLElement, "copied">} button */
async function share(button) {
  const url = location.href;
  if (navigator.share) return navigator.share({ title: document.title, url }).catch(() => {});
  // Where no page may copy, as without encryption, the reader does.
  const copied = await navigator.clipboard?.writeText(url).then(() => true, () => false);
  if (!copied) return prompt(document.title, url);
  button.textContent = button.dataset.copied;
}
document.addEventListener("click", (event) => {
  const button = event.target.closest("#share");
  if (button) share(button);
  const step = event.target.closest("#replay a") ?? (document.querySelector("#replay") && event.target.closest("#moves a"));
  if (!step || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  show(step.href);
});
/** @type {Record<string, string>} */
const keys = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" };
document.addEventListener("keydown", (event) => {
  const step = keys[event.key] && link(keys[event.key]);
  if (!step || event.target.closest("input, select, textarea, dialog, .talk, #board, #moves, #log")) return;
  event.preventDefault();
  step.click();
});
