import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { COMMUNITY_META, type Community } from "@commonlane/contract/community";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Settings } from "../settings.ts";
import { ownBasemap } from "./own-basemap.ts";
import type { LegalTexts } from "./legal-texts.ts";

const ADDRESSES = { photon: "asYouType", nominatim: "onWish", none: null } as const;

export const communityOf = (settings: Settings, texts: LegalTexts): Community => ({
  name: settings.COMMUNITY_NAME,
  supportEmail: settings.SUPPORT_EMAIL,
  socialUrl: settings.SOCIAL_URL,
  region: settings.COMMUNITY_REGION ?? null,
  currency: settings.CURRENCY,
  legalUpdated: settings.LEGAL_UPDATED,
  ownLegalTexts: [...texts.keys()],
  periods: {
    grace: settings.DELETION_GRACE_DAYS,
    dormant: settings.DORMANT_AFTER_DAYS,
    dormantGrace: settings.DORMANT_GRACE_DAYS,
    exports: settings.EXPORTS_KEPT_DAYS,
    messages: settings.MESSAGES_KEPT_DAYS,
    notices: settings.NOTICES_KEPT_DAYS,
    accountEvents: settings.ACCOUNT_EVENTS_KEPT_DAYS,
    reports: settings.REPORTS_KEPT_DAYS,
  },
  toldToM: { places: settings.PLACE_ROUNDED_TO_M, drivers: settings.DRIVER_ROUNDED_TO_M },
  driverSilentS: settings.DRIVER_SILENT_S,
  cancellation: { lateH: settings.LATE_CANCELLATION_H, lastMinuteH: settings.LAST_MINUTE_CANCELLATION_H },
  addresses: ADDRESSES[settings.GEOCODER?.kind ?? "none"],
  openStreetMap: settings.GEOCODER !== undefined || settings.ROUTER !== undefined,
  basemap: ownBasemap(settings),
});

/**
 * The one page of the web app with the community's own words in its head, made and compressed once; at `/` with what the
 * build drew to be seen before the scripts are there.
 */
export function openPage(
  folder: string,
  community: Community,
): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  const name = escaped(community.name);
  const meta = `<meta name="${COMMUNITY_META}" content="${escaped(JSON.stringify(community))}" />`;
  const read = (file: string) => readFileSync(join(folder, file), "utf8").replaceAll("Commonlane", () => name);
  const html = read("index.html").replace("</title>", () => `</title>\n    ${meta}`);
  const screen = packed(html);
  const first = existsSync(join(folder, FIRST_PAINT))
    ? packed(html.replace(EMPTY_ROOT, () => `<div id="root">${read(FIRST_PAINT)}</div>`))
    : screen;
  return ({ url, headers: { "accept-encoding": accepted = "" } }, reply) => {
    const page = /^\/(?:\?|$)/.test(url) ? first : screen;
    const encoding = (["br", "gzip"] as const).find((name) => accepted.includes(name));
    void reply.type("text/html; charset=utf-8").header("cache-control", "no-cache").header("vary", "accept-encoding");
    if (encoding) void reply.header("content-encoding", encoding);
    return reply.send(page[encoding ?? "plain"]);
  };
}

/** What a device installs the web app by, under the community's name. */
export function manifestOf(folder: string, name: string): string {
  const manifest: object = JSON.parse(readFileSync(join(folder, MANIFEST), "utf8"));
  return JSON.stringify({ ...manifest, name, short_name: name });
}
export const MANIFEST = "manifest.webmanifest";

/** What the build drew of the landing page (web/build/first-paint.ts); part of a page, and no page of its own. */
export const FIRST_PAINT = "first-paint.html";
const EMPTY_ROOT = '<div id="root"></div>';

function packed(html: string) {
  const plain = Buffer.from(html);
  return { plain, br: brotliCompressSync(plain), gzip: gzipSync(plain) };
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
