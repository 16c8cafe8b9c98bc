import type { LatLng } from "@commonlane/contract/shapes";
import { estimatePartS } from "@commonlane/matching/driving-estimate";
import { distanceM } from "@commonlane/matching/geo";
import type { Settings } from "../../settings.ts";
import type { Road, RoutingEngine } from "../routing-engine.ts";
import type { RegionRoads } from "./region-roads.ts";

export type Pace = Pick<Settings, "DRIVING_FACTOR" | "DRIVING_TIME_FACTOR">;
/** The engine of a region, or its cache only. */
export type EngineOf = (region: RegionRoads) => RoutingEngine;

/** Gateways of a region that are compared for one way: those with the shortest way over them by great circles. */
const COMPARED_GATEWAYS = 8;

export interface Pair {
  readonly from: LatLng;
  readonly to: LatLng;
}

/** The end of a way in a region, and the gateway between it and the estimated part. */
export interface InsidePart {
  readonly region: RegionRoads;
  readonly gateway: LatLng;
}

/** A way that is partly outside of all regions: roads inside, the estimate outside. */
export interface Crossing {
  readonly road: Road;
  readonly exit?: InsidePart | undefined;
  readonly entry?: InsidePart | undefined;
}

/**
 * The fastest crossing of each pair of which at least one place is in a region: null if there is none, undefined if it
 * is unknown because an engine failed.
 */
export async function findCrossings(
  pairs: readonly Pair[],
  regionOf: (point: LatLng) => RegionRoads | undefined,
  engineOf: EngineOf,
  pace: Pace,
): Promise<(Crossing | null | undefined)[]> {
  const plans = pairs.map(({ from, to }) => ({
    from,
    to,
    exits: listGateways(regionOf(from), from, to),
    entries: listGateways(regionOf(to), from, to),
  }));
  const exitRoads = new GatewayTable((engine, points, gateways) => engine.table(points, gateways));
  const entryRoads = new GatewayTable(async (engine, points, gateways) => {
    const table = await engine.table(gateways, points);
    return points.map((_, column) => gateways.map((_, row) => table[row]?.[column]));
  });
  for (const { from, to, exits, entries } of plans) {
    exitRoads.want(from, exits);
    entryRoads.want(to, entries);
  }
  await Promise.all([exitRoads.fetch(engineOf), entryRoads.fetch(engineOf)]);
  return plans.map(({ from, to, exits, entries }) => {
    if (exits.length + entries.length === 0) return null;
    const exitOptions = exitRoads.options(from, exits);
    const entryOptions = entryRoads.options(to, entries);
    if (!exitOptions || !entryOptions) return undefined;
    return findFastest(from, to, exitOptions, entryOptions, pace);
  });
}

function listGateways(region: RegionRoads | undefined, from: LatLng, to: LatLng): InsidePart[] {
  if (!region) return [];
  const lengthM = (gateway: LatLng) => distanceM(from, gateway) + distanceM(gateway, to);
  return region.gateways
    .map((gateway) => ({ region, gateway, lengthM: lengthM(gateway) }))
    .toSorted((a, b) => a.lengthM - b.lengthM)
    .slice(0, COMPARED_GATEWAYS);
}

/** A gateway with the road between it and the way's end. */
interface Option {
  readonly part?: InsidePart;
  readonly road: Road;
}
const OUTSIDE: readonly Option[] = [{ road: { distanceM: 0, durationS: 0 } }];

function findFastest(
  from: LatLng,
  to: LatLng,
  exits: readonly Option[],
  entries: readonly Option[],
  pace: Pace,
): Crossing | null {
  let fastest: Crossing | null = null;
  for (const exit of exits) {
    for (const entry of entries) {
      const outsideM =
        pace.DRIVING_FACTOR * distanceM(exit.part?.gateway ?? from, entry.part?.gateway ?? to);
      const outsideS =
        pace.DRIVING_TIME_FACTOR *
        estimatePartS(exit.road.distanceM, outsideM, entry.road.distanceM);
      const durationS = exit.road.durationS + outsideS + entry.road.durationS;
      if (fastest && fastest.road.durationS <= durationS) continue;
      const metres = exit.road.distanceM + outsideM + entry.road.distanceM;
      fastest = {
        road: { distanceM: metres, durationS, estimated: true },
        exit: exit.part,
        entry: entry.part,
      };
    }
  }
  return fastest;
}

type Fetch = (
  engine: RoutingEngine,
  points: readonly LatLng[],
  gateways: readonly LatLng[],
) => Promise<readonly (readonly (Road | null | undefined)[])[]>;

/** Roads between places and gateways, requested together. */
class GatewayTable {
  readonly #fetch: Fetch;
  readonly #wanted = new Map<
    RegionRoads,
    { points: Map<string, LatLng>; gateways: Map<string, LatLng> }
  >();
  readonly #roads = new Map<string, Road | null | undefined>();

  constructor(fetch: Fetch) {
    this.#fetch = fetch;
  }

  want(point: LatLng, parts: readonly InsidePart[]): void {
    for (const { region, gateway } of parts) {
      const wanted = this.#wanted.get(region) ?? { points: new Map(), gateways: new Map() };
      this.#wanted.set(region, wanted);
      wanted.points.set(keyOf(point), point);
      wanted.gateways.set(keyOf(gateway), gateway);
    }
  }

  async fetch(engineOf: EngineOf): Promise<void> {
    await Promise.all(
      [...this.#wanted].map(async ([region, wanted]) => {
        const points = [...wanted.points.values()];
        const gateways = [...wanted.gateways.values()];
        const table = await this.#fetch(engineOf(region), points, gateways);
        for (const [row, point] of points.entries())
          for (const [column, gateway] of gateways.entries())
            this.#roads.set(`${keyOf(point)} ${keyOf(gateway)}`, table[row]?.[column]);
      }),
    );
  }

  /** Gateways that have a road to the point; undefined if a road is unknown. */
  options(point: LatLng, parts: readonly InsidePart[]): readonly Option[] | undefined {
    if (parts.length === 0) return OUTSIDE;
    const options: Option[] = [];
    for (const part of parts) {
      const road = this.#roads.get(`${keyOf(point)} ${keyOf(part.gateway)}`);
      if (road === undefined) return undefined;
      if (road) options.push({ part, road });
    }
    return options;
  }
}

const keyOf = ({ lat, lng }: LatLng): string => `${lat},${lng}`;
