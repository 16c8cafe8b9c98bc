import type { Position } from "geojson";
import {
  assemblePolygons,
  type LocateNode,
  type Polygons,
  type RingPart,
  signedArea,
} from "@commonlane/geo/osm/multipolygon";
import type { OsmNode, OsmWay, Tags } from "@commonlane/geo/osm/read-extract";
import type { BoundaryWay } from "./area-relations.ts";
import type { PlacedFeature } from "./feature-spool.ts";
import { isOnlyArea, mapArea, mapAreaLabels, mapLine, mapPoint } from "./schema/map-element.ts";
import { mapBoundary } from "./schema/other-layers.ts";
import { type MappedFeature, MAX_ZOOM } from "./schema/tile-feature.ts";
import { worldPixels } from "./tile-grid.ts";

/** Width in pixels from which the name of a lake is shown. */
const LAKE_LABEL_PIXELS = 60;

export function placeNode({ lat, lng, tags }: OsmNode): PlacedFeature[] {
  return mapPoint(tags).map((mapped) => ({
    mapped,
    type: "point",
    parts: [[[lng, lat]]],
  }));
}

export function placeWay(
  { nodeIds, tags }: OsmWay,
  locate: LocateNode,
  boundary?: BoundaryWay,
): PlacedFeature[] {
  const isClosed = nodeIds.length >= 4 && nodeIds[0] === nodeIds.at(-1);
  const areas = isClosed ? placeArea([{ nodeIds }], tags, locate) : [];
  const border =
    boundary && tags["maritime"] !== "yes" && mapBoundary(boundary.adminLevel, boundary);
  const mapped = isClosed && isOnlyArea(tags) ? [] : [...mapLine(tags)];
  if (border) mapped.push(border);
  if (mapped.length === 0) return areas;
  const line = nodeIds.map(locate).filter((position) => position !== undefined);
  const pieces = cutAtMeridian(line).filter(({ length }) => length >= 2);
  return [
    ...areas,
    ...mapped.flatMap((each) =>
      pieces.map((piece): PlacedFeature => ({
        mapped: each,
        type: "line",
        parts: [piece],
      })),
    ),
  ];
}

/** Without its pieces over the 180th meridian, which would be drawn around the earth. */
function cutAtMeridian(line: readonly Position[]): Position[][] {
  const pieces: Position[][] = [];
  for (const [n, position] of line.entries()) {
    const [lngBefore = Infinity] = line[n - 1] ?? [];
    if (Math.abs((position[0] ?? 0) - lngBefore) > 180) pieces.push([position]);
    else pieces.at(-1)?.push(position);
  }
  return pieces;
}

/** The surfaces and the label of an area. */
export function placeArea(
  ways: readonly RingPart[],
  tags: Tags,
  locate: LocateNode,
): PlacedFeature[] {
  const surfaces = mapArea(tags);
  // Without a surface, a name makes no label: a closed way may just be a street around a block.
  if (surfaces.length === 0 && mapAreaLabels(tags, MAX_ZOOM).length === 0) return [];
  const polygons = assemblePolygons(ways, locate);
  return [
    ...polygons.flatMap((parts) => surfaces.map((mapped) => placeSurface(mapped, parts))),
    ...placeLabels(tags, polygons),
  ];
}

function placeSurface(mapped: MappedFeature, parts: Position[][]): PlacedFeature {
  const fromSize = zoomForWidth(parts, mapped.minPixels ?? 0);
  return {
    mapped: {
      ...mapped,
      minZoom: Math.max(mapped.minZoom, fromSize),
    },
    type: "polygon",
    parts,
  };
}

function placeLabels(tags: Tags, polygons: Polygons): PlacedFeature[] {
  const [largest] = polygons.toSorted((a, b) => widthOf(b) - widthOf(a));
  const at = largest && labelPoint(largest);
  if (!at) return [];
  return mapAreaLabels(tags, zoomForWidth(largest, LAKE_LABEL_PIXELS)).map((mapped) => ({
    mapped,
    type: "point",
    parts: [[at]],
  }));
}

/** First zoom at which a polygon is as wide as the given pixels; at most the last zoom. */
function zoomForWidth(rings: readonly (readonly Position[])[], pixels: number): number {
  const zoom = Math.ceil(Math.log2(pixels / (worldPixels(0) * widthOf(rings))));
  return Math.min(MAX_ZOOM, Math.max(0, zoom));
}

/** Side of the square of the same area, as a share of the world's width. */
function widthOf([outline = []]: readonly (readonly Position[])[]): number {
  const latitude = outline[0]?.[1] ?? 0;
  const area = Math.abs(signedArea(outline)) / 360 ** 2 / Math.cos((latitude * Math.PI) / 180);
  return Math.sqrt(area);
}

const SCAN_LINES = 5;

/** A point inside a polygon for its label: the middle of the widest of a few horizontal cuts. */
export function labelPoint(rings: readonly (readonly Position[])[]): Position | undefined {
  const ys = (rings[0] ?? []).map(([, y = 0]) => y);
  const south = ys.reduce((a, b) => Math.min(a, b), Infinity);
  const north = ys.reduce((a, b) => Math.max(a, b), -Infinity);
  let best:
    | {
        readonly width: number;
        readonly at: Position;
      }
    | undefined;
  for (let i = 1; i <= SCAN_LINES; i++) {
    const y = south + ((north - south) * i) / (SCAN_LINES + 1);
    const crossings = rings.flatMap((ring) => crossingsAt(ring, y)).toSorted((a, b) => a - b);
    for (let k = 0; k + 1 < crossings.length; k += 2) {
      const west = crossings[k] ?? 0;
      const east = crossings[k + 1] ?? 0;
      // Of two cuts of about the same width, the one nearer to the middle is better.
      const width = (east - west) * (1 - 0.05 * Math.abs(i - (SCAN_LINES + 1) / 2));
      if (!best || width > best.width)
        best = {
          width,
          at: [(west + east) / 2, y],
        };
    }
  }
  return best?.at;
}

function crossingsAt(ring: readonly Position[], y: number): number[] {
  return ring.slice(1).flatMap((point, i) => {
    const [ax = 0, ay = 0] = ring[i] ?? [];
    const [bx = 0, by = 0] = point;
    return ay > y === by > y ? [] : [ax + ((bx - ax) * (y - ay)) / (by - ay)];
  });
}
