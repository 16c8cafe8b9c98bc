import { METRES_PER_DEGREE } from "@commonlane/matching/geo";
import type { Position } from "geojson";
import type { Coverage, CoverageShape } from "../regions/coverage.ts";
import { simplifyLine } from "../routing/simplify-polyline.ts";
import { type Box, boxAround } from "./clip.ts";
import type { PlacedFeature } from "./feature-spool.ts";
import { DETAIL_ZOOM } from "./schema/tile-feature.ts";

/** Pages read the simplified coverage, to hide labels of the world map there. */
const TOLERANCE_M = 400;

/** Rivers and borders of the world map are off by up to this much; beside the true ones they would be seen twice. */
const MARGIN_M = 4000;
const CORNERS = 16;

/** The ground of the region and a strip around it: it hides the coarser world map below. */
export function placeEarth({ coordinates }: CoverageShape): PlacedFeature[] {
  const mapped = {
    layer: "earth",
    minZoom: DETAIL_ZOOM,
    attributes: { kind: "earth" },
  } as const;
  const strips = coordinates.flatMap(([outline = []]) => stripAround(outline));
  return [...coordinates.map(([outline = []]) => [outline]), ...strips].map((parts) => ({
    mapped,
    type: "polygon",
    parts,
  }));
}

/** The box of all tiles: that of the ground, and of the extract. */
export function mapBox({ coordinates }: CoverageShape, [west, south, east, north]: Box): Box {
  const corners = coordinates.flatMap(([outline = []]) => stripAround(outline).flat(2));
  return boxAround([...corners, [west, south], [east, north]]);
}

/** A disc around each corner and a rectangle along each edge; all have one colour, so they may overlap. */
function stripAround(outline: readonly Position[]): Position[][][] {
  return outline.flatMap((to, i) => {
    const disc = ringAround(to, (corner) => (2 * Math.PI * corner) / CORNERS);
    const from = outline[i - 1];
    if (!from) return [[disc]];
    const [fromLng = 0, fromLat = 0] = from;
    const [toLng = 0, toLat = 0] = to;
    const along = Math.atan2(
      toLat - fromLat,
      (toLng - fromLng) * Math.cos((toLat * Math.PI) / 180),
    );
    const left = along + Math.PI / 2;
    const right = along - Math.PI / 2;
    const start = offset(from, left);
    const edge = [start, offset(from, right), offset(to, right), offset(to, left), start];
    return [[disc], [edge]];
  });
}

function ringAround(point: Position, angleAt: (corner: number) => number): Position[] {
  return Array.from({ length: CORNERS + 1 }, (_, corner) =>
    offset(point, angleAt(corner % CORNERS)),
  );
}

function offset([lng = 0, lat = 0]: Position, angle: number): Position {
  const degrees = MARGIN_M / METRES_PER_DEGREE;
  return [
    lng + (degrees * Math.cos(angle)) / Math.cos((lat * Math.PI) / 180),
    lat + degrees * Math.sin(angle),
  ];
}

/** Leaves out what lies outside of the coverage: extracts contain whole ways and relations that reach far beyond it. */
export function createCoverageFilter(coverage: Coverage): (feature: PlacedFeature) => boolean {
  const outlines = coverage.shape.coordinates.map(([outline = []]) => outline);
  return ({ type, parts: [points = []] }) => {
    if (
      points.some(([lng = 0, lat = 0]) =>
        coverage.covers({
          lat,
          lng,
        }),
      )
    )
      return true;
    return type === "polygon" && outlines.some((outline) => reachesInto(points, outline));
  };
}

/** Whether the box of an area contains a corner of the coverage, which the area may then contain too. */
function reachesInto(area: readonly Position[], outline: readonly Position[]): boolean {
  const [west, south, east, north] = boxAround(area);
  return outline.some(
    ([lng = 0, lat = 0]) => lng > west && lng < east && lat > south && lat < north,
  );
}

/** A smaller shape for the archive's description; polygons that nearly vanish are left out. */
export function simplifyCoverage({ type, coordinates }: CoverageShape): CoverageShape {
  const simplified = coordinates.flatMap(([outline = []]) => {
    const points = simplifyLine(
      outline.map(([lng, lat]) => ({ lat, lng })),
      TOLERANCE_M,
    );
    const ring = points.map(({ lat, lng }): [number, number] => [
      Number(lng.toFixed(4)),
      Number(lat.toFixed(4)),
    ]);
    return ring.length < 4 ? [] : [[ring]];
  });
  return { type, coordinates: simplified };
}
