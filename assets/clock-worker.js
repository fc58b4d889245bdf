// Makes the clock work offline: network first, then the cache.
const KEPT = "clock";
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
worker.addEventListener("install", (event) => event.waitUntil((async () => {
  const cache = await caches.open(KEPT);
  const page = await fetch("/clock");
  const text = await page.clone().text();
  await cache.put("/clock", page);
  // Small pictures are parts of one file: it is asked for once.
  const loads = [...text.matchAll(/(?:href|src)="(\/assets\/[^"#]+)/g)].map((found) => found[1]);
  await cache.addAll([...new Set(loads)]);
  await worker.skipWaiting();
})()));
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin) return;
  if (pathname !== "/clock" && !pathname.startsWith("/assets/")) return;
  event.respondWith((async () => {
    const cache = await caches.open(KEPT);
    try {
      const answer = await fetch(event.request);
      if (answer.ok) await cache.put(event.request, answer.clone());
      return answer;
    } catch {
      // The clock of this very game, or else the clock.
      const kept = (await cache.match(event.request)) ?? (await cache.match(event.request, { ignoreSearch: true }));
      return kept ?? Response.error();
    }
  })());
});
