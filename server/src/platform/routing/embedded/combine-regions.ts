import type { LatLng } from "@commonlane/contract/shapes";
import {
  type Road,
  type RoadTable,
  type RouteLeg,
  type RoutingEngine,
  assembleRoute,
} from "../routing-engine.ts";
import { type Crossing, type EngineOf, type Pace, findCrossings } from "./find-crossings.ts";
import type { RegionRoads } from "./region-roads.ts";

type Places = readonly LatLng[];

/**
 * One engine for all regions. A pair of places uses the roads of a region that covers both. Otherwise the way uses roads
 * inside of the regions of its ends and the estimate between them, joined where larger roads leave a region.
 */
export function combineRegions(
  listRegions: () => readonly RegionRoads[],
  engineOf: EngineOf,
  estimate: RoutingEngine,
  pace: Pace,
): Omit<RoutingEngine, "cacheOnly"> {
  const regionOf = (point: LatLng) => listRegions().find((region) => region.covers(point));
  const regionOfBoth = (from: LatLng, to: LatLng) =>
    listRegions().find((region) => region.covers(from) && region.covers(to));

  const routeLeg = async (from: LatLng, to: LatLng): Promise<FoundLeg> => {
    const region = regionOfBoth(from, to);
    const inside = region && (await routeInside(engineOf(region), from, to));
    if (inside?.leg || inside?.roadsMissing) return inside;
    // In one region without a route, a road outside of it may lead there.
    const [crossing] = await findCrossings([{ from, to }], regionOf, engineOf, pace);
    if (crossing) return routeCrossing(crossing, from, to, engineOf, estimate);
    return { leg: undefined, roadsMissing: crossing === undefined };
  };

  const crossTable = async (
    sources: Places,
    targets: Places,
    cells: RoadTable,
  ): Promise<RoadTable> => {
    const open = cells.flatMap((row, n) =>
      row.flatMap((cell, column) =>
        cell === null ? [{ n, column, from: sources[n]!, to: targets[column]! }] : [],
      ),
    );
    if (open.length === 0) return cells;
    const crossings = await findCrossings(open, regionOf, engineOf, pace);
    const estimates = await estimate.table(sources, targets);
    const table = cells.map((row) => [...row]);
    for (const [k, { n, column, from, to }] of open.entries()) {
      const crossing = crossings[k];
      // In a region without a road between them, there is none; the estimate is for places outside.
      const otherwise = regionOfBoth(from, to) ? null : estimates[n]?.[column];
      const row = table[n];
      if (row) row[column] = crossing === null ? otherwise : crossing?.road;
    }
    return table;
  };

  return {
    hasRoadData: true,
    isCovered: (point) => regionOf(point) !== undefined,
    async route(points) {
      const pairs = points.slice(1).map((to, n) => ({ from: points[n] ?? to, to }));
      const found = await Promise.all(pairs.map(({ from, to }) => routeLeg(from, to)));
      const roadsMissing = found.some((one) => one.roadsMissing);
      const estimated = await estimate.route(points);
      const legs = estimated.legs.map((leg, n) => found[n]?.leg ?? leg);
      const isEstimate = found.every(({ leg }) => leg === undefined);
      const route = isEstimate ? estimated : assembleRoute(points, legs);
      return roadsMissing ? { ...route, roadsMissing } : route;
    },
    async table(sources, targets) {
      const cells = await tableInside(listRegions(), sources, targets, (region, from, to) =>
        engineOf(region).table(from, to),
      );
      return crossTable(sources, targets, cells);
    },
    async walkTable(sources, targets) {
      const cells = await tableInside(listRegions(), sources, targets, (region, from, to) =>
        engineOf(region).walkTable(from, to),
      );
      if (!cells.some((row) => row.some((cell) => !cell))) return cells;
      const estimates = await estimate.walkTable(sources, targets);
      return cells.map((row, n) => row.map((cell, column) => cell ?? estimates[n]?.[column]));
    },
    walk: async (from, to) => {
      const region = regionOfBoth(from, to);
      return region && engineOf(region).walk(from, to);
    },
    locate: (points) => locateInside(listRegions(), engineOf, points),
  };
}

/** `leg` is undefined if the road is estimated from end to end. */
interface FoundLeg {
  readonly leg: RouteLeg | undefined;
  /** The engine could not be asked. */
  readonly roadsMissing: boolean;
}

async function routeInside(engine: RoutingEngine, from: LatLng, to: LatLng): Promise<FoundLeg> {
  const { legs, routed, roadsMissing = false } = await engine.route([from, to]);
  return { leg: routed ? legs[0] : undefined, roadsMissing };
}

async function routeCrossing(
  { road, exit, entry }: Crossing,
  from: LatLng,
  to: LatLng,
  engineOf: EngineOf,
  estimate: RoutingEngine,
): Promise<FoundLeg> {
  const [first, last] = await Promise.all([
    exit && routeInside(engineOf(exit.region), from, exit.gateway),
    entry && routeInside(engineOf(entry.region), entry.gateway, to),
  ]);
  if ((first && !first.leg) || (last && !last.leg)) {
    return {
      leg: undefined,
      roadsMissing: first?.roadsMissing === true || last?.roadsMissing === true,
    };
  }
  const between = await estimateLeg(estimate, exit?.gateway ?? from, entry?.gateway ?? to);
  const line = [...(first?.leg?.line ?? []), ...between.line, ...(last?.leg?.line ?? [])];
  return { leg: { ...road, line }, roadsMissing: false };
}

async function estimateLeg(estimate: RoutingEngine, from: LatLng, to: LatLng): Promise<RouteLeg> {
  const { legs } = await estimate.route([from, to]);
  const [leg] = legs;
  if (!leg) throw new Error("A route between two places must have one leg.");
  return leg;
}

/** Cells of pairs that one region covers; null for all others and where the region has no road. */
async function tableInside(
  regions: readonly RegionRoads[],
  sources: Places,
  targets: Places,
  fetch: (region: RegionRoads, sources: Places, targets: Places) => Promise<RoadTable>,
): Promise<RoadTable> {
  const cells: (Road | null | undefined)[][] = sources.map(() => targets.map(() => null));
  const isDone = sources.map(() => targets.map(() => false));
  for (const region of regions) {
    const rows = indexesInside(region, sources);
    const columns = indexesInside(region, targets);
    const isNew = rows.some((row) => columns.some((column) => isDone[row]?.[column] === false));
    if (!isNew) continue;
    const table = await fetch(region, pick(sources, rows), pick(targets, columns));
    for (const [n, row] of rows.entries()) {
      for (const [k, column] of columns.entries()) {
        const cellRow = cells[row];
        const doneRow = isDone[row];
        if (!cellRow || !doneRow || doneRow[column] === true) continue;
        cellRow[column] = table[n]?.[k];
        doneRow[column] = true;
      }
    }
  }
  return cells;
}

const indexesInside = ({ covers }: RegionRoads, points: Places): number[] =>
  points.flatMap((point, n) => (covers(point) ? [n] : []));
const pick = (points: Places, indexes: readonly number[]): LatLng[] =>
  indexes.flatMap((n) => points[n] ?? []);

async function locateInside(regions: readonly RegionRoads[], engineOf: EngineOf, points: Places) {
  const found = points.map((): Awaited<ReturnType<RoutingEngine["locate"]>>[0] => undefined);
  const open = new Set(points.keys());
  for (const region of regions) {
    const indexes = indexesInside(region, points).filter((n) => open.has(n));
    if (indexes.length === 0) continue;
    const roads = await engineOf(region).locate(pick(points, indexes));
    for (const [k, n] of indexes.entries()) {
      found[n] = roads[k];
      open.delete(n);
    }
  }
  return found;
}
