import { directionOf } from "@commonlane/contract/languages";
import { type BrandDrawing, drawMark } from "#platform/branding/brand-images.ts";
import { type SvgLine, svgLine, svgTextWidth } from "#platform/images/svg-text.ts";
import type { RideText } from "../ride-text.ts";

/** The size that link previews expect. */
export const PREVIEW_SIZE = {
  width: 1200,
  height: 630,
} as const;

const MARGIN = 72;
const TEXT_WIDTH = 940;
const PRICE_SIZE = 38;
const PRICE_PADDING = 24;
/** Leaves room for the seats and the host. */
const PRICE_MAX_WIDTH = 520;

/** The preview image of a public ride: route, date and time, price, seats, host and community; mirrored for right-to-left readers. */
export function renderPreviewSvg(
  text: RideText,
  communityName: string,
  brand: BrandDrawing,
): string {
  const { width, height } = PREVIEW_SIZE;
  const isMirrored = directionOf(text.language) === "rtl";
  const mirror = isMirrored ? ` transform="matrix(-1 0 0 1 ${width} 0)"` : "";
  const line = isMirrored ? mirroredLine : svgLine;
  const box = {
    x: MARGIN,
    y: 64,
    height: 56,
    maxWidth: 280,
  };
  const atStart = drawMark(brand, box);
  const mark = isMirrored
    ? drawMark(brand, {
        ...box,
        x: width - MARGIN - atStart.width,
      })
    : atStart;
  const priceWidth = Math.min(PRICE_MAX_WIDTH, Math.round(svgTextWidth(text.price, PRICE_SIZE)));
  const afterPrice = MARGIN + priceWidth + 2 * PRICE_PADDING + 28;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Hanken Grotesk" fill="#f3f7f4">
<rect width="${width}" height="${height}" fill="${brand.ground}"/>
<g${mirror}>
<path d="M820 700C820 470 1130 520 1130 300S1010 60 1010-40" fill="none" stroke="#f3f7f4" stroke-opacity=".1" stroke-width="64" stroke-linecap="round"/>
<path d="M${MARGIN + 16} 226V352" stroke="#fbc94b" stroke-width="8" stroke-linecap="round"/>
<circle cx="${MARGIN + 16}" cy="226" r="14" fill="${brand.ground}" stroke="#fbc94b" stroke-width="8"/>
<circle cx="${MARGIN + 16}" cy="352" r="14" fill="#fbc94b"/>
<rect x="${MARGIN}" y="520" width="${priceWidth + 2 * PRICE_PADDING}" height="64" rx="32" fill="#fbc94b"/>
</g>
${mark.svg}
${line(communityName, {
  x: MARGIN + mark.width + 20,
  y: 104,
  size: 36,
  width: 936 - mark.width - 20,
})}
${line(text.from, {
  x: MARGIN + 64,
  y: 252,
  size: 76,
  width: TEXT_WIDTH,
})}
${line(text.to, {
  x: MARGIN + 64,
  y: 378,
  size: 76,
  width: TEXT_WIDTH,
})}
${line(`${text.day}, ${text.departure}`, {
  x: MARGIN,
  y: 486,
  size: 44,
  width: 1056,
})}
${line(text.price, {
  x: MARGIN + PRICE_PADDING + priceWidth / 2,
  y: 565,
  size: PRICE_SIZE,
  width: priceWidth,
  fill: "#2f2407",
  anchor: "middle",
})}
${line(text.offer, {
  x: afterPrice,
  y: 565,
  size: 38,
  width: width - MARGIN - afterPrice,
})}
</svg>`;
}

/** Marks that give a text of any script the order of right-to-left readers; the renderer knows no `direction`. */
const RTL_START = "\u2067";
const RTL_END = "\u2069";

const mirroredLine = (text: string, { x, anchor = "end", ...line }: SvgLine): string =>
  svgLine(RTL_START + text + RTL_END, {
    ...line,
    x: PREVIEW_SIZE.width - x,
    anchor,
  });
