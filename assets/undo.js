// Counts down for how long something can be undone, and then takes the way back away: the service would refuse it.
for (const part of document.querySelectorAll("[data-undo]")) {
  // By the clock: a phone in a pocket counts nothing.
  const over = Date.now() + Number(part.dataset.undo) * 1000;
  const hint = part.querySelector(".left");
  const tick = () => {
    const left = Math.floor((over - Date.now()) / 1000);
    // Within the last second a tap would come too late.
    if (left < 2) return part.remove();
    if (hint) hint.textContent = (hint.textContent ?? "").replace(/\d+/, String(left));
    setTimeout(tick, 1000);
  };
  tick();
}
