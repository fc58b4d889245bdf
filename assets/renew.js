// Gives the club the browser's new address for messages where it is another than the club knows: push services change them, and some tell
// nobody but the browser. A page does it, for only a page can show that the club's own sent it.
const { dataset } = document.getElementById("renewal");

if ("serviceWorker" in navigator && "PushManager" in window && Notification.permission === "granted") {
  const { pushManager } = await navigator.serviceWorker.register("/me/worker.js");
  const anew = { userVisibleOnly: true, applicationServerKey: dataset.key };
  const subscription = (await pushManager.getSubscription()) ?? (await pushManager.subscribe(anew));
  const { endpoint, expirationTime, keys } = subscription.toJSON();
  if (endpoint !== dataset.endpoint) {
    const csrf = document.querySelector("meta[name=csrf]")?.content ?? "";
    const headers = { "Content-Type": "application/json", "X-CSRF-Token": csrf };
    const body = JSON.stringify({ subscription: { endpoint, expirationTime, keys } });
    await fetch(`/api/v1/me/devices/${dataset.device}`, { method: "PUT", headers, body });
  }
}
