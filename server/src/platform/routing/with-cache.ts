import type { LatLng } from "@commonlane/contract/shapes";
import { LruCache } from "../lru-cache.ts";
import type { Road, RoadService, Route, RoutingEngine } from "./routing-engine.ts";

/** About 150 bytes each. */
const MAX_CACHED_ROADS = 100_000;
/** A few kilobytes each. */
const MAX_CACHED_ROUTES = 500;
/** OSRM allows 100 places per table (`--max-table-size`); Valhalla's limit of 2,500 pairs is higher than this needs. */
const MAX_PLACES_PER_TABLE = 90;

/**
 * Caches routes and roads, so that only missing ones are requested, within the table limits of the services.
 * `cacheOnly` estimates uncached routes with `fallback` and leaves uncached roads unknown.
 */
export function withCache(service: RoadService, fallback: RoadService): RoutingEngine {
  const roadCache = new LruCache<string, Road | null>(MAX_CACHED_ROADS);

  const routeCache = new LruCache<string, Route>(MAX_CACHED_ROUTES);

  const cachedRoute = (points: readonly LatLng[]) => routeCache.get(routeKey(points));

  const route: RoutingEngine["route"] = async (points) => {
    const result = cachedRoute(points) ?? (await service.route(points));
    // Estimates after a failure are not cached, so that they are requested again.
    if (result.routed) routeCache.set(routeKey(points), result);
    return result;
  };

  const fetchTable = async (sources: readonly LatLng[], targets: readonly LatLng[]): Promise<void> => {
    const table = await service.table(sources, targets);
    sources.forEach((from, row) =>
      targets.forEach((to, column) => {
        const road = table[row]?.[column];
        if (road !== undefined) roadCache.set(roadKey(from, to), road);
      }),
    );
  };

  const isMissing = (from: LatLng, to: LatLng) => roadCache.get(roadKey(from, to)) === undefined;

  const cachedTable = (sources: readonly LatLng[], targets: readonly LatLng[]) =>
    sources.map((source) => targets.map((target) => roadCache.get(roadKey(source, target))));

  const table: RoutingEngine["table"] = async (sources, targets) => {
    const from = sources.filter((source) => targets.some((target) => isMissing(source, target)));
    const to = targets.filter((target) => from.some((source) => isMissing(source, target)));
    await Promise.all(splitTable(from, to).map(([sourceChunk, targetChunk]) => fetchTable(sourceChunk, targetChunk)));
    return cachedTable(sources, targets);
  };
  const { hasRoadData: knowsRoads } = service;
  const cacheOnly: RoutingEngine = {
    hasRoadData: knowsRoads,
    route: async (points) => cachedRoute(points) ?? fallback.route(points),
    table: async (sources, targets) => cachedTable(sources, targets),
    get cacheOnly() {
      return cacheOnly;
    },
  };
  return { hasRoadData: knowsRoads, route, table, cacheOnly };
}

/** Rounded to about a metre. */
const roadKey = (from: LatLng, to: LatLng) => `${pointKey(from)}>${pointKey(to)}`;
const routeKey = (points: readonly LatLng[]) => points.map(pointKey).join(">");
const pointKey = ({ lat, lng }: LatLng) => `${lat.toFixed(5)},${lng.toFixed(5)}`;

/** Splits a table into parts with at most MAX_PLACES_PER_TABLE places. */
function splitTable(sources: readonly LatLng[], targets: readonly LatLng[]): [readonly LatLng[], readonly LatLng[]][] {
  const smallerSize = Math.min(sources.length, targets.length, MAX_PLACES_PER_TABLE / 2);
  const largerSize = MAX_PLACES_PER_TABLE - smallerSize;
  const [rows, columns] = sources.length <= targets.length ? [smallerSize, largerSize] : [largerSize, smallerSize];
  return chunks(sources, rows).flatMap((sourceChunk) =>
    chunks(targets, columns).map((targetChunk): [readonly LatLng[], readonly LatLng[]] => [sourceChunk, targetChunk]),
  );
}

const chunks = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / Math.max(1, size)) }, (_, n) => all.slice(n * size, (n + 1) * size));
