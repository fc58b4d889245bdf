// Shows a page of the club's own where the network answers no navigation. It keeps that page and nothing else: what people read
// here is never stored. Where another site answers at the club's address, it goes away.
const SHELF = "offline";
const PAGE = "/offline";
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", (event) => event.waitUntil((async () => {
  const shelf = await caches.open(SHELF);
  // Asked for as nobody, so that it is nobody's.
  await shelf.add(new Request(PAGE, { cache: "reload", credentials: "omit" }));
  await worker.skipWaiting();
})()));

// The browser asks the network while the worker wakes up: no page comes later for it.
worker.addEventListener("activate", (event) => event.waitUntil(worker.registration.navigationPreload?.enable()));

/** Takes itself away, with what it keeps. */
const leave = async () => {
  await worker.registration.unregister();
  await caches.delete(SHELF);
};

worker.addEventListener("fetch", (event) => {
  // What a form sends is the browser's own to send again.
  if (event.request.mode !== "navigate" || event.request.method !== "GET") return;
  event.respondWith((async () => {
    try {
      const answer = (await event.preloadResponse) ?? (await fetch(event.request));
      // Every answer of the club's has a number.
      if (answer.ok && !answer.headers.has("x-request-id")) event.waitUntil(leave());
      return answer;
    } catch {
      return (await caches.match(PAGE, { ignoreVary: true })) ?? Response.error();
    }
  })());
});
