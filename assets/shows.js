// Shows what is typed as a password while the button below it is pressed. It is hidden again before it is sent, so that no browser
// keeps it as a text to fill in elsewhere; nor does a spelling checker get to read it.
for (const button of document.querySelectorAll("[data-shows]")) {
  const field = button.parentElement?.querySelector("input");
  if (!field) continue;
  /** @param {boolean} shown */
  const show = (shown) => {
    field.type = shown ? "text" : "password";
    button.setAttribute("aria-pressed", String(shown));
  };
  field.spellcheck = false;
  field.autocapitalize = "none";
  show(false);
  button.addEventListener("click", () => show(field.type === "password"));
  field.form?.addEventListener("submit", () => show(false));
}
