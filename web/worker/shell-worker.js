// Caches the app shell so that the app opens without a network. Never caches API replies. The build inserts the file
// list.

const { version, entry, files } = __SHELL__;
const CACHE = `shell ${version}`;
/** The page shown at every URL. Cached under a name that is not a URL, and fetched from a URL without a token. */
const PAGE = { name: "/assets/page", from: "/home" };
/** The same page with the stricter headers of pages opened by link (no referrer). */
const LINKED = { name: "/assets/linked-page", from: "/follow" };
/** Same list as in server/src/platform/http/web-files.ts. */
const BY_LINK = /^\/(?:follow|trusted-contact|verify-email|undo-email-change|stop-letters)\/?$/;
/** Paths that are not screens; same list as in server/src/platform/http/web-files.ts. */
const NO_SCREEN = /^\/(?:api|health|metrics|dev|live|assets|legal)(?:\/|$)|\.\w+$/;
/** Without an answer after this time, the cached page is shown. */
const PATIENCE_MS = 4000;

self.addEventListener("install", (event) => event.waitUntil(keepAll()));

// A new version activates on request or when no page is open, so that open pages do not change version.
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

/** A page as cached: body and headers, without its URL. */
async function pageOf({ from }) {
  const page = await fetch(from, { headers: { accept: "text/html" }, cache: "no-store", credentials: "omit" });
  const html = await page.text();
  if (!page.ok || !html.includes(entry)) throw new Error("The page is of another version.");
  const headers = new Headers(page.headers);
  for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  return [new Response(html, { headers }), html];
}

/** Files with a content hash in their name are copied from the former version's cache. */
async function keep(cache, path) {
  const known = path.startsWith("/assets/") ? await caches.match(path, { ignoreVary: true }) : undefined;
  await (known ? cache.put(path, known) : cache.add(path));
}

/** Keeps the files of the previous version for pages that still run it. */
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
  // At `/` the page contains more than the shell.
  if (answer.ok && pathname !== "/") event.waitUntil(keepPage(answer.clone()));
  return answer;
}

/**
 * The community's texts in the page may have changed: then both pages are fetched again, because the opened one may
 * have a token in its URL and other headers. A page of another version needs files that are not cached here.
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
