import type { Position } from "geojson";
import { type Ground, GROUND_KINDS, type GroundKind, isAreaKind } from "./read-ground.ts";

/** A part of a route, in units of the picture. */
export interface DrawnLeg {
  readonly line: readonly Position[];
  /** Drawn with dashes: no roads are known here. */
  readonly isEstimated: boolean;
}

/** About 10 kB when compressed. */
const MAX_GROUND_CHARS = 30_000;
/** From as fine as the eye sees to coarse; the first that is small enough is used. */
const TOLERANCES_PX = [0.6, 1.2, 2.4, 4.8];

/** Ground as paths with a class for each kind, such as `map-water`; at most about 30 kB. */
export function drawGround(grounds: readonly Ground[]): string {
  let markup = "";
  for (const tolerancePx of TOLERANCES_PX) {
    markup = grounds.map((ground) => drawKinds(ground, tolerancePx)).join("");
    if (markup.length <= MAX_GROUND_CHARS) return markup;
  }
  return markup.length > 2 * MAX_GROUND_CHARS ? "" : markup;
}

const drawKinds = (ground: Ground, tolerancePx: number): string =>
  GROUND_KINDS.map((kind) => drawKind(kind, ground.get(kind) ?? [], tolerancePx)).join("");

function drawKind(
  kind: GroundKind,
  lines: readonly (readonly Position[])[],
  tolerancePx: number,
): string {
  const isArea = isAreaKind(kind);
  const data = lines.map((line) => pathData(line, tolerancePx, isArea)).join("");
  return data === "" ? "" : `<path class="map-${kind}" d="${data}"/>`;
}

/** The legs with a casing below all of them. */
export function drawLegs(legs: readonly DrawnLeg[]): string {
  const paths = legs.map(({ line, isEstimated }) => ({
    data: pathData(line, 0, false),
    kind: isEstimated ? "map-estimate" : "map-route",
  }));
  const casings = paths.filter(({ kind }) => kind === "map-route");
  return [
    ...casings.map(({ data }) => `<path class="map-casing" d="${data}"/>`),
    ...paths.map(({ data, kind }) => `<path class="${kind}" d="${data}"/>`),
  ].join("");
}

/** Data of a path in tenths of a unit, without points that are closer to the one before than the tolerance. */
function pathData(line: readonly Position[], tolerancePx: number, isClosed: boolean): string {
  const kept: Position[] = [];
  for (const point of line) {
    const before = kept.at(-1);
    if (!before || distancePx(before, point) > tolerancePx || point === line.at(-1))
      kept.push(point);
  }
  if (isClosed && kept.length < 4) return "";
  return `M${kept.map(pointData).join(" ")}${isClosed ? "z" : ""}`;
}

export const distancePx = ([ax = 0, ay = 0]: Position, [bx = 0, by = 0]: Position): number =>
  Math.hypot(ax - bx, ay - by);

const pointData = ([x = 0, y = 0]: Position): string => `${tenths(x)} ${tenths(y)}`;
const tenths = (value: number): number => Math.round(value * 10) / 10;
