// Switches messages on in this browser: asks it for leave by a tap, and sends the club the address that it gives.
const form = document.getElementById("device");
const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
document.getElementById(able ? "device" : "device-not").hidden = false;

// So long a browser may take to reach the service that carries its messages.
const PATIENCE = 20_000;

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
  const away = document.getElementById("device-away");
  refused.hidden = true;
  away.hidden = true;
  if (await Notification.requestPermission() !== "granted") {
    refused.hidden = false;
    return;
  }
  const late = new Promise((_, reject) => setTimeout(reject, PATIENCE));
  try {
    const { endpoint, expirationTime, keys } = (await Promise.race([subscribe(), late])).toJSON();
    const { elements } = form;
    elements.endpoint.value = endpoint ?? "";
    elements.expires.value = expirationTime ? String(expirationTime) : "";
    elements.p256dh.value = keys?.p256dh ?? "";
    elements.auth.value = keys?.auth ?? "";
    form.submit();
  } catch {
    away.hidden = false;
  }
});
