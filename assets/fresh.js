// Refreshes lists that others change: while the page is visible they are fetched again, from the address that they name or with the
// page, and what has changed is put in place. What somebody has reached by keys stays until they go on. Where it is the empty line of calls
// alone, that is looked at less often.
const pause = () => (document.querySelector("[data-fresh]:not(#calls:empty)") ? 4000 : 10000);

async function fetchAgain() {
  const parts = [...document.querySelectorAll("[data-fresh]")];
  for (const from of document.hidden ? [] : new Set(parts.map((part) => part.dataset.fresh))) {
    const answer = await fetch(from || location.href, { headers: { Accept: "text/html" } }).catch(() => undefined);
    const html = answer?.ok && !answer.redirected ? await answer.text() : "";
    const page = new DOMParser().parseFromString(html, "text/html");
    for (const part of parts.filter((part) => part.dataset.fresh === from)) {
      const other = page.getElementById(part.id);
      if (!other || part.querySelector(":focus-visible") || part.innerHTML === other.innerHTML) continue;
      part.replaceChildren(...other.childNodes);
    }
  }
  setTimeout(fetchAgain, pause());
}
setTimeout(fetchAgain, pause());
