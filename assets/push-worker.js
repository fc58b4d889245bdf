// Shows what the club tells this browser, and opens the page that it is about on a tap.
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const pages = () => worker.clients.matchAll({ type: "window", includeUncontrolled: true });

worker.addEventListener("push", (event) => event.waitUntil((async () => {
  const { title, body, place, thing } = event.data?.json() ?? {};
  if (!title) return;
  // Who looks at a page of the club is told without a sound.
  const silent = (await pages()).some((page) => page.focused);
  /** @type {NotificationOptions & { renotify: boolean }} */
  const shown = { body, tag: thing, data: place, silent, renotify: !silent };
  await worker.registration.showNotification(title, shown);
})()));

worker.addEventListener("notificationclick", (event) => event.waitUntil((async () => {
  event.notification.close();
  const place = new URL(event.notification.data, location.origin);
  const open = (await pages()).find((page) => page.url === place.href);
  await (open ? open.focus() : worker.clients.openWindow(place));
})()));

// The browser has another address: it is made here, and the next page of the club that is opened tells it (renew.js).
worker.addEventListener("pushsubscriptionchange", (event) => {
  const { oldSubscription, newSubscription } = /** @type {PushSubscriptionChangeEvent} */ (event);
  if (oldSubscription && !newSubscription) event.waitUntil(worker.registration.pushManager.subscribe(oldSubscription.options));
});
