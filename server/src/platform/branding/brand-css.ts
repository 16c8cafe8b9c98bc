import type { Palette, ThemePalette } from "./palette.ts";

/** A logo is made for light grounds, so the dark theme keeps one behind it. */
const DARK_LOGO = ".community-logo{background:#fff;padding:2px;border-radius:6px}";

/**
 * The style sheet of a community's own colours: the app's tokens, and those of the pages that the server renders. Its
 * selectors are more specific than theirs, so the order of style sheets does not matter.
 */
export function renderBrandCss(palette: Palette | null): string {
  const darkScheme = 'html:root:not([data-theme="light"])';
  const darkChoice = 'html:root[data-theme="dark"]';
  const dark = palette ? tokens(palette.dark) : "";
  return [
    palette ? `html:root{${tokens(palette.light)}${publicPageTokens(palette)}}` : "",
    `@media (prefers-color-scheme:dark){${darkScheme}{${dark}}${darkScheme} ${DARK_LOGO}}`,
    `${darkChoice}{${dark}}${darkChoice} ${DARK_LOGO}`,
  ].join("\n");
}

const TOKENS = {
  brand: "brand",
  brandHover: "brand-hover",
  onBrand: "on-brand",
  brandSoft: "brand-soft",
  brandInk: "brand-ink",
} as const;
const names = Object.keys(TOKENS).filter((name): name is keyof ThemePalette =>
  Object.hasOwn(TOKENS, name),
);

const tokens = (theme: ThemePalette): string =>
  names.map((name) => `--c-${TOKENS[name]}:${theme[name]};`).join("");

/** `public-pages.css` follows the device's theme only. */
const publicPageTokens = ({ light, dark }: Palette): string =>
  names.map((name) => `--${TOKENS[name]}:light-dark(${light[name]},${dark[name]});`).join("");
