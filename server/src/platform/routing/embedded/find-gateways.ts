import type { LatLng } from "@commonlane/contract/shapes";
import { METRES_PER_DEGREE, distanceM } from "@commonlane/matching/geo";
import { type NodeLocations, readNodeLocations } from "@commonlane/geo/osm/node-locations";
import { readExtract } from "@commonlane/geo/osm/read-extract";

/** Roads that lead to other regions, the largest first. */
const CLASSES = ["motorway", "trunk", "primary", "secondary", "tertiary"];
const NOT_FOR_CARS = new Set([
  "footway",
  "path",
  "cycleway",
  "steps",
  "track",
  "pedestrian",
  "bridleway",
  "corridor",
  "proposed",
  "construction",
]);
const MAX_GATEWAYS = 200;
/** Gateways closer than this are one, such as both carriageways of a motorway, which meet in the engine's tables. */
const SPACING_M = 400;
/** A road that ends this near to the edge of the covered area was cut there. */
const EDGE_M = 1_500;
const DIRECTIONS = 16;

type Covers = (point: LatLng) => boolean;

/** A node of a larger road at which the covered area may be left. */
interface Exit {
  readonly at: LatLng;
  readonly rank: number;
  /** Whether the road ends there; then only if no other road goes on. */
  readonly isEnd: boolean;
  /** Bearings of the roads from there, in radians. */
  readonly bearings: number[];
}

/**
 * Points where larger roads leave the covered area, or end at its edge because the extract was cut there. Of neighbours,
 * that of the larger road.
 */
export async function findGateways(
  extract: string,
  covers: Covers,
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
): Promise<LatLng[]> {
  const locations = await readNodeLocations(extract, signal, (part) => onProgress(part / 3));
  const exits = new Map<number, Exit>();
  for await (const elements of readExtract(extract, { ways: true }, signal, (part) =>
    onProgress((1 + part) / 3),
  ))
    for (const way of elements) {
      const rank = way.type === "way" ? CLASSES.indexOf(way.tags["highway"] ?? "") : -1;
      if (way.type === "way" && rank >= 0) addExits(exits, way.nodeIds, rank, locations, covers);
    }
  for await (const elements of readExtract(extract, { ways: true }, signal, (part) =>
    onProgress((2 + part) / 3),
  ))
    for (const way of elements)
      if (way.type === "way" && isForCars(way.tags["highway"]))
        addBearings(exits, way.nodeIds, locations);
  return thinOut(
    [...exits.values()].filter(({ isEnd, bearings }) => !isEnd || goesOneWayOnly(bearings)),
  );
}

const isForCars = (highway: string | undefined): boolean =>
  highway !== undefined && !NOT_FOR_CARS.has(highway);

function addBearings(
  exits: ReadonlyMap<number, Exit>,
  nodeIds: readonly number[],
  locations: NodeLocations,
): void {
  for (const [n, id] of nodeIds.entries()) {
    const exit = exits.get(id);
    if (!exit) continue;
    for (const neighbour of [nodeIds[n - 1], nodeIds[n + 1]]) {
      const to = neighbour === undefined ? undefined : locations.find(neighbour);
      if (to) exit.bearings.push(bearing(exit.at, to));
    }
  }
}

const bearing = (from: LatLng, to: LatLng): number =>
  Math.atan2((to.lng - from.lng) * Math.cos((from.lat * Math.PI) / 180), to.lat - from.lat);

/** All roads lead back: at the end of a road, also where its two carriageways meet. */
const goesOneWayOnly = ([first = 0, ...others]: readonly number[]): boolean =>
  others.every((other) => Math.cos(other - first) > 0);

function addExits(
  exits: Map<number, Exit>,
  nodeIds: readonly number[],
  rank: number,
  locations: NodeLocations,
  covers: Covers,
): void {
  const points = nodeIds.map((id) => locations.find(id));
  const isInside = points.map((point) => point !== undefined && covers(point));
  for (const [n, at] of points.entries()) {
    const id = nodeIds[n];
    if (!at || id === undefined || isInside[n] !== true) continue;
    const isLast = isInside[n + 1] === false || (n > 0 && isInside[n - 1] === false);
    const isEnd = !isLast && (n === 0 || n === points.length - 1);
    const known = exits.get(id);
    if (isLast || (isEnd && isAtEdge(at, covers)))
      exits.set(id, {
        at,
        rank: Math.min(rank, known?.rank ?? rank),
        isEnd: isEnd && (known?.isEnd ?? true),
        bearings: [],
      });
  }
}

const isAtEdge = ({ lat, lng }: LatLng, covers: Covers): boolean =>
  Array.from({ length: DIRECTIONS }, (_, n) => (2 * Math.PI * n) / DIRECTIONS).some((turn) => {
    const north = EDGE_M * Math.cos(turn);
    const east = EDGE_M * Math.sin(turn);
    const lngMetres = METRES_PER_DEGREE * Math.max(0.01, Math.cos((lat * Math.PI) / 180));
    return !covers({ lat: lat + north / METRES_PER_DEGREE, lng: lng + east / lngMetres });
  });

function thinOut(exits: readonly Exit[]): LatLng[] {
  const kept: LatLng[] = [];
  for (const { at } of exits.toSorted((a, b) => a.rank - b.rank)) {
    if (kept.length >= MAX_GATEWAYS) break;
    if (kept.every((other) => distanceM(other, at) >= SPACING_M)) kept.push(at);
  }
  return kept;
}
