// Reports a changed push address to the club: push services change addresses, and some tell only the browser. A page does
// it, because only a page can send the club's own form token.
const { dataset } = document.getElementById("renewal");

if ("serviceWorker" in navigator && "PushManager" in window && Notification.permission === "granted") {
  const { pushManager } = await navigator.serviceWorker.register("/me/worker.js");
  const options = { userVisibleOnly: true, applicationServerKey: dataset.key };
  const subscription = (await pushManager.getSubscription()) ?? (await pushManager.subscribe(options));
  const { endpoint, expirationTime, keys } = subscription.toJSON();
  if (endpoint !== dataset.endpoint) {
    const csrf = document.querySelector("meta[name=csrf]")?.content ?? "";
    const headers = { "Content-Type": "application/json", "X-CSRF-Token": csrf };
    const body = JSON.stringify({ subscription: { endpoint, expirationTime, keys } });
    await fetch(`/api/v1/me/devices/${dataset.device}`, { method: "PUT", headers, body });
  }
}
