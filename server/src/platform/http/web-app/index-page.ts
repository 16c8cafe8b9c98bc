import { usesOpenStreetMap } from "#platform/data-sources.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { type Community, COMMUNITY_META } from "@commonlane/contract/community";
import { directionOf, type Language } from "@commonlane/contract/languages";
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from "fastify";
import { brandOf } from "../../branding/brand.ts";
import { listOwnLegalPages, listOwnLegalTexts } from "../../community/legal-texts.ts";
import { isReleaseArchive } from "../../command-line.ts";
import type { Context } from "../../context.ts";
import { productVersion } from "../../product-version.ts";
import { brandHead, brandManifest, viewLogo } from "./branding.ts";
import { listFooterLinks } from "./footer.ts";
import {
  askedLanguage,
  distanceUnitAt,
  languageCookie,
  PAGE_LANGUAGE_VARY,
  pageLanguage,
  saysSignedIn,
} from "../page-language.ts";
import {
  escapeAttribute,
  headLinks,
  type PageTexts,
  type PrerenderedPage,
  PrerenderedPages,
} from "./prerendered-pages.ts";
import { openScreenScripts, type ScreenScriptList } from "./screen-scripts.ts";
import { sourceArchive } from "./source.ts";
import { listRegionMaps, readCustomBasemap } from "./map-files.ts";

const ADDRESS_SEARCH_MODES = {
  photon: "asYouType",
  nominatim: "onRequest",
  none: null,
} as const;

export type PageContext = Pick<Context, "db" | "settings" | "community" | "regions">;

/** The settings that every page in this language carries in its head. */
const buildCommunity = (
  { settings, community, regions }: PageContext,
  language: Language,
): Community => ({
  name: community.name,
  language: community.language,
  supportEmail: community.supportEmail,
  region: community.region,
  distanceUnit: community.region && distanceUnitAt(community.region),
  currency: community.currency,
  legalEntity: community.legalEntity,
  legalUpdated: settings.LEGAL_UPDATED,
  customLegalTexts: listOwnLegalPages({ settings, community }),
  footer: listFooterLinks({ settings, community }, language),
  logo: viewLogo(brandOf(community)),
  source: {
    version: productVersion,
    archive: sourceArchive?.path ?? null,
    url: community.sourceUrl,
  },
  isRelease: isReleaseArchive(),
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
  publicRides: community.publicRides,
  listsRides: community.publicRides !== "off" && community.rideListing !== null,
  cancellation: {
    lateCancellationH: settings.LATE_CANCELLATION_H,
    lastMinuteCancellationH: settings.LAST_MINUTE_CANCELLATION_H,
  },
  addresses: ADDRESS_SEARCH_MODES[settings.GEOCODER?.kind ?? "none"],
  openStreetMap: usesOpenStreetMap({ settings, regions }),
  meetingPointCredits: community.meetingPointCredits,
  basemap: readCustomBasemap(settings),
  regionMaps: listRegionMaps(regions),
  inviteOnly: community.inviteOnly,
  maintenance: community.maintenance,
  signInProviders: community.signInProviders,
});

/**
 * Creates the page of the web app, with the community's name and description in its head, in the language of each
 * request, compressed once. The public pages include their prerendered content, which is visible before scripts have
 * loaded.
 */
export function createIndexPage(folder: string, ctx: PageContext): SendIndexPage {
  const { community } = ctx;
  // For canonical links.
  const site = ctx.settings.PUBLIC_URL?.replace(/\/$/, "");
  const brand = brandOf(community);
  const name = escapeAttribute(community.name);
  const template = readFileSync(join(folder, "index.html"), "utf8").replaceAll(
    "Commonlane",
    () => name,
  );
  const branded = brandHead(template, brand);
  const prerendered = new PrerenderedPages(folder);
  const findScreenScripts = openScreenScripts(folder);
  const pages = new Map<string, Promise<CompressedPage>>();
  const renderPage = async ({
    key,
    path,
    language,
    screen,
    log,
  }: PageToRender): Promise<CompressedPage> => {
    const isPublic = PRERENDERED_PATH.test(path);
    const settings = buildCommunity(ctx, language);
    const meta = `<meta name="${COMMUNITY_META}" content="${escapeAttribute(JSON.stringify(settings))}" />`;
    const html = branded.replace("</title>", () => `</title>\n    ${meta}`);
    const options = {
      community: settings,
      language,
      legalTexts: isPublic ? listOwnLegalTexts(ctx, language) : [],
    };
    const [texts, content] = await Promise.all([
      prerendered.texts(options),
      isPublic ? prerendered.render(path, options) : undefined,
    ]).catch((error: unknown) => {
      log.error(error);
      // The page works without it, and the next request tries again.
      pages.delete(key);
      return [undefined, undefined];
    });
    const page = insertPreloads(insertLanguage(html, language, texts), screen?.scripts ?? []);
    return compressPage(
      content
        ? insertContent(
            page,
            content,
            site === undefined
              ? []
              : headLinks({ site, path, language, fallback: community.language, brand }, content),
          )
        : page,
    );
  };
  const findPage = (request: FastifyRequest, language: Language): Promise<CompressedPage> => {
    const path = pathOf(request.url);
    const isPublic = PRERENDERED_PATH.test(path);
    const screen =
      !isPublic && saysSignedIn(request) ? findScreenScripts(path, language) : undefined;
    const key = `${language} ${isPublic ? path : (screen?.route ?? "app")}`;
    const known = pages.get(key);
    if (known) return known;
    const page = renderPage({ key, path, language, screen, log: request.log });
    pages.set(key, page);
    page.catch(() => pages.delete(key));
    return page;
  };
  return async (request, reply) => {
    const language = pageLanguage(request, community.language);
    const asked = askedLanguage(request);
    const page = await findPage(request, language);
    const accepted = request.headers["accept-encoding"] ?? "";
    const encoding = (["br", "gzip"] as const).find((name) => accepted.includes(name));
    void reply.type("text/html; charset=utf-8").headers({
      "cache-control": "no-cache",
      "content-language": language,
      vary: `accept-encoding, ${PAGE_LANGUAGE_VARY}`,
      ...(asked && { "set-cookie": languageCookie(asked, site?.startsWith("https:") ?? false) }),
      ...(encoding && { "content-encoding": encoding }),
    });
    return reply.send(page[encoding ?? "plain"]);
  };
}

interface PageToRender {
  /** Under which it is kept. */
  readonly key: string;
  readonly path: string;
  readonly language: Language;
  readonly screen: ScreenScriptList | undefined;
  readonly log: FastifyBaseLogger;
}

/** The path of an address, without its query and final slash. */
function pathOf(url: string): string {
  const [path = ""] = url.split("?");
  return path.replace(/(?<=.)\/$/, "");
}

export type SendIndexPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** The web app manifest, with the community's name and look. */
export function buildManifest(folder: string, community: PageContext["community"]): string {
  const manifest: object = JSON.parse(readFileSync(join(folder, MANIFEST_FILE), "utf8"));
  return JSON.stringify(brandManifest(manifest, brandOf(community)));
}
export const MANIFEST_FILE = "manifest.webmanifest";

/** Limits the pages in memory to paths that can be prerendered. */
const PRERENDERED_PATH =
  /^\/(?:login|register|forgot-password|imprint|accessibility|privacy-policy|terms-of-use|community-rules|about|source|popular-routes)?$/;
const EMPTY_ROOT_ELEMENT = '<div id="root"></div>';
const APP_SCRIPT = /<script type="module"[^<>]*><\/script>/;
const PRELOADED_FONT = /<link rel="preload" as="font"[^<>]*>\s*/g;
const PRELOADED_SCRIPT = /<link rel="modulepreload"[^<>]*>/g;
const ADDRESS = / (?:src|href)="([^"]+)"/;
const addressIn = (tag: string | undefined): string => ADDRESS.exec(tag ?? "")?.[1] ?? "";

/** Declares the language and translates what the built page says in English. */
function insertLanguage(html: string, language: Language, texts: PageTexts | undefined): string {
  const page = html.replace(
    '<html lang="en">',
    `<html lang="${language}" dir="${directionOf(language)}">`,
  );
  if (!texts) return page;
  const [description, needsScripts] = [texts.description, texts.needsScripts].map(escapeAttribute);
  return page
    .replace(
      /(<meta\s+name="description"\s+content=)"[^"]*"/,
      (_, start: string) => `${start}"${description}"`,
    )
    .replace(/<noscript>[^<]*<\/noscript>/, () => `<noscript>${needsScripts}</noscript>`);
}

/**
 * Names the scripts of a screen for the browser to fetch. At low priority, so that the renewal of the session and the
 * first data, which are requested in the meantime, get the next free connection. Fonts are not named: the screen is
 * shown without them first (web/build/preload-chunks.ts). Not in a header: proxies limit the size of all headers, nginx
 * to 4 kB.
 */
function insertPreloads(html: string, scripts: readonly string[]): string {
  if (scripts.length === 0) return html;
  const links = scripts.map(
    (script) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${script}" />\n`,
  );
  return html.replaceAll(PRELOADED_FONT, "").replace("</head>", (end) => links.join("") + end);
}

/**
 * Puts prerendered content into the page. The names of the app's scripts move to the first script, which fetches them
 * once the content has been painted (web/build/preload-chunks.ts).
 */
function insertContent(
  html: string,
  { title, markup }: PrerenderedPage,
  links: readonly string[] = [],
): string {
  const entry = addressIn(APP_SCRIPT.exec(html)?.[0]);
  const preloaded = [...html.matchAll(PRELOADED_SCRIPT)].map(([tag]) => addressIn(tag));
  const preload = preloaded.length > 0 ? ` data-preload="${preloaded.join(" ")}"` : "";
  const later = `data-entry="${entry}"${preload}`;
  const linked = links.map((link) => `\n    ${link}`).join("");
  const page = html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeAttribute(title)}</title>${linked}`)
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
  return {
    plain,
    br: brotliCompressSync(plain),
    gzip: gzipSync(plain),
  };
}
