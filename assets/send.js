// Copies the link that lets somebody in, or hands it to another program; a button is there where the browser can do that.
const link = document.getElementById("link");
const copy = document.getElementById("copy");
const pass = document.getElementById("pass");
copy.hidden = false;
copy.addEventListener("click", async () => {
  // Where no page may copy, as without encryption, the reader does.
  const copied = await navigator.clipboard?.writeText(link.href).then(() => true, () => false);
  if (!copied) return prompt(document.title, link.href);
  copy.textContent = copy.dataset.copied;
});
pass.hidden = !("share" in navigator);
pass.addEventListener("click", () => navigator.share({ title: document.title, url: link.href }).catch(() => {}));
