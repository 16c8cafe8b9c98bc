import { usesOpenStreetMap } from "#platform/data-sources.ts";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { COMMUNITY_META, type Community } from "@commonlane/contract/community";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Regions } from "../../regions/regions.ts";
import type { Settings } from "../../settings.ts";
import { readCustomBasemap } from "./custom-basemap.ts";
import type { LegalTexts } from "./legal-texts.ts";
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

/**
 * Creates the page of the web app, with the community's name and description in its head, compressed once. At `/` it
 * includes the prerendered landing page, which is visible before scripts have loaded.
 */
export function createIndexPage(
  folder: string,
  community: Community,
): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  const name = escapeAttribute(community.name);
  const meta = `<meta name="${COMMUNITY_META}" content="${escapeAttribute(JSON.stringify(community))}" />`;
  const readTemplate = (file: string) => readFileSync(join(folder, file), "utf8").replaceAll("Commonlane", () => name);
  const html = readTemplate("index.html").replace("</title>", () => `</title>\n    ${meta}`);
  const appPage = compressPage(html);
  const landingPage = existsSync(join(folder, FIRST_PAINT_FILE))
    ? compressPage(html.replace(EMPTY_ROOT_ELEMENT, () => `<div id="root">${readTemplate(FIRST_PAINT_FILE)}</div>`))
    : appPage;
  return ({ url, headers: { "accept-encoding": accepted = "" } }, reply) => {
    const page = /^\/(?:\?|$)/.test(url) ? landingPage : appPage;
    const encoding = (["br", "gzip"] as const).find((name) => accepted.includes(name));
    void reply.type("text/html; charset=utf-8").header("cache-control", "no-cache").header("vary", "accept-encoding");
    if (encoding) void reply.header("content-encoding", encoding);
    return reply.send(page[encoding ?? "plain"]);
  };
}

/** The web app manifest, with the community's name. */
export function buildManifest(folder: string, name: string): string {
  const manifest: object = JSON.parse(readFileSync(join(folder, MANIFEST_FILE), "utf8"));
  return JSON.stringify({ ...manifest, name, short_name: name });
}
export const MANIFEST_FILE = "manifest.webmanifest";

/** The prerendered landing page (web/build/first-paint.ts); a fragment, not a page of its own. */
export const FIRST_PAINT_FILE = "first-paint.html";
const EMPTY_ROOT_ELEMENT = '<div id="root"></div>';

function compressPage(html: string) {
  const plain = Buffer.from(html);
  return { plain, br: brotliCompressSync(plain), gzip: gzipSync(plain) };
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escapeAttribute = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
