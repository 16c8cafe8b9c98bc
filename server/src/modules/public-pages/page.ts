import { directionOf, type Language } from "@commonlane/contract/languages";
import { message } from "@commonlane/contract/message";
import { translatorFor } from "#platform/i18n/translate.ts";
import { html, type Html } from "./html.ts";

export interface PageOptions {
  readonly language: Language;
  readonly communityName: string;
  readonly title: string;
  readonly stylesPath: string;
  /** Further elements of the head. */
  readonly head?: readonly Html[];
  readonly main: Html;
  /** Omitted in frames of other websites. */
  readonly frame?: "with-header" | "bare";
}

/** A page without scripts, styled by `public-pages.css`. */
export const renderPage = ({
  language,
  communityName,
  title,
  stylesPath,
  head = [],
  main,
  frame = "with-header",
}: PageOptions): string =>
  html`<!doctype html>
    <html lang="${language}" dir="${directionOf(language)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>${title}</title>
        <meta name="theme-color" content="#f3f7f4" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0c1615" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${stylesPath}" />
        ${head}
      </head>
      <body class="${frame}">
        ${
          frame === "with-header" &&
          html`<header class="site-header">
            <a href="/" class="logo">${LOGO}<span>${communityName}</span></a>
          </header>`
        }
        <main id="main">${main}</main>
        ${frame === "with-header" && footer(language)}
      </body>
    </html>`.text;

const LOGO = html`<svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
  <rect width="32" height="32" rx="9" class="logo-ground" />
  <path d="M9 22.5c0-9.5 14-3.5 14-13" fill="none" class="logo-line" stroke-width="3" stroke-linecap="round" />
  <circle cx="9" cy="22.5" r="3.5" class="logo-start" />
  <circle cx="23" cy="9.5" r="3.5" class="logo-end" />
</svg>`;

function footer(language: Language): Html {
  const t = translatorFor(language);
  return html`<footer class="site-footer">
    <nav aria-label="${t(message("About this website", { comment: "Label of the links at the end of a page." }))}">
      <a href="/about">${t(message("About", { comment: "Link to the page about the community." }))}</a>
      <a href="/privacy-policy">${t(message("Privacy Policy"))}</a>
      <a href="/terms-of-use">${t(message("Terms of Use"))}</a>
    </nav>
  </footer>`;
}
