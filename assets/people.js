// Looks for a name among people to tick, as it is typed: who is ticked stays in sight.
/** @param {Event} event */
const found = (event) => (event.target instanceof HTMLInputElement && event.target.closest(".finds") ? event.target : undefined);

document.addEventListener("input", (event) => {
  const field = found(event);
  const wanted = field?.value.trim().toLocaleLowerCase();
  for (const person of field?.closest("fieldset")?.querySelectorAll(".tick") ?? []) {
    const is = person.textContent.toLocaleLowerCase().includes(wanted ?? "") || person.querySelector(":checked");
    person.toggleAttribute("hidden", !is);
  }
});

// It sends no form.
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && found(event)) event.preventDefault();
});
