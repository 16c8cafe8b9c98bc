import type { LatLng } from "@commonlane/contract/shapes";
import { LRUCache } from "lru-cache";
import type { Road, RoadService, RoadTable, Route, RoutingEngine } from "./routing-engine.ts";

/** About 150 bytes each. */
const MAX_CACHED_ROADS = 100_000;
/** A few kilobytes each. */
const MAX_CACHED_ROUTES = 500;
/** Most places on the two sides of a table that is requested at once. */
export interface TableLimits {
  readonly shorter: number;
  readonly longer: number;
}
/** OSRM allows 100 places per table (`--max-table-size`); Valhalla's limit of 2,500 pairs is higher than this needs. */
const MAX_PLACES_PER_TABLE = 90;

/**
 * Caches routes and roads, so that only missing ones are requested, within the table limits of the services.
 * `cacheOnly` estimates uncached routes with `fallback`, marked as missing, and leaves uncached roads unknown. Unknown
 * walks are estimated.
 */
export function withCache(
  service: RoadService,
  fallback: RoadService,
  limits?: TableLimits,
): RoutingEngine {
  const routeCache = new LRUCache<string, Route>({ max: MAX_CACHED_ROUTES });
  const cachedRoute = (points: readonly LatLng[]) => routeCache.get(routeKey(points));

  const route: RoutingEngine["route"] = async (points) => {
    const result = cachedRoute(points) ?? (await service.route(points));
    // Estimates after a failure are not cached, so that they are requested again.
    if (result.routed) routeCache.set(routeKey(points), result);
    return result;
  };

  const drives = new CachedTable((sources, targets) => service.table(sources, targets), limits);
  const walks = new CachedTable((sources, targets) => service.walkTable(sources, targets), limits);
  const estimateUnknown = async (
    table: RoadTable,
    sources: readonly LatLng[],
    targets: readonly LatLng[],
  ) => {
    if (!table.some((row) => row.includes(undefined))) return table;
    const estimates = await fallback.walkTable(sources, targets);
    return table.map((row, n) =>
      row.map((road, column) => (road === undefined ? estimates[n]?.[column] : road)),
    );
  };

  const { hasRoadData } = service;
  const isCovered = (point: LatLng) => service.isCovered(point);
  const cacheOnly: RoutingEngine = {
    hasRoadData,
    isCovered,
    route: async (points) =>
      cachedRoute(points) ?? { ...(await fallback.route(points)), roadsMissing: true },
    table: async (sources, targets) => drives.cached(sources, targets),
    walkTable: (sources, targets) =>
      estimateUnknown(walks.cached(sources, targets), sources, targets),
    walk: async () => undefined,
    locate: async (points) => points.map(() => undefined),
    get cacheOnly() {
      return cacheOnly;
    },
  };
  return {
    hasRoadData,
    isCovered,
    route,
    table: (sources, targets) => drives.get(sources, targets),
    walkTable: async (sources, targets) =>
      estimateUnknown(await walks.get(sources, targets), sources, targets),
    walk: (from, to) => service.walk(from, to),
    locate: (points) => service.locate(points),
    cacheOnly,
  };
}

/** Roads by their ends. Requests only missing ones, and not too many places at a time. */
class CachedTable {
  /** False where there is no road between two places. */
  readonly #roads = new LRUCache<string, Road | false>({ max: MAX_CACHED_ROADS });
  readonly #request: RoadService["table"];

  readonly #limits: TableLimits | undefined;

  constructor(request: RoadService["table"], limits: TableLimits | undefined) {
    this.#request = request;
    this.#limits = limits;
  }

  cached(sources: readonly LatLng[], targets: readonly LatLng[]): RoadTable {
    return this.#findAll(sources.map(toKeyed), targets.map(toKeyed));
  }

  async get(sources: readonly LatLng[], targets: readonly LatLng[]): Promise<RoadTable> {
    const allFrom = sources.map(toKeyed);
    const allTo = targets.map(toKeyed);
    const isMissing = (from: Keyed, to: Keyed) => this.#find(from, to) === undefined;
    const from = allFrom.filter((source) => allTo.some((target) => isMissing(source, target)));
    const to = allTo.filter((target) => from.some((source) => isMissing(source, target)));
    const parts = splitTable(from, to, this.#limits);
    await Promise.all(
      parts.map(([sourceChunk, targetChunk]) => this.#fetch(sourceChunk, targetChunk)),
    );
    return this.#findAll(allFrom, allTo);
  }

  #findAll(sources: readonly Keyed[], targets: readonly Keyed[]): RoadTable {
    return sources.map((source) => targets.map((target) => this.#find(source, target)));
  }

  #find(from: Keyed, to: Keyed): Road | null | undefined {
    const road = this.#roads.get(roadKey(from, to));
    return road === false ? null : road;
  }

  async #fetch(sources: readonly Keyed[], targets: readonly Keyed[]): Promise<void> {
    const table = await this.#request(sources.map(toPlace), targets.map(toPlace));
    sources.forEach((from, row) =>
      targets.forEach((to, column) => {
        const road = table[row]?.[column];
        if (road !== undefined) this.#roads.set(roadKey(from, to), road ?? false);
      }),
    );
  }
}

/** A place with its key, which is written once for a whole table. */
interface Keyed {
  readonly place: LatLng;
  readonly key: string;
}
const pointKey = ({ lat, lng }: LatLng) => `${lat.toFixed(5)},${lng.toFixed(5)}`;
const toKeyed = (place: LatLng): Keyed => ({ place, key: pointKey(place) });
const toPlace = ({ place }: Keyed): LatLng => place;
/** Rounded to about a metre. */
const roadKey = (from: Keyed, to: Keyed) => `${from.key}>${to.key}`;
const routeKey = (points: readonly LatLng[]) => points.map(pointKey).join(">");

/** Splits a table into parts within the limits, or with at most MAX_PLACES_PER_TABLE places. */
function splitTable<Place>(
  sources: readonly Place[],
  targets: readonly Place[],
  limits: TableLimits | undefined,
): [readonly Place[], readonly Place[]][] {
  const shorter = Math.min(
    sources.length,
    targets.length,
    limits?.shorter ?? MAX_PLACES_PER_TABLE / 2,
  );
  const longer = limits?.longer ?? MAX_PLACES_PER_TABLE - shorter;
  const [rows, columns] = sources.length <= targets.length ? [shorter, longer] : [longer, shorter];
  return chunks(sources, rows).flatMap((sourceChunk) =>
    chunks(targets, columns).map((targetChunk): [readonly Place[], readonly Place[]] => [
      sourceChunk,
      targetChunk,
    ]),
  );
}

const chunks = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / Math.max(1, size)) }, (_, n) =>
    all.slice(n * size, (n + 1) * size),
  );
