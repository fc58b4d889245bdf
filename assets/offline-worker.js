// Shows a page of the club's own where the network answers no navigation: one for what was asked for, one for a form that was
// sent. It keeps these two and nothing else: what people read here or send is never stored. Where another site answers at the
// club's address, it goes away.
const SHELF = "offline";
const PAGE = "/offline";
const UNSENT = "/offline?unsent=yes";
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", (event) => event.waitUntil((async () => {
  const shelf = await caches.open(SHELF);
  // Asked for as nobody, so that they are nobody's.
  await shelf.addAll([PAGE, UNSENT].map((page) => new Request(page, { cache: "reload", credentials: "omit" })));
  await worker.skipWaiting();
})()));

// The browser asks the network while the worker wakes up: no page comes later for it.
worker.addEventListener("activate", (event) => event.waitUntil(worker.registration.navigationPreload?.enable()));

/** Takes itself away, with what it keeps. */
const leave = async () => {
  await worker.registration.unregister();
  await caches.delete(SHELF);
};

/** Whether a form of the club's own pages is sent. Files, and what another site sends, are the browser's own. @param {Request} request */
const isForm = (request) => request.method === "POST" && request.referrer.startsWith(`${location.origin}/`)
  && request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded");

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode !== "navigate" || (request.method !== "GET" && !isForm(request))) return;
  event.respondWith((async () => {
    try {
      const answer = (await event.preloadResponse) ?? (await fetch(request));
      // Every answer of the club's has a number.
      if (answer.ok && !answer.headers.has("x-request-id")) event.waitUntil(leave());
      return answer;
    } catch {
      return (await caches.match(request.method === "GET" ? PAGE : UNSENT, { ignoreVary: true })) ?? Response.error();
    }
  })());
});
