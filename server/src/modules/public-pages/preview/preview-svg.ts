import { directionOf } from "@commonlane/contract/languages";
import { type BrandDrawing, drawMark } from "#platform/branding/brand-images.ts";
import { type SvgLine, svgLine, svgTextWidth } from "#platform/images/svg-text.ts";
import { drawDots, routeDots } from "#platform/map-pictures/draw-dots.ts";
import type { MapPicture } from "#platform/map-pictures/map-pictures.ts";
import { MAP_CREDIT } from "../route-map.ts";
import type { RideText } from "../ride-text.ts";

/** The size that link previews expect. */
export const PREVIEW_SIZE = {
  width: 1200,
  height: 630,
} as const;

const MARGIN = 72;
const TEXT_WIDTH = 940;
/** On the side where lines end, above the day. */
export const PREVIEW_MAP_SIZE = {
  width: 380,
  height: 372,
} as const;
const MAP_TOP = 64;
const MAP_LEFT = PREVIEW_SIZE.width - MARGIN - PREVIEW_MAP_SIZE.width;
/** Beside a map. */
const NARROW_TEXT_WIDTH = MAP_LEFT - MARGIN - 64 - 24;
/** The light colours of maps in public-pages.css. */
const MAP_STYLE = `<style>
.map-sea,.map-water{fill:#bcd7db}
.map-land{fill:#e9ede2}
.map-wood{fill:#d3dfc9}
.map-river,.map-border,.map-road,.map-main-road,.map-motorway,.map-casing,.map-route,.map-estimate{fill:none;stroke-linecap:round;stroke-linejoin:round}
.map-river{stroke:#b7d2d5;stroke-width:2}
.map-border{stroke:#82958d;stroke-width:1.5}
.map-road,.map-main-road{stroke:#fff;stroke-width:2}
.map-motorway{stroke:#fcdb8c;stroke-width:3}
.map-casing{stroke:#fff;stroke-width:10}
.map-route,.map-estimate{stroke:#eb461f;stroke-width:6}
.map-estimate{stroke-dasharray:.1 13}
.map-start,.map-stop{fill:#fff;stroke:#eb461f;stroke-width:5}
.map-end{fill:#eb461f;stroke:#fff;stroke-width:4}
</style>`;
/** Beside the text of a ride without a map. */
const CURVE = `<path d="M820 700C820 470 1130 520 1130 300S1010 60 1010-40" fill="none" stroke="#f3f7f4" stroke-opacity=".1" stroke-width="64" stroke-linecap="round"/>`;
const PRICE_SIZE = 38;
const PRICE_PADDING = 24;
/** Leaves room for the seats and the host. */
const PRICE_MAX_WIDTH = 520;

/**
 * The preview image of a public ride: route, map, date and time, price, seats, host and community; mirrored for
 * right-to-left readers. The map has no names, since those of its ends stand beside it.
 */
export function renderPreviewSvg(
  text: RideText,
  communityName: string,
  brand: BrandDrawing,
  map?: MapPicture,
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
  const mapLeft = isMirrored ? MARGIN : MAP_LEFT;
  const textWidth = map ? NARROW_TEXT_WIDTH : TEXT_WIDTH;
  const nameWidth = (map ? MAP_LEFT - MARGIN - 24 : 936) - mark.width - 20;
  const afterPrice = MARGIN + priceWidth + 2 * PRICE_PADDING + 28;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Hanken Grotesk" fill="#f3f7f4">
<rect width="${width}" height="${height}" fill="${brand.ground}"/>
<g${mirror}>
${map ? "" : CURVE}
<path d="M${MARGIN + 16} 226V352" stroke="#fbc94b" stroke-width="8" stroke-linecap="round"/>
<circle cx="${MARGIN + 16}" cy="226" r="14" fill="${brand.ground}" stroke="#fbc94b" stroke-width="8"/>
<circle cx="${MARGIN + 16}" cy="352" r="14" fill="#fbc94b"/>
<rect x="${MARGIN}" y="520" width="${priceWidth + 2 * PRICE_PADDING}" height="64" rx="32" fill="#fbc94b"/>
</g>
${mark.svg}
${map ? drawMapCard(map, mapLeft) : ""}
${line(communityName, {
  x: MARGIN + mark.width + 20,
  y: 104,
  size: 36,
  width: nameWidth,
})}
${line(text.from, {
  x: MARGIN + 64,
  y: 252,
  size: 76,
  width: textWidth,
})}
${line(text.to, {
  x: MARGIN + 64,
  y: 378,
  size: 76,
  width: textWidth,
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

function drawMapCard({ points, markup, showsOpenStreetMap }: MapPicture, left: number): string {
  const { width, height } = PREVIEW_MAP_SIZE;
  const dots = drawDots(routeDots(points), PREVIEW_MAP_SIZE, 1.6);
  const credit = svgLine(MAP_CREDIT, {
    x: 14,
    y: height - 12,
    size: 16,
    width: width - 28,
    fill: "#2b3f3a",
  });
  return `${MAP_STYLE}<clipPath id="card"><rect width="${width}" height="${height}" rx="28"/></clipPath>
<g transform="translate(${left} ${MAP_TOP})" clip-path="url(#card)"><rect class="map-land" width="${width}" height="${height}"/>${markup}${dots}${showsOpenStreetMap ? credit : ""}</g>`;
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
