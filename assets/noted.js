// What somebody signs in with, on Today: once they have noted it down it goes, and this browser shows it no more.
const notice = document.getElementById("handle");
const button = document.getElementById("noted");
const kept = `noted/${notice.dataset.handle}`;
try { notice.hidden = localStorage.getItem(kept) === "yes"; } catch {}
button.hidden = false;
button.addEventListener("click", () => {
  notice.hidden = true;
  try { localStorage.setItem(kept, "yes"); } catch {}
});
