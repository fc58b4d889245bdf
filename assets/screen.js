// The big screen goes on to its next part by itself, without loading the page again; where the network is away it stays as it is.
const shown = document.getElementById("screen");
const goOn = async () => {
  try {
    const answer = await fetch(shown.dataset.next, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("screen");
    if (answer.ok && fresh) {
      shown.dataset.next = fresh.dataset.next;
      shown.replaceChildren(...fresh.childNodes);
    }
  } catch {
    // The next turn tries again.
  }
  setTimeout(goOn, Number(shown.dataset.seconds) * 1000);
};
setTimeout(goOn, Number(shown.dataset.seconds) * 1000);
