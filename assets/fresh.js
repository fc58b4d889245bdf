// Keeps lists current that others change: while the page is looked at it is fetched again, and the parts that have changed are put in
// place. What somebody has reached by keys stays until they go on.
const pause = 4000;
setInterval(async () => {
  if (document.hidden) return;
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => undefined);
  const html = answer?.ok && !answer.redirected ? await answer.text() : "";
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const part of document.querySelectorAll("[data-fresh]")) {
    const other = page.getElementById(part.id);
    if (!other || part.querySelector(":focus-visible") || part.innerHTML === other.innerHTML) continue;
    part.replaceChildren(...other.childNodes);
  }
}, pause);
