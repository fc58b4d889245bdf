// Has the browser keep pages that say that there is no network (offline-worker.js), once the page that was wanted is there. Today
// says so meanwhile; a kept page goes on by itself once the club answers, or back to the form that was not sent.
addEventListener("load", () => navigator.serviceWorker?.register("/worker.js").catch(() => {}));

const line = document.getElementById("offline");
const tell = () => { if (line) line.hidden = navigator.onLine; };
addEventListener("online", tell);
addEventListener("offline", tell);
tell();

document.getElementById("unsent")?.addEventListener("click", (event) => {
  if (history.length < 2) return;
  event.preventDefault();
  history.back();
});

/** Goes on where the club answers: by its number, which no other site's answer has. */
async function goOn() {
  const answer = await fetch("/worker.js", { cache: "no-store" }).catch(() => undefined);
  if (answer?.headers.has("x-request-id")) location.reload();
  else setTimeout(goOn, 3000);
}
// Its own address is no page that was wanted.
if (document.getElementById("again") && location.pathname !== "/offline") setTimeout(goOn, 3000);
