import { type Brand, PRODUCT_COLORS } from "../branding/brand.ts";

const PRODUCT_DARK = {
  brand: "#5fd3bd",
  onBrand: "#0d1f1b",
};

interface EmailTheme {
  readonly page: string;
  readonly card: string;
  readonly line: string;
  readonly ink: string;
  readonly muted: string;
  readonly brand: string;
  readonly onBrand: string;
}

const LIGHT = {
  page: "#f2f7f3",
  card: "#ffffff",
  line: "#d7e2dc",
  ink: "#0e2723",
  muted: "#3f5551",
} as const;
const DARK = {
  page: "#0c1615",
  card: "#132120",
  line: "#2b3f3c",
  ink: "#e9f2ee",
  muted: "#b4c6c0",
} as const;

/**
 * Styles of an e-mail. Mail programs read few rules: each element has its own, for the light theme, and classes change
 * the colours where a program knows the dark one.
 */
export function emailStyles({ palette }: Brand) {
  const light: EmailTheme = {
    ...LIGHT,
    ...(palette?.light ?? PRODUCT_COLORS),
  };
  const dark: EmailTheme = {
    ...DARK,
    ...(palette?.dark ?? PRODUCT_DARK),
  };
  return {
    inline: inlineStyles(light),
    head: darkRules(dark),
  };
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";

/** The content of a style attribute. */
const declare = (...declarations: readonly string[]): string => declarations.join(";");

function inlineStyles(theme: EmailTheme) {
  return {
    ...textStyles(theme),
    ...cardStyles(theme),
  };
}

function textStyles({ page, card, line, ink, muted, brand, onBrand }: EmailTheme) {
  return {
    page: declare(
      "margin:0",
      "padding:0",
      `background-color:${page}`,
      `color:${ink}`,
      FONT,
      "font-size:16px",
      "line-height:1.5",
    ),
    column: "padding:24px 16px",
    name: declare("margin:0 0 20px", "font-weight:700", `color:${brand}`),
    heading: declare(
      "margin:0 0 12px",
      "font-size:22px",
      "line-height:1.3",
      "font-weight:700",
      `color:${ink}`,
    ),
    text: declare("margin:0 0 16px", `color:${ink}`),
    code: declare(
      "margin:24px 0",
      "padding:16px",
      `background-color:${card}`,
      "text-align:center",
      "font-family:monospace",
      "font-size:32px",
      "line-height:1.2",
      "font-weight:700",
      "letter-spacing:8px",
    ),
    strong: declare("font-weight:700", `color:${ink}`),
    muted: declare("font-size:14px", `color:${muted}`),
    label: declare("padding:3px 0", "font-size:14px", `color:${muted}`),
    value: declare("padding:3px 0", "font-size:16px", "font-weight:600", `color:${ink}`),
    item: declare("padding:14px 0", `border-bottom:1px solid ${line}`),
    itemLink: declare("font-weight:700", `color:${brand}`),
    button: declare(
      "display:inline-block",
      "padding:13px 22px",
      "border-radius:12px",
      `background-color:${brand}`,
      `color:${onBrand}`,
      "font-weight:700",
      "text-decoration:none",
    ),
    buttonRow: "padding:20px 0 4px",
    footer: declare("margin:16px 0 0", "font-size:13px", `color:${muted}`),
    link: `color:${muted}`,
  };
}

function cardStyles({ card, line, ink, muted, brand, onBrand }: EmailTheme) {
  return {
    card: declare(`background-color:${card}`, `border:1px solid ${line}`, "border-radius:12px"),
    cell: "padding:16px 20px",
    cellBelow: declare("padding:16px 20px", `border-top:1px solid ${line}`),
    day: declare("margin:0 0 8px", "font-size:14px", "font-weight:600", `color:${muted}`),
    time: declare(
      "padding:4px 16px 4px 0",
      "font-size:20px",
      "line-height:1.3",
      "font-weight:700",
      `color:${ink}`,
    ),
    timeRtl: declare(
      "padding:4px 0 4px 16px",
      "font-size:20px",
      "line-height:1.3",
      "font-weight:700",
      `color:${ink}`,
    ),
    place: declare(
      "padding:4px 0",
      "font-size:16px",
      "line-height:1.4",
      "font-weight:600",
      `color:${ink}`,
    ),
    initials: declare(
      `background-color:${brand}`,
      `color:${onBrand}`,
      "border-radius:24px",
      "font-size:16px",
      "font-weight:700",
      "text-align:center",
    ),
    photo: declare(
      "display:block",
      "border:0",
      "border-radius:24px",
      `color:${onBrand}`,
      "font-size:16px",
      "line-height:48px",
      "font-weight:700",
      "text-align:center",
    ),
    person: "padding:0 12px",
  };
}

export type EmailStyles = ReturnType<typeof inlineStyles>;

function darkRules({ page, card, line, ink, muted, brand, onBrand }: EmailTheme) {
  return `@media (prefers-color-scheme:dark){
.page{background-color:${page}!important;color:${ink}!important}
.ink{color:${ink}!important}
.muted{color:${muted}!important}
.card{background-color:${card}!important;border-color:${line}!important}
.line{border-color:${line}!important}
.brand{color:${brand}!important}
.fill{background-color:${brand}!important;color:${onBrand}!important}
.logo{background-color:#ffffff!important}
}`;
}
