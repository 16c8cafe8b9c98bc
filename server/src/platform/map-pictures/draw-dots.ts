import type { Position } from "geojson";
import { svgLine, svgTextWidth } from "../images/svg-text.ts";
import { type Box, doIntersect, isWithin } from "../map-tiles/clip.ts";
import type { PictureSize } from "./frame.ts";

/** A town on the picture. */
export interface MapDot {
  readonly at: Position;
  readonly name: string;
  readonly kind: "start" | "stop" | "end";
}

/** The places of a route in driving order, without names if these are not given. */
export const routeDots = (points: readonly Position[], names: readonly string[] = []): MapDot[] =>
  points.map((at, n) => ({
    at,
    name: names[n] ?? "",
    kind: kindOf(n, points.length - 1),
  }));

function kindOf(index: number, last: number): MapDot["kind"] {
  if (index === last) return "end";
  return index === 0 ? "start" : "stop";
}

const TEXT_SIZE = 14;
const LINE_HEIGHT = 18;
/** From the middle of a dot to its name. */
const GAP_PX = 11;
const RADIUS = {
  start: 6,
  stop: 4,
  end: 6,
} as const;

/** Dots with their names beside them, where these fit: the two ends first, and always; of stops only free ones. `scale` enlarges the dots. */
export function drawDots(dots: readonly MapDot[], size: PictureSize, scale = 1): string {
  const circles = dots.map(
    ({ at: [x = 0, y = 0], kind }) =>
      `<circle class="map-${kind}" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${scale * RADIUS[kind]}"/>`,
  );
  const names = placeNames(dots, size).map(({ name, box: [left, top, right] }) =>
    svgLine(name, {
      x: left,
      y: top + TEXT_SIZE,
      size: TEXT_SIZE,
      width: right - left + 2,
    }),
  );
  return [...circles, ...names].join("");
}

interface PlacedName {
  readonly name: string;
  readonly box: Box;
}

function placeNames(dots: readonly MapDot[], size: PictureSize): PlacedName[] {
  const ends = dots.filter(({ kind }) => kind !== "stop");
  const stops = dots.filter(({ kind }) => kind === "stop");
  const taken = dots.map(dotBox);
  const placed: PlacedName[] = [];
  for (const dot of [...ends, ...stops]) {
    const { name, kind } = dot;
    if (name === "") continue;
    const boxes = boxesBeside(dot, size);
    const free = boxes.find((box) => !taken.some((other) => doIntersect(box, other)));
    const box = free ?? (kind === "stop" ? undefined : boxes[0]);
    if (!box) continue;
    placed.push({ name, box });
    taken.push(box);
  }
  return placed;
}

function dotBox({ at: [x = 0, y = 0], kind }: MapDot): Box {
  const radius = RADIUS[kind];
  return [x - radius, y - radius, x + radius, y + radius];
}

/** Where a name may be written, the best first; all are inside of the picture. */
function boxesBeside({ at: [x = 0, y = 0], name }: MapDot, { width, height }: PictureSize): Box[] {
  const picture: Box = [4, 4, width - 4, height - 4];
  const textWidth = Math.min(svgTextWidth(name, TEXT_SIZE), width - 8);
  const middle = Math.min(Math.max(4, x - textWidth / 2), width - 4 - textWidth);
  const below = y + GAP_PX;
  const above = y - GAP_PX - LINE_HEIGHT;
  const beside = y - LINE_HEIGHT / 2;
  const corners: Position[] = [
    [x + GAP_PX, beside],
    [x - GAP_PX - textWidth, beside],
    [middle, below],
    [middle, above],
  ];
  return corners
    .map(([left = 0, top = 0]): Box => [left, top, left + textWidth, top + LINE_HEIGHT])
    .filter((box) => isWithin(box, picture));
}
