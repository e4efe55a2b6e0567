// Keeps the shell of the client: the page opens without a network and says then that the table cannot be reached.
// Only our own built files and sentences are kept, never anything of a game.
//
// Pages come from the network whenever it answers, and a page names its files by a hash of their content: after an
// update nothing old is shown. A worker of a newer build waits until the pages of the old one are closed, because those
// may still need their files, which the server no longer has.
const BUILT = "BUILT";
const SHELL = `spieltisch-${"VERSION"}`;
const PAGES = ["/", "/theme.js", "/icon.svg", "/manifest.webmanifest"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll([...PAGES, ...BUILT])));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (/^\/api\/(texts\/|games$)/.test(url.pathname)) event.respondWith(freshFirst(event.request, url.pathname));
  else if (/^\/(api|docs|health|metrics)(\/|$)/.test(url.pathname)) return;
  else if (url.pathname.startsWith("/assets/")) event.respondWith(keptFirst(event.request));
  else if (event.request.mode === "navigate") event.respondWith(freshFirst(event.request, "/"));
  else event.respondWith(freshFirst(event.request, url.pathname));
});

/** Built files carry a hash of their content in their name: what is kept is right. */
async function keptFirst(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await keep(request, answer);
  return answer;
}

async function freshFirst(request, name) {
  try {
    const answer = await fetch(request);
    if (answer.ok) await keep(name, answer);
    return answer;
  } catch (error) {
    const kept = await caches.match(name);
    if (kept) return kept;
    throw error;
  }
}

async function keep(name, answer) {
  const copy = answer.clone();
  await (await caches.open(SHELL)).put(name, copy);
}
