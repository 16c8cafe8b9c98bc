import { type CommunityLogo, findLogoPng } from "../community/community-settings.store.ts";
import type { Context } from "../context.ts";
import { svgLine } from "../images/svg-text.ts";
import { type Brand, brandOf } from "./brand.ts";

/** What drawings of a community need. */
export interface BrandDrawing {
  readonly name: string;
  /** Of large areas; white text is readable on it. */
  readonly ground: string;
  readonly logo: (CommunityLogo & { readonly dataUrl: string }) | null;
}

const PREVIEW_GROUND = "#0b4f43";
const ICON_GROUND = "#00604f";
const PAPER = "#f3f7f4";
const LAMP = "#fbc94b";

let latestLogo: BrandDrawing["logo"] = null;

/** The colours of the community, and its logo. The logo is kept in memory until it changes. */
export async function openBrandDrawing(
  ctx: Pick<Context, "db" | "community">,
): Promise<BrandDrawing> {
  const { name, logo, palette } = brandOf(ctx.community);
  return {
    name,
    ground: palette?.light.brand ?? PREVIEW_GROUND,
    logo: logo && (await openLogo(ctx, logo)),
  };
}

async function openLogo(
  { db }: Pick<Context, "db">,
  logo: CommunityLogo,
): Promise<BrandDrawing["logo"]> {
  if (latestLogo?.hash === logo.hash) return latestLogo;
  const png = await findLogoPng(db, logo.hash);
  // Replaced a moment ago; the next drawing has the new one.
  if (!png) return null;
  latestLogo = {
    ...logo,
    dataUrl: `data:image/png;base64,${png.toString("base64")}`,
  };
  return latestLogo;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly height: number;
  readonly maxWidth: number;
}

/** The logo on a white card, or the product's mark, in the corner of a drawing with a ground in the brand's colour. */
export function drawMark({ ground, logo }: BrandDrawing, { x, y, height, maxWidth }: Box) {
  const padding = height / 8;
  if (!logo) {
    const scale = height / 32;
    const svg = `<g transform="translate(${x} ${y}) scale(${scale})"><rect width="32" height="32" rx="9" fill="${PAPER}"/>${journey(ground)}</g>`;
    return { svg, width: height };
  }
  const width = Math.min(
    maxWidth,
    ((height - 2 * padding) * logo.width) / logo.height + 2 * padding,
  );
  const svg = `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${height / 5}" fill="#fff"/>${image(
    logo.dataUrl,
    {
      x: x + padding,
      y: y + padding,
      width: width - 2 * padding,
      height: height - 2 * padding,
    },
  )}`;
  return { svg, width };
}

/** The mark's line from start to end, in a square of 32. */
const journey = (color: string, start = LAMP) =>
  `<path d="M9 22.5c0-9.5 14-3.5 14-13" fill="none" stroke="${color}" stroke-width="3" stroke-linecap="round"/><circle cx="9" cy="22.5" r="3.5" fill="${start}"/><circle cx="23" cy="9.5" r="3.5" fill="${color}"/>`;

const image = (
  href: string,
  { x, y, width, height }: Readonly<Record<"x" | "y" | "width" | "height", number>>,
) =>
  `<image href="${href}" x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="xMidYMid meet"/>`;

const ICON_FILES: Readonly<
  Record<
    string,
    {
      readonly px: number;
      readonly isMaskable: boolean;
    }
  >
> = {
  "favicon.png": { px: 48, isMaskable: false },
  "icon-192.png": { px: 192, isMaskable: false },
  "icon-512.png": { px: 512, isMaskable: false },
  "maskable-192.png": { px: 192, isMaskable: true },
  "maskable-512.png": { px: 512, isMaskable: true },
  // Apple rounds the corners itself and shows transparency as black.
  "apple-180.png": { px: 180, isMaskable: true },
};

/** The small sign beside a push message: systems show its shape in a colour of theirs, so it has no ground. */
const BADGE_FILE = "badge-96.png";
const BADGE = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="3 3 26 26">${journey("#fff", "#fff")}</svg>`;

/** The drawing of an image file of the brand; undefined if there is no such file. */
export async function drawBrandFile(
  ctx: Pick<Context, "db" | "community">,
  file: string,
): Promise<string | undefined> {
  if (file === BADGE_FILE) return BADGE;
  const icon = Object.hasOwn(ICON_FILES, file) ? ICON_FILES[file] : undefined;
  if (!icon && file !== "preview.png") return undefined;
  const drawing = await openBrandDrawing(ctx);
  return icon ? drawIcon(drawing, brandOf(ctx.community), icon) : drawPreview(drawing);
}

/**
 * Systems cut maskable icons to their own shapes: the drawing stays within the middle 80 %, the background fills the
 * rest.
 */
function drawIcon(
  { logo }: BrandDrawing,
  { palette }: Brand,
  {
    px,
    isMaskable,
  }: {
    readonly px: number;
    readonly isMaskable: boolean;
  },
): string {
  const viewBox = isMaskable ? "-4 -4 40 40" : "0 0 32 32";
  const fill = logo ? "#fff" : (palette?.light.brand ?? ICON_GROUND);
  const ground = isMaskable
    ? `<rect x="-4" y="-4" width="40" height="40" fill="${fill}"/>`
    : `<rect width="32" height="32" rx="9" fill="${fill}"/>`;
  const drawing = logo
    ? image(logo.dataUrl, {
        x: 3,
        y: 3,
        width: 26,
        height: 26,
      })
    : journey("#fff");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${px}" height="${px}" viewBox="${viewBox}">${ground}${drawing}</svg>`;
}

/** The size that link previews expect. */
export const PREVIEW_SIZE = {
  width: 1200,
  height: 630,
} as const;

/** What links to the community's pages show: its logo and name. */
function drawPreview(drawing: BrandDrawing): string {
  const { width, height } = PREVIEW_SIZE;
  const mark = drawMark(drawing, {
    x: 0,
    y: 0,
    height: 200,
    maxWidth: 900,
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Hanken Grotesk" fill="${PAPER}">
<rect width="${width}" height="${height}" fill="${drawing.ground}"/>
<path d="M820 700C820 470 1130 520 1130 300S1010 60 1010-40" fill="none" stroke="${PAPER}" stroke-opacity=".1" stroke-width="64" stroke-linecap="round"/>
<g transform="translate(${(width - mark.width) / 2} 130)">${mark.svg}</g>
${svgLine(drawing.name, {
  x: width / 2,
  y: 450,
  size: 84,
  width: 1040,
  anchor: "middle",
})}
</svg>`;
}
