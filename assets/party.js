// The Party Board with a script: taps answer without another page, and the board is made larger and smaller.
const table = document.getElementById("table");
const sizes = [0.6, 1, 1.5, 2.2, 3.2];
let size = 1;

const frame = () => document.querySelector(".party-window");

function show() {
  document.querySelectorAll(".party .zoom").forEach((buttons) => { buttons.hidden = false; });
  frame()?.style.setProperty("--zoom", sizes[size]);
}

/** Makes the board another size and keeps what is in its middle there. */
function zoom(by) {
  const board = frame();
  if (!board) return;
  const [across, down] = [(board.scrollLeft + board.clientWidth / 2) / board.scrollWidth, (board.scrollTop + board.clientHeight / 2) / board.scrollHeight];
  size = Math.min(Math.max(size + by, 0), sizes.length - 1);
  show();
  board.scrollTo(across * board.scrollWidth - board.clientWidth / 2, down * board.scrollHeight - board.clientHeight / 2);
}

/** Moves board and page so that the picked piece is seen, and not under what is told of it. */
function reveal() {
  const [piece, told] = [frame()?.querySelector(".picked"), document.getElementById("picked")];
  if (!told) return;
  (piece ?? frame()).scrollIntoView({ block: "nearest", inline: "nearest" });
  if (!piece) return;
  const [square, card] = [piece.getBoundingClientRect(), told.getBoundingClientRect()];
  if (card.left < square.right && square.bottom > card.top) scrollBy(0, square.bottom + square.height - card.top);
}

/** Fetches what a tap asks for and puts it in the place of the game's part. */
async function ask(address, push) {
  const answer = await fetch(address, { headers: { Accept: "text/html" } }).catch(() => undefined);
  if (!answer?.ok) return location.assign(address);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [here, fresh] = [document.getElementById("game"), page.getElementById("game")];
  if (!here || !fresh) return location.assign(address);
  const [left, top] = [frame()?.scrollLeft ?? 0, frame()?.scrollTop ?? 0];
  here.replaceChildren(...fresh.childNodes);
  if (push) history.pushState({}, "", address);
  show();
  frame()?.scrollTo(left, top);
  reveal();
}

table.addEventListener("click", (event) => {
  const button = event.target.closest("[data-zoom]");
  if (button) return zoom(Number(button.dataset.zoom));
  const link = event.target.closest("#game a");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const address = new URL(link.getAttribute("href"), location.href);
  if (address.pathname !== location.pathname) return;
  event.preventDefault();
  ask(address.href, true);
});

// After a play the page is the table itself, not what was asked about it.
table.addEventListener("submit", (event) => {
  if (event.target.method === "post" && location.search) history.replaceState({}, "", location.pathname);
});

let dragged;
table.addEventListener("pointerdown", (event) => {
  const board = event.target.closest(".party-window");
  if (board && event.pointerType === "mouse") dragged = { board, x: event.clientX, y: event.clientY, moved: false };
});
addEventListener("pointermove", (event) => {
  if (!dragged) return;
  const [x, y] = [event.clientX - dragged.x, event.clientY - dragged.y];
  if (!dragged.moved && Math.hypot(x, y) < 6) return;
  dragged.moved = true;
  dragged.board.scrollBy(-x, -y);
  [dragged.x, dragged.y] = [event.clientX, event.clientY];
});
addEventListener("pointerup", () => { setTimeout(() => { dragged = undefined; }); });
table.addEventListener("click", (event) => { if (dragged?.moved) { event.preventDefault(); event.stopPropagation(); } }, true);
table.addEventListener("dragstart", (event) => { if (event.target.closest?.(".party-window")) event.preventDefault(); });
table.addEventListener("taken", show);
addEventListener("popstate", () => ask(location.href, false));
show();
reveal();
