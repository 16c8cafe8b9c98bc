import { usesOpenStreetMap } from "#platform/data-sources.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { COMMUNITY_META, type Community } from "@commonlane/contract/community";
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from "fastify";
import type { Regions } from "../../regions/regions.ts";
import type { Settings } from "../../settings.ts";
import { readCustomBasemap } from "./custom-basemap.ts";
import type { LegalTexts } from "./legal-texts.ts";
import { type PrerenderedPage, PrerenderedPages } from "./prerendered-pages.ts";
import { listRegionMaps } from "./region-maps.ts";

const ADDRESS_SEARCH_MODES = { photon: "asYouType", nominatim: "onRequest", none: null } as const;

export const buildCommunity = (settings: Settings, texts: LegalTexts, regions: Regions): Community => ({
  name: settings.COMMUNITY_NAME,
  supportEmail: settings.SUPPORT_EMAIL,
  socialUrl: settings.SOCIAL_URL,
  region: settings.COMMUNITY_REGION ?? null,
  currency: settings.CURRENCY,
  legalUpdated: settings.LEGAL_UPDATED,
  customLegalTexts: [...texts.keys()],
  retentionDays: {
    grace: settings.DELETION_GRACE_DAYS,
    dormant: settings.DORMANT_AFTER_DAYS,
    dormantGrace: settings.DORMANT_GRACE_DAYS,
    exports: settings.EXPORT_RETENTION_DAYS,
    messages: settings.MESSAGE_RETENTION_DAYS,
    notices: settings.NOTIFICATION_RETENTION_DAYS,
    accountEvents: settings.ACCOUNT_EVENT_RETENTION_DAYS,
    reports: settings.REPORT_RETENTION_DAYS,
  },
  approximateToM: { places: settings.PLACE_ROUNDING_M, drivers: settings.DRIVER_ROUNDING_M },
  driverTimeoutS: settings.DRIVER_TIMEOUT_S,
  publicRides: settings.PUBLIC_RIDES,
  cancellation: {
    lateCancellationH: settings.LATE_CANCELLATION_H,
    lastMinuteCancellationH: settings.LAST_MINUTE_CANCELLATION_H,
  },
  addresses: ADDRESS_SEARCH_MODES[settings.GEOCODER?.kind ?? "none"],
  openStreetMap: usesOpenStreetMap({ settings, regions }),
  basemap: readCustomBasemap(settings),
  regionMaps: listRegionMaps(regions),
});

export interface IndexPageOptions {
  readonly folder: string;
  readonly community: Community;
  readonly legalTexts: LegalTexts;
  /** Public URL of the server, if known, for canonical links. */
  readonly site: string | undefined;
}

/**
 * Creates the page of the web app, with the community's name and description in its head, compressed once. The public
 * pages include their prerendered content, which is visible before scripts have loaded.
 */
export function createIndexPage({ folder, community, legalTexts, site }: IndexPageOptions): SendIndexPage {
  const name = escapeAttribute(community.name);
  const meta = `<meta name="${COMMUNITY_META}" content="${escapeAttribute(JSON.stringify(community))}" />`;
  const template = readFileSync(join(folder, "index.html"), "utf8").replaceAll("Commonlane", () => name);
  const html = template.replace("</title>", () => `</title>\n    ${meta}`);
  const appPage = compressPage(html);
  const prerendered = new PrerenderedPages(folder, community, legalTexts);
  const pages = new Map<string, Promise<CompressedPage>>();
  const renderPage = async (path: string, log: FastifyBaseLogger): Promise<CompressedPage> => {
    const content = await prerendered.render(path).catch((error: unknown) => {
      log.error(error);
    });
    return content ? compressPage(insertContent(html, content, site && `${site}${path}`)) : appPage;
  };
  const findPage = (url: string, log: FastifyBaseLogger): CompressedPage | Promise<CompressedPage> => {
    const [address = ""] = url.split("?");
    const path = address.replace(/(?<=.)\/$/, "");
    if (!PRERENDERED_PATH.test(path)) return appPage;
    const page = pages.get(path) ?? renderPage(path, log);
    pages.set(path, page);
    return page;
  };
  return async ({ url, log, headers: { "accept-encoding": accepted = "" } }, reply) => {
    const page = await findPage(url, log);
    const encoding = (["br", "gzip"] as const).find((name) => accepted.includes(name));
    void reply.type("text/html; charset=utf-8").header("cache-control", "no-cache").header("vary", "accept-encoding");
    if (encoding) void reply.header("content-encoding", encoding);
    return reply.send(page[encoding ?? "plain"]);
  };
}

export type SendIndexPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** The web app manifest, with the community's name. */
export function buildManifest(folder: string, name: string): string {
  const manifest: object = JSON.parse(readFileSync(join(folder, MANIFEST_FILE), "utf8"));
  return JSON.stringify({ ...manifest, name, short_name: name });
}
export const MANIFEST_FILE = "manifest.webmanifest";

/** Limits the pages in memory to paths that can be prerendered. */
const PRERENDERED_PATH = /^\/(?:login|register|forgot-password|privacy-policy|terms-of-use|about|popular-routes)?$/;
const EMPTY_ROOT_ELEMENT = '<div id="root"></div>';
const APP_SCRIPT = /<script type="module"[^<>]*><\/script>/;
const PRELOADED_SCRIPT = /<link rel="modulepreload"[^<>]*>/g;
const ADDRESS = / (?:src|href)="([^"]+)"/;
const addressIn = (tag: string | undefined): string => ADDRESS.exec(tag ?? "")?.[1] ?? "";

/**
 * Puts prerendered content into the page. The names of the app's scripts move to the first script, which fetches them
 * once the content has been painted (web/build/preload-chunks.ts).
 */
function insertContent(html: string, { title, markup }: PrerenderedPage, canonical: string | undefined): string {
  const entry = addressIn(APP_SCRIPT.exec(html)?.[0]);
  const preloaded = [...html.matchAll(PRELOADED_SCRIPT)].map(([tag]) => addressIn(tag));
  const preload = preloaded.length > 0 ? ` data-preload="${preloaded.join(" ")}"` : "";
  const later = `data-entry="${entry}"${preload}`;
  const link = canonical ? `\n    <link rel="canonical" href="${escapeAttribute(canonical)}" />` : "";
  const page = html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeAttribute(title)}</title>${link}`)
    .replace(EMPTY_ROOT_ELEMENT, () => `<div id="root">${markup}</div>`);
  if (!page.includes("<script src=") || !entry) return page;
  return page
    .replace(APP_SCRIPT, "")
    .replaceAll(PRELOADED_SCRIPT, "")
    .replace("<script src=", () => `<script ${later} src=`);
}

type CompressedPage = ReturnType<typeof compressPage>;

function compressPage(html: string) {
  const plain = Buffer.from(html);
  return { plain, br: brotliCompressSync(plain), gzip: gzipSync(plain) };
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escapeAttribute = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
