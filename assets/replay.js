// Steps through a game without loading the page anew, by click and by arrow keys.
const show = async (address, remember = true) => {
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  if (!answer.ok) return location.assign(address);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const focused = document.activeElement?.rel;
  document.getElementById("replay").replaceWith(page.getElementById("replay"));
  if (focused) document.querySelector(`#replay a[rel="${focused}"]`)?.focus();
  if (remember) history.replaceState(null, "", address);
};
document.addEventListener("click", (event) => {
  const step = event.target.closest("#replay a");
  if (!step || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  show(step.href);
});
const keys = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" };
document.addEventListener("keydown", (event) => {
  const step = keys[event.key] && document.querySelector(`#replay a[rel="${keys[event.key]}"]`);
  if (!step || event.target.closest("input, select, textarea")) return;
  event.preventDefault();
  show(step.href);
});
