// Circles and arrows on a board of chess, for oneself alone: with the right button, or by a finger that rests on a square and slides
// on. They lie in the drawing of a board, or on what `chess.js` lays over its own.
const SVG = "http://www.w3.org/2000/svg";
/** How long a finger rests before it draws, in milliseconds, and how far it may tremble meanwhile. */
const [rest, still] = [450, 9];
const colours = ["green", "red", "blue", "yellow"];

/** What is drawn or may come to be: where it began, and once it is drawn, on which slate, from which square, its mark.
    @type {{ at: MouseEvent, slate: SVGGElement, timer: number, from?: string, mark?: SVGPathElement } | undefined} */
let drawing;

/** The slate on a board that was hit. @param {Element} hit */
function slateOf(hit) {
  const board = hit.closest("#board, #replay .board");
  const drawn = board?.id === "board" ? board.querySelector(".slate") : board;
  if (!(drawn instanceof SVGSVGElement)) return;
  if (!drawn.querySelector(".marks")) drawn.append(named(document.createElementNS(SVG, "g"), "marks"));
  return drawn.querySelector(".marks");
}

/** @template {Element} E @param {E} element @param {string} name */
function named(element, name) {
  element.setAttribute("class", name);
  return element;
}

/** The square at a point of the page, as the slate counts them: `4 6`. @param {SVGGElement} slate @param {MouseEvent} at */
function squareAt(slate, { clientX, clientY }) {
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(slate.getScreenCTM()?.inverse());
  return x >= 0 && x < 8 && y >= 0 && y < 8 ? `${Math.floor(x)} ${Math.floor(y)}` : undefined;
}

/** A circle on a square, or an arrow to another. @param {string} from @param {string} to @param {string} colour */
function markOf(from, to, colour) {
  const [[x, y], [right, down]] = [from, to].map((square) => square.split(" ").map((place) => Number(place) + 0.5));
  const mark = named(document.createElementNS(SVG, "path"), colour);
  mark.dataset.on = `${from} ${to}`;
  const long = Math.hypot(right - x, down - y);
  const turn = (Math.atan2(down - y, right - x) * 180) / Math.PI;
  mark.setAttribute("transform", `translate(${x} ${y}) rotate(${turn})`);
  mark.setAttribute("d", long ? `M.15-.09H${long - 0.45}V-.27L${long - 0.02} 0 ${long - 0.45} .27V.09H.15z`
    : "M-.47 0a.47.47 0 0 1 .94 0a.47.47 0 0 1-.94 0zM-.38 0a.38.38 0 0 0 .76 0a.38.38 0 0 0-.76 0z");
  return mark;
}

/** Begins to draw, if a square lies there. @param {MouseEvent} at */
function begin(at) {
  if (!drawing) return;
  // The board may have been replaced while the finger rested.
  const hit = drawing.slate.isConnected ? undefined : document.elementFromPoint(at.clientX, at.clientY);
  const slate = hit ? slateOf(hit) : drawing.slate;
  if (!slate) return stop();
  drawing.slate = slate;
  drawing.from = squareAt(slate, at);
  if (!drawing.from) return stop();
  // The board lets go of what the finger has picked up.
  slate.dispatchEvent(new Event("marking", { bubbles: true }));
  show(at);
}

/** Shows what it would be now. @param {MouseEvent} at */
function show(at) {
  if (!drawing?.from) return;
  const { slate, from } = drawing;
  const to = squareAt(slate, at);
  drawing.mark?.remove();
  const { shiftKey, ctrlKey, altKey, metaKey } = at;
  const colour = colours[(drawing.at.button === 2 && (shiftKey || ctrlKey) ? 1 : 0) + (altKey || metaKey ? 2 : 0)];
  drawing.mark = to ? markOf(from, to, colour) : undefined;
  if (drawing.mark) slate.append(drawing.mark);
}

/** Leaves it as it is. */
function stop() {
  clearTimeout(drawing?.timer);
  drawing?.mark?.remove();
  drawing = undefined;
}

/** What was drawn stays; the same once more takes it away, and a tap that draws nothing takes all. @param {PointerEvent} at */
function end(at) {
  if (!drawing) return;
  const { slate, from, mark } = drawing;
  const before = [...slate.querySelectorAll("path")].filter((old) => old !== mark);
  const same = mark && before.find((old) => old.dataset.on === mark.dataset.on);
  same?.remove();
  if (mark && same?.getAttribute("class") !== mark.getAttribute("class")) drawing.mark = undefined;
  if (!from) for (const old of before) old.remove();
  stop();
}

document.addEventListener("pointerdown", (event) => {
  stop();
  const slate = event.isPrimary && slateOf(event.target);
  if (!slate) return;
  drawing = { at: event, slate, timer: 0 };
  if (event.button === 2 || event.shiftKey) begin(event);
  else if (event.pointerType !== "mouse") drawing.timer = setTimeout(() => begin(event), rest);
});
document.addEventListener("pointermove", (event) => {
  if (drawing?.from) return show(event);
  // It drags a piece, or moves the page.
  if (drawing && Math.hypot(event.clientX - drawing.at.clientX, event.clientY - drawing.at.clientY) > still) stop();
});
document.addEventListener("pointerup", end);
document.addEventListener("pointercancel", stop);
/** What a finger that draws does is nothing else: it moves no page, and no click follows. @param {Event} event */
const alone = (event) => { if (drawing?.from && event.cancelable) event.preventDefault(); };
for (const kind of ["touchmove", "touchend"]) document.addEventListener(kind, alone, { passive: false, capture: true });
document.addEventListener("contextmenu", (event) => { if (slateOf(event.target)) event.preventDefault(); });
