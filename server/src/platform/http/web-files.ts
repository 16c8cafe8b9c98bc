import { existsSync } from "node:fs";
import { join } from "node:path";
import staticFiles from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Settings } from "../settings.ts";
import { readLegalTexts, serveLegalTexts } from "./legal-texts.ts";
import { communityOf, FIRST_PAINT, MANIFEST, manifestOf, openPage } from "./page.ts";
import { Problem } from "./problem.ts";
import { securityHeaders } from "./security-headers.ts";

const YEAR = "public, max-age=31536000, immutable";
const DAY = "public, max-age=86400";
/** Never the web app, whatever follows. */
const NOT_SCREENS = /^\/(?:\.well-known|api|health|metrics|dev|live|assets|legal)(?:\/|$)/;
/** Opened by a link that somebody was given: kept out of indexes, and leads nowhere. */
const BY_LINK = /^\/(?:follow|trusted-contact)\/?(?:\?|$)/;
const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Not built yet</title>
<h1>The web app is not built yet</h1><p>Run <code>npm run build</code>, then start again.</p></html>`;

/**
 * Serves the built web app from `folder`: what is named by its content for a year, the page itself never unasked,
 * compressed as the build left it. Every address that is not a file is a screen, which the page itself finds.
 */
export function serveWeb(http: FastifyInstance, folder: string, settings: Settings): void {
  const texts = readLegalTexts(settings.LEGAL_DIR);
  const page = existsSync(join(folder, "index.html")) ? openPage(folder, communityOf(settings, texts)) : undefined;
  serveLegalTexts(http, texts);
  if (existsSync(join(folder, MANIFEST))) {
    const manifest = manifestOf(folder, settings.COMMUNITY_NAME);
    const type = "application/manifest+json; charset=utf-8";
    http.get(`/${MANIFEST}`, (_, reply) => reply.type(type).header("cache-control", DAY).send(manifest));
  }
  if (page) {
    void http.register(staticFiles, {
      root: folder,
      // Each file is a route of its own: what is not there costs no look at the disk, and no name can be made up.
      wildcard: false,
      globIgnore: ["**/*.br", "**/*.gz", "index.html", FIRST_PAINT, MANIFEST],
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => void reply.header("cache-control", keepFor(path, folder)),
    });
  }
  // Whatever map the operator chose, nobody elsewhere hears of who follows whom.
  const { page: ownPage } = securityHeaders({ ...settings, BASEMAP: undefined, BASEMAP_ORIGINS: undefined });
  const alone = { ...ownPage, "referrer-policy": "no-referrer", "x-robots-tag": "noindex, nofollow, noarchive" };
  http.setNotFoundHandler((request, reply) => {
    if (!isScreen(request)) throw new Problem("not_found");
    if (BY_LINK.test(request.url)) void reply.headers(alone);
    return page ? page(request, reply) : notBuilt(reply);
  });
}

function keepFor(path: string, folder: string): string {
  if (path.startsWith(join(folder, "assets/"))) return YEAR;
  // A worker that is kept for a day would keep its whole version for as long.
  return path.endsWith("-worker.js") ? "no-cache" : DAY;
}

function isScreen({ method, url, headers: { accept = "*/*" } }: FastifyRequest): boolean {
  const [path = ""] = url.split("?");
  if ((method !== "GET" && method !== "HEAD") || NOT_SCREENS.test(path)) return false;
  return accept.includes("text/html") || (accept.includes("*/*") && !/\.\w+$/.test(path));
}

const notBuilt = (reply: FastifyReply) =>
  reply.code(503).header("cache-control", "no-store").type("text/html; charset=utf-8").send(NOT_BUILT);
