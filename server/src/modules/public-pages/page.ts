import { html, type Html } from "./html.ts";

export interface PageOptions {
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
  communityName,
  title,
  stylesPath,
  head = [],
  main,
  frame = "with-header",
}: PageOptions): string =>
  html`<!doctype html>
    <html lang="en">
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
        ${frame === "with-header" && FOOTER}
      </body>
    </html>`.text;

const LOGO = html`<svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
  <rect width="32" height="32" rx="9" class="logo-ground" />
  <path d="M9 22.5c0-9.5 14-3.5 14-13" fill="none" class="logo-line" stroke-width="3" stroke-linecap="round" />
  <circle cx="9" cy="22.5" r="3.5" class="logo-start" />
  <circle cx="23" cy="9.5" r="3.5" class="logo-end" />
</svg>`;

const FOOTER = html`<footer class="site-footer">
  <nav aria-label="About this website">
    <a href="/about">About</a> <a href="/privacy-policy">Privacy Policy</a> <a href="/terms-of-use">Terms of Use</a>
  </nav>
</footer>`;
