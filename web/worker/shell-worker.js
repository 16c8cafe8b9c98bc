// Keeps the app's own files, so that it opens without a network. It never keeps an answer of the server about anybody.
// The build says what there is to keep.

const { version, entry, files } = __SHELL__;
const CACHE = `shell ${version}`;
/** The page that every address shows, kept under a name that is no address. */
const PAGE = "/assets/page";
/** As the server's own list of what is no screen (server/src/platform/http/web-files.ts). */
const NO_SCREEN = /^\/(?:api|health|metrics|dev|live|assets|legal)(?:\/|$)|\.\w+$/;
/** After this long without an answer the kept page is shown. */
const PATIENCE_MS = 4000;

self.addEventListener("install", (event) => event.waitUntil(keepAll()));

// A new version waits until somebody asks for it, or no page is left: nobody's page changes under their hands.
self.addEventListener("message", ({ data }) => {
  if (data?.takeOver) void self.skipWaiting();
});

self.addEventListener("activate", (event) => event.waitUntil(settleIn()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (!NO_SCREEN.test(pathname)) event.respondWith(screen(event, pathname));
  } else if (pathname.startsWith("/assets/") || files.includes(pathname)) {
    event.respondWith(asset(request));
  }
});

async function keepAll() {
  const page = await fetch("/home", { headers: { accept: "text/html" }, cache: "no-store" });
  const html = await page.clone().text();
  if (!page.ok || !html.includes(entry)) throw new Error("The page is of another version.");
  const named = [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path);
  const cache = await caches.open(CACHE);
  await Promise.all([...new Set([...files, ...named])].map((path) => keep(cache, path)));
  await cache.put(PAGE, page);
}

/** What a former version has is the same under the same name, where the name tells the content. */
async function keep(cache, path) {
  const known = path.startsWith("/assets/") ? await caches.match(path, { ignoreVary: true }) : undefined;
  await (known ? cache.put(path, known) : cache.add(path));
}

/** The files of the version before stay, for pages that still run it. */
async function settleIn() {
  const kept = (await caches.keys()).filter((name) => name.startsWith("shell ") && name !== CACHE);
  await Promise.all(kept.slice(0, -1).map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

async function screen(event, pathname) {
  const kept = await caches.match(PAGE, { cacheName: CACHE });
  const asked = fromNetwork(event, pathname);
  if (!kept) return asked;
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, kept));
  return Promise.race([asked, late]).then(
    (answer) => (answer.status < 500 ? answer : kept),
    () => kept,
  );
}

async function fromNetwork(event, pathname) {
  const answer = (await event.preloadResponse) ?? (await fetch(event.request));
  // At `/` the page holds more than a frame.
  if (answer.ok && pathname !== "/") event.waitUntil(keepPage(answer.clone()));
  return answer;
}

/** The community's own words in the page may have changed; a page of another version needs files that are not here. */
async function keepPage(page) {
  const html = await page.clone().text();
  if (html.includes(entry)) await (await caches.open(CACHE)).put(PAGE, page);
}

async function asset(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}
