// Caches the app shell so that the app opens without a network. Never caches API replies. The build inserts the file
// list.

const { version, entry, files } = __SHELL__;
const CACHE = `shell ${version}`;
/** The page shown at every URL. Cached under a name that is not a URL, and fetched from a URL without a token. */
const PAGE = { name: "/assets/page", from: "/home" };
/** The same page with the stricter headers of pages opened by link (no referrer). */
const LINKED = { name: "/assets/linked-page", from: "/follow" };
/** Same list as in server/src/platform/http/web-app/web-files.ts. */
const BY_LINK = /^\/(?:follow|trusted-contact|verify-email|undo-email-change|unsubscribe)\/?$/;
/** Paths that are not screens; same list as in server/src/platform/http/web-app/web-files.ts. */
const NO_SCREEN = /^\/(?:api|health|metrics|dev|live|assets|branding|widget|board)(?:\/|$)|\.\w+$/;
/** Without an answer after this time, the cached page is shown. */
const PATIENCE_MS = 4000;

self.addEventListener("install", (event) => event.waitUntil(precache()));

// A new version activates on request or when no page is open, so that open pages do not change version.
self.addEventListener("message", ({ data }) => {
  if (data?.takeOver) void self.skipWaiting();
});

self.addEventListener("activate", (event) => event.waitUntil(activate()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (!NO_SCREEN.test(pathname)) event.respondWith(screen(event, pathname));
  } else if (/^\/(?:assets|branding)\//.test(pathname) || files.includes(pathname)) {
    event.respondWith(asset(request));
  }
});

async function precache() {
  const [page, html] = await fetchPage(PAGE);
  const [linked] = await fetchPage(LINKED);
  const assets = [...html.matchAll(/"(\/assets\/[^"]+)"/g)]
    .map(([, path]) => path)
    .concat(brandFiles(html));
  const cache = await caches.open(CACHE);
  await Promise.all([...new Set([...files, ...assets])].map((path) => cacheFile(cache, path)));
  await cache.put(LINKED.name, linked);
  await cache.put(PAGE.name, page);
}

/** Style sheet and logo of the community, whose names change with them. */
const brandFiles = (html) => html.match(/\/branding\/[\w-]+\/(?:brand\.css|logo\.png)/g) ?? [];

/** A page as cached: body and headers, without its URL. The cookie with the chosen language is sent. */
async function fetchPage({ from }) {
  const page = await fetch(from, {
    headers: { accept: "text/html" },
    cache: "no-store",
    credentials: "same-origin",
  });
  const html = await page.text();
  if (!page.ok || !html.includes(entry)) throw new Error("The page belongs to another version.");
  const headers = new Headers(page.headers);
  for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  return [new Response(html, { headers }), html];
}

/** Files with a content hash in their name are copied from the former version's cache. */
async function cacheFile(cache, path) {
  const existing = path.startsWith("/assets/")
    ? await caches.match(path, { ignoreVary: true })
    : undefined;
  await (existing ? cache.put(path, existing) : cache.add(path));
}

/** Keeps the files of the previous version for pages that still run it. */
async function activate() {
  const oldCaches = (await caches.keys()).filter(
    (name) => name.startsWith("shell ") && name !== CACHE,
  );
  await Promise.all(oldCaches.slice(0, -1).map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

async function screen(event, pathname) {
  const { name } = BY_LINK.test(pathname) ? LINKED : PAGE;
  const cached = await caches.match(name, { cacheName: CACHE });
  const response = fromNetwork(event);
  if (!cached) return response;
  const timeout = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, cached));
  return Promise.race([response, timeout]).then(
    (answer) => (answer.status < 500 ? answer : cached),
    () => cached,
  );
}

async function fromNetwork(event) {
  const answer = (await event.preloadResponse) ?? (await fetch(event.request));
  if (answer.ok) event.waitUntil(updatePages(answer.clone()));
  return answer;
}

/** Pages name the scripts of their screen. */
const withoutPreloads = (html) => html.replaceAll(/<link rel="modulepreload"[^>]*>\s*/g, "");

/**
 * The community's texts in the page may have changed: then both pages are fetched again, because the opened one may
 * have a token in its URL and other headers. A page of another version needs files that are not cached here.
 */
async function updatePages(page) {
  const html = await page.text();
  const cache = await caches.open(CACHE);
  const cached = await cache.match(PAGE.name);
  // A prerendered page contains more than the shell.
  if (!html.includes(entry) || html.includes('class="first-paint"')) return;
  if (cached && withoutPreloads(html) === withoutPreloads(await cached.text())) return;
  const [[appPage, appHtml], [linked]] = [await fetchPage(PAGE), await fetchPage(LINKED)];
  await Promise.all(brandFiles(appHtml).map((path) => cacheFile(cache, path)));
  await cache.put(LINKED.name, linked);
  await cache.put(PAGE.name, appPage);
}

async function asset(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}
