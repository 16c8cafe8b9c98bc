import type { Position } from "geojson";
import type { Coverage, CoverageShape } from "../regions/coverage.ts";
import { simplifyLine } from "../routing/simplify-polyline.ts";
import { boxAround } from "./clip.ts";
import type { PlacedFeature } from "./feature-spool.ts";

/** Pages read the simplified coverage, to hide labels of the world map there. */
const TOLERANCE_M = 400;

/** The ground of the region: it hides the coarser world map below. */
export function placeEarth({ coordinates }: CoverageShape): PlacedFeature[] {
  const mapped = { layer: "earth", minZoom: 6, attributes: { kind: "earth" } } as const;
  return coordinates.map((parts) => ({ mapped, type: "polygon", parts }));
}

/** Leaves out what lies outside of the coverage: extracts contain whole ways and relations that reach far beyond it. */
export function createCoverageFilter(coverage: Coverage): (feature: PlacedFeature) => boolean {
  const outlines = coverage.shape.coordinates.map(([outline = []]) => outline);
  return ({ type, parts: [points = []] }) => {
    if (points.some(([lng = 0, lat = 0]) => coverage.covers({ lat, lng }))) return true;
    return type === "polygon" && outlines.some((outline) => reachesInto(points, outline));
  };
}

/** Whether the box of an area contains a corner of the coverage, which the area may then contain too. */
function reachesInto(area: readonly Position[], outline: readonly Position[]): boolean {
  const [west, south, east, north] = boxAround(area);
  return outline.some(([lng = 0, lat = 0]) => lng > west && lng < east && lat > south && lat < north);
}

/** A smaller shape for the archive's description; polygons that nearly vanish are left out. */
export function simplifyCoverage({ type, coordinates }: CoverageShape): CoverageShape {
  const simplified = coordinates.flatMap(([outline = []]) => {
    const points = simplifyLine(
      outline.map(([lng, lat]) => ({ lat, lng })),
      TOLERANCE_M,
    );
    const ring = points.map(({ lat, lng }): [number, number] => [Number(lng.toFixed(4)), Number(lat.toFixed(4))]);
    return ring.length < 4 ? [] : [[ring]];
  });
  return { type, coordinates: simplified };
}
