// Refreshes what others change while the page is visible, from the address that it names or with the page. What keys have reached,
// is pressed or ticked stays. The line of calls is cheap: beside lists it is asked for more often; a challenge has them fetched.
const lists = "[data-fresh]:not(#calls)";
const pause = () => (document.querySelector(lists) ? 2000 : document.querySelector("#calls:not(:empty)") ? 4000 : 10000);
/** @type {number | undefined} */
let timer;
let [busy, turn] = [false, 0];

const held = ":is(:focus-visible, :active, input:checked:not(:default), input:default:not(:checked))";
/** What it shows, without keys. @param {Element} part */
const shown = (part) => part.innerHTML.replace(/"key" value="\S+"/g, "");

/** @param {HTMLElement[]} parts */
async function renew(parts) {
  for (const from of new Set(parts.map((part) => part.dataset.fresh))) {
    const answer = await fetch(from || location.href, { headers: { Accept: "text/html" } }).catch(() => undefined);
    const html = answer?.ok && !answer.redirected ? await answer.text().catch(() => "") : "";
    const page = new DOMParser().parseFromString(html, "text/html");
    for (const part of parts.filter((part) => part.dataset.fresh === from)) {
      const other = page.getElementById(part.id);
      if (!other) continue;
      if (other.dataset.challenges !== undefined) part.dataset.challenges = other.dataset.challenges;
      if (part.querySelector(held) || shown(part) === shown(other)) continue;
      part.replaceChildren(...other.childNodes);
    }
  }
}

async function fetchAgain() {
  if (busy) return;
  clearTimeout(timer);
  if (!document.hidden) {
    busy = true;
    const calls = document.querySelector("#calls");
    const before = calls?.dataset.challenges;
    if (calls) await renew([calls]);
    turn += 1;
    if (!calls || turn % 2 === 0 || calls.dataset.challenges !== before) await renew([...document.querySelectorAll(lists)]);
    busy = false;
  }
  timer = setTimeout(fetchAgain, pause());
}
timer = setTimeout(fetchAgain, pause());
document.addEventListener("visibilitychange", () => { if (!document.hidden) fetchAgain(); });
