// Prints the page by its button, which is there only where scripts run.
const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => print());
