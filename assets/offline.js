// Has the browser keep a page that says that there is no network (offline-worker.js), once the page that was wanted is there.
addEventListener("load", () => navigator.serviceWorker?.register("/worker.js").catch(() => {}));
