// Has the browser keep pages that say that there is no network (offline-worker.js), once the page that was wanted is there. Today
// says so meanwhile; a kept page goes on by itself once the club answers, or back to the form that was not sent.
const [line, again, unsent] = [document.getElementById("offline"), document.getElementById("again"), document.getElementById("unsent")];
if (!again && !unsent) addEventListener("load", () => navigator.serviceWorker?.register("/worker.js").catch(() => {}));

const tell = () => { if (line) line.hidden = navigator.onLine; };
addEventListener("online", tell);
addEventListener("offline", tell);
tell();

unsent?.addEventListener("click", (event) => {
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
// At its own address nobody wanted another page.
if (again && location.pathname !== "/offline") setTimeout(goOn, 3000);
