// Keeps the app's own files, so that it opens without a network. It never keeps an answer of the server about anybody.
// The build says what there is to keep.

const { version, entry, files } = __SHELL__;
const CACHE = `shell ${version}`;
/** The page that every address shows, kept under a name that is no address, and where it is fetched: without anybody's token. */
const PAGE = { name: "/assets/page", from: "/home" };
/** The same with the headers of the pages that are opened by a link, which tell no other address of it. */
const LINKED = { name: "/assets/linked-page", from: "/follow" };
/** As the server's own lists (server/src/platform/http/web-files.ts). */
const BY_LINK = /^\/(?:follow|trusted-contact|verify-email|undo-email-change|unsubscribe)\/?$/;
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
  const [page, html] = await pageOf(PAGE);
  const [linked] = await pageOf(LINKED);
  const named = [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path);
  const cache = await caches.open(CACHE);
  await Promise.all([...new Set([...files, ...named])].map((path) => keep(cache, path)));
  await cache.put(LINKED.name, linked);
  await cache.put(PAGE.name, page);
}

/** A page as it is kept: what it says and its headers, without the address that it came from. */
async function pageOf({ from }) {
  const page = await fetch(from, { headers: { accept: "text/html" }, cache: "no-store", credentials: "omit" });
  const html = await page.text();
  if (!page.ok || !html.includes(entry)) throw new Error("The page is of another version.");
  const headers = new Headers(page.headers);
  for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  return [new Response(html, { headers }), html];
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
  const { name } = BY_LINK.test(pathname) ? LINKED : PAGE;
  const kept = await caches.match(name, { cacheName: CACHE });
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

/**
 * The community's own words in the page may have changed: then both are fetched anew, since what was opened may have a
 * token in its address and headers of its own. A page of another version needs files that are not here.
 */
async function keepPage(page) {
  const html = await page.text();
  const cache = await caches.open(CACHE);
  const kept = await cache.match(PAGE.name);
  if (!html.includes(entry) || html === (await kept?.text())) return;
  const [[own], [linked]] = [await pageOf(PAGE), await pageOf(LINKED)];
  await cache.put(LINKED.name, linked);
  await cache.put(PAGE.name, own);
}

async function asset(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}
