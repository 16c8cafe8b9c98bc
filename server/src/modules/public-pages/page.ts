import type { FooterLink } from "@commonlane/contract/community";
import {
  directionOf,
  type Language,
  languageNames,
  LANGUAGES,
} from "@commonlane/contract/languages";
import { message } from "@commonlane/contract/message";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Brand, brandFile, isBranded, PRODUCT_COLORS } from "#platform/branding/brand.ts";
import { hasVersion } from "#platform/http/endpoints/file-transfer.ts";
import { viewLogo } from "#platform/http/web-app/branding.ts";
import { translatorFor } from "#platform/i18n/translate.ts";
import { PAGE_LANGUAGE_VARY, saysSignedIn } from "#platform/http/page-language.ts";
import { html, type Html } from "./html.ts";

/** What the community chose: its look, and the links at the end of a page. */
export interface PageLook {
  readonly brand: Brand;
  readonly footer: (language: Language) => readonly FooterLink[];
}

export interface PageOptions {
  readonly language: Language;
  readonly communityName: string;
  readonly title: string;
  readonly stylesPath: string;
  readonly look: PageLook;
  /** Further elements of the head. */
  readonly head?: readonly Html[];
  readonly main: Html;
  /** True for pages with no other parameters in their address than the language. */
  readonly offersLanguages?: boolean;
  /** Omitted in frames of other websites. */
  readonly frame?: "with-header" | "bare";
}

/** A page without scripts, styled by `public-pages.css`. */
export const renderPage = ({
  language,
  communityName,
  title,
  stylesPath,
  look: { brand, footer },
  head = [],
  main,
  offersLanguages = false,
  frame = "with-header",
}: PageOptions): string =>
  html`<!doctype html>
    <html lang="${language}" dir="${directionOf(language)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>${title}</title>
        <meta
          name="theme-color"
          content="${brand.palette?.light.brand ?? PRODUCT_COLORS.light}"
          media="(prefers-color-scheme: light)"
        />
        <meta
          name="theme-color"
          content="${brand.palette?.dark.brandSoft ?? PRODUCT_COLORS.dark}"
          media="(prefers-color-scheme: dark)"
        />
        ${
          isBranded(brand)
            ? html`<link rel="icon" href="${brandFile(brand, "favicon.png")}" type="image/png" />
                <link rel="stylesheet" href="${brandFile(brand, "brand.css")}" />`
            : html`<link rel="icon" href="/favicon.svg" type="image/svg+xml" />`
        }
        <link rel="stylesheet" href="${stylesPath}" />
        ${head}
      </head>
      <body class="${frame}">
        ${
          frame === "with-header" &&
          html`<header class="site-header">
            <a href="/" class="logo">${logo(brand)}<span>${communityName}</span></a>
          </header>`
        }
        <main id="main">${main}</main>
        ${frame === "with-header" && pageFooter(language, footer(language), offersLanguages)}
      </body>
    </html>`.text;

const LOGO = html`<svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
  <rect width="32" height="32" rx="9" class="logo-ground" />
  <path
    d="M9 22.5c0-9.5 14-3.5 14-13"
    fill="none"
    class="logo-line"
    stroke-width="3"
    stroke-linecap="round"
  />
  <circle cx="9" cy="22.5" r="3.5" class="logo-start" />
  <circle cx="23" cy="9.5" r="3.5" class="logo-end" />
</svg>`;

const LOGO_HEIGHT = 32;

function logo(brand: Brand): Html {
  const shown = viewLogo(brand);
  if (!shown) return LOGO;
  const width = Math.round((LOGO_HEIGHT * shown.width) / shown.height);
  return html`<img
    src="${shown.url}"
    class="community-logo"
    width="${width}"
    height="${LOGO_HEIGHT}"
    alt=""
  />`;
}

function pageFooter(
  language: Language,
  links: readonly FooterLink[],
  offersLanguages: boolean,
): Html {
  const t = translatorFor(language);
  return html`<footer class="site-footer">
    <nav
      aria-label="${t(message("About this website", { comment: "Label of the links at the end of a page." }))}"
    >
      ${links.map(({ href, text }) => html`<a href="${href}" rel="noopener noreferrer">${text}</a>`)}
    </nav>
    ${offersLanguages && languageLinks(language)}
  </footer>`;
}

/** The same page in the other languages, each by its own name. */
function languageLinks(current: Language): Html {
  const label = message("Languages", { comment: "Label of the links to other languages." });
  return html`<nav aria-label="${translatorFor(current)(label)}">
    ${LANGUAGES.filter((code) => code !== current).map(
      (code) =>
        html`<a href="?lang=${code}" hreflang="${code}" lang="${code}" dir="${directionOf(code)}"
          >${languageNames[code]}</a
        >`,
    )}
  </nav>`;
}

const FONT_FACE = /@font-face ?\{[^{}]*\}/gu;

/** The fonts of the built web app; none while it is not built. */
function readFontFaces(webFolder: string | undefined): string {
  const folder = join(webFolder ?? "", "assets");
  if (webFolder === undefined || !existsSync(folder)) return "";
  const styles = readdirSync(folder).filter((file) => file.endsWith(".css"));
  const faces = styles.flatMap(
    (file) => readFileSync(join(folder, file), "utf8").match(FONT_FACE) ?? [],
  );
  return [...new Set(faces)].join("\n");
}

/** Serves the styles of the public pages at a path that changes with them, and returns the path. */
export function mountStyles(http: FastifyInstance, webFolder: string | undefined): string {
  const rules = readFileSync(new URL("public-pages.css", import.meta.url), "utf8");
  const styles = readFontFaces(webFolder) + rules;
  const path = `/public-pages-${createHash("sha256").update(styles).digest("hex").slice(0, 10)}.css`;
  http.get(path, (_, reply) =>
    reply
      .type("text/css; charset=utf-8")
      .header("cache-control", "public, max-age=31536000, immutable")
      .send(styles),
  );
  return path;
}

/** True for a browser without a session that asks for a page. */
export function isVisitor(request: FastifyRequest): boolean {
  const { accept = "*/*" } = request.headers;
  const wantsPage = accept.includes("text/html") || accept.includes("*/*");
  return wantsPage && !saysSignedIn(request);
}

const compress = promisify(brotliCompress);
/** Pages differ between requests, so they are compressed quickly. */
const COMPRESSION = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Sends a page that caches revalidate each time, so that a change is visible at once. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  language: Language,
  page: string,
): Promise<FastifyReply> {
  const etag = `W/"${createHash("sha256").update(page).digest("base64url").slice(0, 22)}"`;
  void reply.type("text/html; charset=utf-8").headers({
    "cache-control": "no-cache",
    etag,
  });
  void reply.headers(languageHeaders(language));
  if (reply.statusCode === 200 && hasVersion(request, etag)) return reply.code(304).send();
  if (!request.headers["accept-encoding"]?.includes("br")) return reply.send(page);
  return reply.header("content-encoding", "br").send(await compress(page, COMPRESSION));
}

/** Pages and images are in the language of the request. */
export function languageHeaders(language: Language): Record<string, string> {
  return {
    "content-language": language,
    vary: `accept-encoding, ${PAGE_LANGUAGE_VARY}`,
  };
}
