// Areas of a picture are drawn with the pointer; each becomes a line of the form, which works without this too.
const place = document.getElementById("picture");
const field = document.querySelector("textarea[name=areas]");

/** @param {NonNullable<Ids["picture"]>} place @param {HTMLTextAreaElement} field */
function begin(place, field) {
  const picture = new Image();
  picture.alt = place.dataset.name;
  picture.className = "exhibit";
  picture.draggable = false;
  /** @type {number[] | undefined} */
  let from;
  /** @param {PointerEvent} event */
  const at = (event) => {
    const box = picture.getBoundingClientRect();
    const [right, down] = [picture.naturalWidth / box.width, picture.naturalHeight / box.height];
    /** @param {number} value @param {number} most */
    const within = (value, most) => Math.round(Math.min(Math.max(value, 0), most));
    const [x, y] = [(event.clientX - box.left) * right, (event.clientY - box.top) * down];
    return [within(x, picture.naturalWidth), within(y, picture.naturalHeight)];
  };
  picture.addEventListener("pointerdown", (event) => {
    from = at(event);
    picture.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  picture.addEventListener("pointerup", (event) => {
    if (!from) return;
    const to = at(event);
    const [x, y] = [Math.min(from[0], to[0]), Math.min(from[1], to[1])];
    const [width, height] = [Math.abs(from[0] - to[0]), Math.abs(from[1] - to[1])];
    from = undefined;
    const before = field.value && !field.value.endsWith("\n") ? "\n" : "";
    if (width && height) field.value += `${before}${x} ${y} ${width} ${height}`;
  });
  picture.src = place.dataset.raw;
  place.append(picture);
}

place?.addEventListener("toggle", () => {
  if (field && place.open && !place.querySelector("img")) begin(place, field);
});
