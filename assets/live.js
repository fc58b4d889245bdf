// Keeps a page's live part current: when the service tells of a change, fetches the page again and swaps that part.
// All open pages are told at the same moment, so each waits a random time of up to so many milliseconds.
const within = 2000;
const live = document.getElementById("live");
if (live && !location.search.includes("on=")) {
  const changes = new EventSource(live.dataset.changes);
  let shown = Number(live.dataset.version);
  let newest = shown;
  let busy = false;
  changes.addEventListener("leaderboard", async (event) => {
    newest = Number(JSON.parse(event.data).version);
    if (busy) return;
    busy = true;
    try {
      // What changes while the page is fetched is fetched after it.
      while (shown < newest) {
        await new Promise((later) => setTimeout(later, Math.random() * within));
        const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const fresh = page.getElementById("live");
        const version = Number(fresh?.dataset.version);
        if (!answer.ok || !fresh || !(version > shown)) break;
        shown = version;
        // What is pressed just now would hear no click.
        while (live.querySelector(":active")) await new Promise((later) => setTimeout(later, 50));
        live.replaceChildren(...fresh.childNodes);
      }
    } finally {
      busy = false;
    }
  });
}
