// Arrow keys go over a board to the nearest square that lies that way as it is drawn, whatever the squares look like; Home and End
// go to the first and the last. The page says so while the board has the focus by keys.
const table = document.getElementById("table");
const squares = '#game svg :is(a, [tabindex="0"])';

/** The middle of a square on the page. @param {Element} square */
function middle(square) {
  const { left, top, width, height } = square.getBoundingClientRect();
  return { x: left + width / 2 + scrollX, y: top + height / 2 + scrollY };
}

/** @returns {NodeListOf<SVGElement>} */
const found = () => table.querySelectorAll(squares);

/** Where a key leads from a square. @param {Element} from @param {string} key */
function reached(from, key) {
  if (key === "Home" || key === "End") {
    const placed = [...found()].map((square) => ({ square, ...middle(square) }));
    placed.sort((one, other) => Math.round(one.y - other.y) || one.x - other.x);
    return placed.at(key === "Home" ? 0 : -1)?.square;
  }
  const here = middle(from);
  const sign = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  const ways = [...found()].map((square) => {
    const { x, y } = middle(square);
    const [along, aside] = /Up|Down/.test(key) ? [y - here.y, x - here.x] : [x - here.x, y - here.y];
    return { square, along: along * sign, aside: Math.abs(aside) };
  });
  // As far aside as ahead still lies that way; what lies straight ahead comes first.
  const ahead = ways.filter(({ along, aside }) => along > 1 && aside <= along + 1);
  return ahead.sort((one, other) => one.along - other.along + 2 * (one.aside - other.aside))[0]?.square;
}

table.addEventListener("keydown", (event) => {
  const from = event.target.closest(squares);
  if (!from || !/^(Arrow|Home$|End$)/.test(event.key) || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  reached(from, event.key)?.focus({ preventScroll: true });
});

/** Where the focus by keys was on the board: put in again, the board has it there. @type {{ x: number, y: number } | undefined} */
let kept;
table.addEventListener("focusin", (event) => {
  const [help, is] = [document.getElementById("board-keys"), event.target.matches(`${squares}:focus-visible`)];
  if (help) help.hidden = !is;
  kept = is ? middle(event.target) : undefined;
});
table.addEventListener("taken", () => {
  const was = kept;
  if (!was || document.activeElement !== document.body) return;
  /** @param {Element} square */
  const far = (square) => Math.hypot(middle(square).x - was.x, middle(square).y - was.y);
  [...found()].sort((one, other) => far(one) - far(other))[0]?.focus({ preventScroll: true });
});
