// Keeps a page's live part current: when the service tells of a change, fetches the page again and swaps that part.
const live = document.getElementById("live");
if (live && !location.search.includes("on=")) {
  const changes = new EventSource(live.dataset.changes);
  let shown = live.dataset.version;
  let busy = false;
  changes.addEventListener("leaderboard", async (event) => {
    const version = String(JSON.parse(event.data).version);
    if (version === shown || busy) return;
    busy = true;
    try {
      const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById("live");
      if (answer.ok && fresh) {
        shown = fresh.dataset.version;
        live.replaceChildren(...fresh.childNodes);
      }
    } finally {
      busy = false;
    }
  });
}
