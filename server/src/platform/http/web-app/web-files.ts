import { existsSync } from "node:fs";
import { join } from "node:path";
import staticFiles from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { legalFiles } from "../../community/legal-texts.ts";
import { serveBranding } from "./branding.ts";
import { MANIFEST_FILE, buildManifest, createIndexPage, type PageContext } from "./index-page.ts";
import { PRERENDER_FILE } from "./prerendered-pages.ts";
import { Problem } from "../problem.ts";
import { SCREEN_SCRIPTS_FILE } from "./screen-scripts.ts";
import { securityHeaders } from "../security-headers.ts";
import { serveRegionMaps, serveWorldMap, WORLD_MAP_FILE } from "./map-files.ts";
import { serveSource } from "./source.ts";

const IMMUTABLE_CACHE = "public, max-age=31536000, immutable";
const DAY_CACHE = "public, max-age=86400";
/** Files that have a route of their own, or are for the server only. */
const OTHERWISE_SERVED = [
  "index.html",
  PRERENDER_FILE,
  SCREEN_SCRIPTS_FILE,
  MANIFEST_FILE,
  WORLD_MAP_FILE,
];
/** Paths that never belong to the web app. */
const NON_APP_PATH =
  /^\/(?:\.well-known|api|health|metrics|dev|live|assets|branding|widget)(?:\/|$)/;
/** Pages opened by shared links: not indexed, and without requests to other servers. */
const PUBLIC_LINK_PATH = /^\/(?:follow|trusted-contact)\/?(?:\?|$)/;
/** Pages opened by links in e-mails or the terminal, with a token in the query: no other server learns the address. */
const EMAIL_LINK_PATH =
  /^\/(?:setup|verify-email|undo-email-change|unsubscribe|delete-imported-data)\/?(?:\?|$)/;
const NO_TRACE_HEADERS = {
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow, noarchive",
};
const NOT_BUILT_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Not built yet</title>
<h1>The web app is not built yet</h1><p>Run <code>npm run build</code>, then start again.</p></html>`;

/**
 * Serves the built web app from `folder`, compressed at build time. Files with a content hash are cached for a year,
 * the page itself is always revalidated. Every address that is not a file is a screen, which the page resolves.
 */
export function serveWebApp(http: FastifyInstance, folder: string, ctx: PageContext): void {
  const { settings, community, regions } = ctx;
  // A folder without texts is a mistake that the start reports.
  legalFiles(settings);
  const createPage = () =>
    existsSync(join(folder, "index.html")) ? createIndexPage(folder, ctx) : undefined;
  let page = createPage();
  const update = () => void (page = createPage());
  // The page lists the maps of the regions and carries the settings of the community.
  const stopUpdates = [regions.onChange(update), community.onChange(update)];
  http.addHook("onClose", async () => stopUpdates.forEach((stop) => stop()));
  serveBranding(http, ctx);
  serveSource(http);
  serveRegionMaps(http, regions);
  serveWorldMap(http, folder, DAY_CACHE);
  if (existsSync(join(folder, MANIFEST_FILE))) {
    const type = "application/manifest+json; charset=utf-8";
    http.get(`/${MANIFEST_FILE}`, (_, reply) =>
      reply.type(type).header("cache-control", "no-cache").send(buildManifest(folder, community)),
    );
  }
  if (page) {
    void http.register(staticFiles, {
      root: folder,
      // Each file has its own route: missing files cost no disk access, and no path can be invented.
      wildcard: false,
      globIgnore: ["**/*.br", "**/*.gz", ...OTHERWISE_SERVED],
      index: false,
      preCompressed: true,
      // The library's weak ETags and compressed files do not go together with ranges.
      acceptRanges: false,
      cacheControl: false,
      setHeaders: (reply, path) =>
        void reply.header("cache-control", cacheControlFor(path, folder)),
    });
  }
  // Ignores the operator's map, so that no other server sees who follows a trip.
  const restrictedHeaders = securityHeaders({
    ...settings,
    BASEMAP: undefined,
    BASEMAP_ORIGINS: undefined,
  }).page;
  const publicLinkHeaders = {
    ...restrictedHeaders,
    ...NO_TRACE_HEADERS,
  };
  http.setNotFoundHandler((request, reply) => {
    if (!isAppRoute(request)) throw new Problem("not_found");
    if (PUBLIC_LINK_PATH.test(request.url)) void reply.headers(publicLinkHeaders);
    if (EMAIL_LINK_PATH.test(request.url)) void reply.headers(NO_TRACE_HEADERS);
    return page ? page(request, reply) : sendNotBuilt(reply);
  });
}

function cacheControlFor(path: string, folder: string): string {
  if (path.startsWith(join(folder, "assets/"))) return IMMUTABLE_CACHE;
  // A worker cached for a day would keep its whole version for as long.
  return path.endsWith("-worker.js") ? "no-cache" : DAY_CACHE;
}

function isAppRoute({ method, url, headers: { accept = "*/*" } }: FastifyRequest): boolean {
  const [path = ""] = url.split("?");
  if ((method !== "GET" && method !== "HEAD") || NON_APP_PATH.test(path)) return false;
  return accept.includes("text/html") || (accept.includes("*/*") && !/\.\w+$/.test(path));
}

const sendNotBuilt = (reply: FastifyReply) =>
  reply
    .code(503)
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(NOT_BUILT_PAGE);
