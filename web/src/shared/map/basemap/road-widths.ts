import type { ExpressionSpecification } from "maplibre-gl";
import { choose } from "./style-expressions.ts";

/** Width in pixels by zoom. */
type Width = readonly (readonly [zoom: number, px: number])[];

// prettier-ignore
const WIDTHS = {
  motorway: [[5, 0.8], [8, 1.8], [10, 2.6], [12, 4], [14, 7], [16, 13], [18, 28], [19, 44]],
  primary: [[7, 0.7], [9, 1.4], [11, 2.2], [12, 3], [14, 6], [16, 12], [18, 25], [19, 40]],
  secondary: [[8, 0.4], [10, 1.2], [12, 2.3], [14, 5], [16, 11], [18, 23], [19, 37]],
  tertiary: [[9, 0.4], [11, 1], [12, 1.7], [14, 4.2], [16, 10], [18, 22], [19, 35]],
  link: [[9, 0.6], [12, 1.6], [14, 3.4], [16, 7], [18, 15], [19, 25]],
  street: [[11, 0.2], [12, 0.6], [13, 1.4], [14, 3], [15, 5], [16, 8.5], [18, 19], [19, 31]],
  service: [[12, 0.1], [13, 0.5], [14, 1.2], [15, 2.2], [16, 4.2], [18, 10], [19, 17]],
} as const satisfies Record<string, Width>;

const LINKS = ["motorway_link", "trunk_link", "primary_link", "secondary_link", "tertiary_link"];
const ZOOMS = [5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19];
const BASE = 1.5;

/** A width at a zoom, between the given ones as MapLibre interpolates. */
function widthAt(width: Width, zoom: number): number {
  const after = width.findIndex(([at]) => at >= zoom);
  if (after === -1) return width.at(-1)?.[1] ?? 0;
  const [to, toPx] = width[after] ?? [zoom, 0];
  const [from, fromPx] = width[after - 1] ?? [to, to === zoom ? toPx : 0];
  const share = to === from ? 1 : (BASE ** (zoom - from) - 1) / (BASE ** (to - from) - 1);
  return fromPx + (toPx - fromPx) * share;
}

/** Width of a road by its class and zoom; `casingAt` widens it on both sides. */
export function roadWidth(casingAt: (zoom: number) => number): ExpressionSpecification {
  const stops = ZOOMS.flatMap((zoom): (number | ExpressionSpecification)[] => [
    zoom,
    widthByClass(zoom, casingAt(zoom)),
  ]);
  return ["interpolate", ["exponential", BASE], ["zoom"], ...stops];
}

const kind: ExpressionSpecification = ["get", "kind"];
const detail: ExpressionSpecification = ["coalesce", ["get", "kind_detail"], ""];

function widthByClass(zoom: number, casing: number): ExpressionSpecification {
  const px = (road: keyof typeof WIDTHS) => {
    const width = widthAt(WIDTHS[road], zoom);
    return width === 0 ? 0 : Number((width + 2 * casing).toFixed(2));
  };
  const byKind = choose(
    kind,
    [
      [["highway"], px("motorway")],
      [["major_road"], px("tertiary")],
    ],
    px("street"),
  );
  const width = choose(
    detail,
    [
      [["residential", "unclassified", "living_street"], px("street")],
      [["service"], px("service")],
      [["tertiary"], px("tertiary")],
      [["secondary"], px("secondary")],
      [["trunk", "primary"], px("primary")],
      [["motorway"], px("motorway")],
      [LINKS, px("link")],
    ],
    byKind,
  );
  return ["to-number", width];
}
