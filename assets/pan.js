// A board that is larger than its window: what matters on it is brought into view.

/** What lies around all of these. @param {Element[]} elements */
export function around(elements) {
  const boxes = elements.map((element) => element.getBoundingClientRect());
  return {
    left: Math.min(...boxes.map((box) => box.left)),
    right: Math.max(...boxes.map((box) => box.right)),
    top: Math.min(...boxes.map((box) => box.top)),
    bottom: Math.max(...boxes.map((box) => box.bottom)),
  };
}

/** Whether all of these are seen at once in the window, where the board is moved to them.
    @param {Element} window @param {Element[]} elements */
export function fits(window, elements) {
  const all = around(elements);
  return all.right - all.left <= window.clientWidth && all.bottom - all.top <= window.clientHeight;
}

/** Moves the board so that all of these are in the middle of its window, or at least the first; where it is seen already,
    and moving is not `always` wanted, nothing moves.
    @param {Element} window @param {Element[]} elements @param {boolean} [always] */
export function pan(window, elements, always) {
  const frame = window.getBoundingClientRect();
  const first = elements[0].getBoundingClientRect();
  const room = first.width / 2;
  const across = first.left - room >= frame.left && first.right + room <= frame.right;
  const down = first.top - room >= frame.top && first.bottom + room <= frame.bottom;
  if (across && down && !always) return;
  const box = fits(window, elements) ? around(elements) : first;
  const [x, y] = [(box.left + box.right) / 2 - frame.left, (box.top + box.bottom) / 2 - frame.top];
  window.scrollBy(x - window.clientWidth / 2, y - window.clientHeight / 2);
}
