import {
  clampChroma,
  converter,
  formatHex,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  type Oklch,
  useMode,
  wcagContrast,
} from "culori/fn";

// The whole library with all its colour spaces takes 5 MB.
for (const mode of [modeRgb, modeLrgb, modeOklab, modeOklch]) useMode(mode);

/** Colours of one theme, as #rrggbb. The names are those of the design tokens. */
export interface ThemePalette {
  /** Buttons and other large areas. */
  readonly brand: string;
  readonly brandHover: string;
  /** Text on them. */
  readonly onBrand: string;
  /** Tinted areas. */
  readonly brandSoft: string;
  /** Links and other text, on every ground of the theme. */
  readonly brandInk: string;
}

export interface Palette {
  readonly light: ThemePalette;
  readonly dark: ThemePalette;
}

/** WCAG 2.2, 1.4.3: of text to its ground. */
export const MIN_TEXT_CONTRAST = 4.5;
const STEP = 0.005;

/** Grounds of the two themes (web/src/styles/tokens.css): paper, surface and sunken. */
const GROUNDS = {
  light: ["oklch(0.972 0.007 152)", "oklch(1 0 0)", "oklch(0.945 0.01 158)"],
  dark: ["oklch(0.188 0.016 192)", "oklch(0.228 0.018 192)", "oklch(0.163 0.014 192)"],
} as const;

const toOklch = converter("oklch");

/** Shades of a colour, #rrggbb, whose texts all have at least the contrast that WCAG asks for. */
export function createPalette(color: string): Palette {
  const chosen = toOklch(color);
  if (!chosen) throw new Error(`Not a colour: ${color}`);
  const shade = (l: number, maxChroma = Infinity) =>
    formatHex(
      clampChroma(
        {
          mode: "oklch",
          l,
          c: Math.min(chosen.c, maxChroma),
          h: chosen.h ?? 0,
        } satisfies Oklch,
        "oklch",
      ),
    );
  /** The first shade from this lightness on that is readable with all of these. */
  const readable = (from: number, step: number, on: readonly string[], maxChroma?: number) => {
    let l = Math.min(1, from);
    while (
      l >= 0 &&
      l <= 1 &&
      on.some((ground) => wcagContrast(shade(l, maxChroma), ground) < MIN_TEXT_CONTRAST)
    )
      l += step;
    return Math.min(1, Math.max(0, l));
  };
  const lightSoft = shade(0.936, 0.03);
  const onLight = shade(0.99, 0.006);
  const lightBrand = readable(chosen.l, -STEP, [onLight]);
  const darkSoft = shade(0.3, 0.04);
  const onDark = shade(0.215, 0.035);
  const darkBrand = readable(0.79, STEP, [onDark, ...GROUNDS.dark], 0.13);
  return {
    light: {
      brand: lightBrand === chosen.l ? color : shade(lightBrand),
      brandHover: shade(Math.max(0, lightBrand - 0.055)),
      onBrand: onLight,
      brandSoft: lightSoft,
      brandInk: shade(readable(lightBrand, -STEP, [...GROUNDS.light, lightSoft])),
    },
    dark: {
      brand: shade(darkBrand, 0.13),
      brandHover: shade(Math.min(1, darkBrand + 0.05), 0.12),
      onBrand: onDark,
      brandSoft: darkSoft,
      brandInk: shade(readable(0.835, STEP, [...GROUNDS.dark, darkSoft], 0.1), 0.1),
    },
  };
}

/** Pairs of text and ground in a palette, for checks. */
export const listTextPairs = ({
  light,
  dark,
}: Palette): readonly (readonly [text: string, ground: string])[] =>
  (["light", "dark"] as const).flatMap((theme) => {
    const { brand, brandHover, onBrand, brandSoft, brandInk } = theme === "light" ? light : dark;
    return [
      [onBrand, brand],
      [onBrand, brandHover],
      [brandInk, brandSoft],
      ...GROUNDS[theme].map((ground) => [brandInk, ground] as const),
    ] as const;
  });

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
