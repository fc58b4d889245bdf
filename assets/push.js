// Switches messages on in this browser: asks it for leave by a tap, and sends the club the address that it gives.
const form = document.getElementById("device");
const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
document.getElementById(able ? "device" : "device-not").hidden = false;

/** The browser's address for the club; one that was made for another key is given back before. */
const subscribe = async () => {
  await navigator.serviceWorker.register("/me/worker.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: form.dataset.key };
  return pushManager.subscribe(options).catch(async (error) => {
    const old = await pushManager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return pushManager.subscribe(options);
  });
};

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const refused = document.getElementById("device-refused");
  refused.hidden = true;
  try {
    if (await Notification.requestPermission() !== "granted") throw new Error("not allowed");
    const { endpoint, expirationTime, keys } = (await subscribe()).toJSON();
    const { elements } = form;
    elements.endpoint.value = endpoint ?? "";
    elements.expires.value = expirationTime ? String(expirationTime) : "";
    elements.p256dh.value = keys?.p256dh ?? "";
    elements.auth.value = keys?.auth ?? "";
    form.submit();
  } catch {
    refused.hidden = false;
  }
});
