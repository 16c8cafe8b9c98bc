import type { LatLng } from "@commonlane/contract/shapes";
import type { RoadPoint } from "@commonlane/geo/road-network/road-network";
import type { Walks } from "@commonlane/geo/road-network/walk-network";
import { IndexedPoint } from "@commonlane/matching/roads/route-sketch";
import {
  type DrivingPace,
  estimateLeg,
  estimateRoad,
  estimateWalk,
  type WalkingPace,
} from "../great-circle-estimates.ts";
import {
  assembleRoute,
  type Road,
  type Route,
  type RouteLeg,
  type RoutingEngine,
} from "../routing-engine.ts";
import { type Crossing, findCrossing } from "./find-crossing.ts";
import { findWayThrough, type WayThrough } from "./find-way-through.ts";
import { findCommonRegion, LocatedPlace, type RegionNetwork } from "./region-network.ts";

/** A way on the roads of one region. */
interface WayInside {
  readonly kind: "inside";
  readonly road: Road;
  readonly region: RegionNetwork;
  readonly start: RoadPoint;
  readonly end: RoadPoint;
}

/** What leads from one place to another: `none` if a region covers both and has no road between them. */
type Way =
  | WayInside
  | ({ readonly kind: "crossing" } & Crossing)
  | ({ readonly kind: "through" } & WayThrough)
  | { readonly kind: "none"; readonly road: null }
  | {
      readonly kind: "estimate";
      readonly road: Road;
    };

/**
 * The roads of all built regions as one. Between places that a region covers they are exact; otherwise they lead over
 * gateways of the regions of their ends, with an estimate between.
 */
export class RegionalRoads implements RoutingEngine {
  readonly #listRegions: () => readonly RegionNetwork[];
  readonly #pace: DrivingPace & WalkingPace;
  /** What is known of the places that callers still have. Those of indexed rides keep it themselves. */
  readonly #located = new WeakMap<LatLng, LocatedPlace>();

  constructor(listRegions: () => readonly RegionNetwork[], pace: DrivingPace & WalkingPace) {
    this.#listRegions = listRegions;
    this.#pace = pace;
  }

  isCovered(place: LatLng): boolean {
    return this.#locate(place).regions.length > 0;
  }

  isOnBadRoad(place: LatLng): boolean {
    const located = this.#locate(place);
    const [region] = located.regions;
    if (!region) return false;
    const onRoads = located.onRoadsOf(region);
    return onRoads !== undefined && region.drive.isBadRoad(onRoads);
  }

  road(from: LatLng, to: LatLng): Road | null {
    return this.#findWay(from, to).road;
  }

  route(points: readonly LatLng[]): Route {
    const found = points.slice(1).map((to, n) => this.#findLeg(points[n] ?? to, to));
    const legs = points
      .slice(1)
      .map((to, n) => found[n] ?? estimateLeg(points[n] ?? to, to, this.#pace));
    const isEstimate = found.every((leg) => leg === undefined);
    return isEstimate
      ? {
          legs,
          routed: false,
        }
      : assembleRoute(legs);
  }

  walks(place: LatLng, others: readonly LatLng[], mostM: number): (Road | null)[] {
    const start = this.#locate(place);
    const walksIn = new Map<RegionNetwork, Walks | undefined>();
    return others.map((other) => {
      const region = findCommonRegion(start, other);
      if (region && !walksIn.has(region)) walksIn.set(region, region.walk.walksFrom(place, mostM));
      const walks = region && walksIn.get(region);
      if (!walks) return estimateWalk(place, other, this.#pace);
      const lengthM = walks.lengthTo(other);
      if (lengthM === undefined) return null;
      return {
        distanceM: lengthM,
        durationS: lengthM / this.#pace.WALKING_M_PER_S,
      };
    });
  }

  walkPath(from: LatLng, to: LatLng, mostM: number): readonly LatLng[] | undefined {
    const region = findCommonRegion(this.#locate(from), to);
    return region?.walk.walksFrom(from, mostM)?.pathTo(to);
  }

  #locate(at: LatLng): LocatedPlace {
    const regions = this.#listRegions();
    const known = at instanceof IndexedPoint ? at.known : this.#located.get(at);
    if (known instanceof LocatedPlace && known.listed === regions) return known;

    const located = new LocatedPlace(at, regions);
    if (at instanceof IndexedPoint) at.known = located;
    else this.#located.set(at, located);
    return located;
  }

  /** Undefined if the road is estimated from end to end. */
  #findLeg(from: LatLng, to: LatLng): RouteLeg | undefined {
    const way = this.#findWay(from, to);
    if (way.kind === "inside") return legInside(way);
    if (way.kind === "crossing") return this.#legOfCrossing(way, from, to);
    return way.kind === "through" ? this.#legThrough(way, from, to) : undefined;
  }

  /** Decides which roads lead from one place to another: the same for a road and for its line. */
  #findWay(from: LatLng, to: LatLng): Way {
    const start = this.#locate(from);
    const end = this.#locate(to);
    for (const region of start.regions) {
      const inside = end.regions.includes(region) && findInside(region, start, end);
      if (inside) return inside;
    }
    const crossing = findCrossing(start, end, this.#pace);
    if (crossing)
      return {
        kind: "crossing",
        ...crossing,
      };
    const through = findWayThrough(start, end, this.#listRegions(), this.#pace);
    if (through)
      return {
        kind: "through",
        ...through,
      };
    // In regions without a road between them, there is none; the estimate is for places outside.
    if (findCommonRegion(start, to)) return { kind: "none", road: null };
    return {
      kind: "estimate",
      road: estimateRoad(from, to, this.#pace),
    };
  }

  #legThrough({ road, region, entry, exit }: WayThrough, from: LatLng, to: LatLng): RouteLeg {
    const start = entry.entry?.point;
    const end = exit.exit?.point;
    const inside = (start && end && region.drive.path(start, end)) ?? [];
    const before = estimateLeg(from, entry.at, this.#pace).line;
    const after = estimateLeg(exit.at, to, this.#pace).line;
    return {
      ...road,
      line: [...before, ...inside, ...after],
    };
  }

  #legOfCrossing({ road, exit, entry }: Crossing, from: LatLng, to: LatLng): RouteLeg {
    const start = exit?.region.find(from);
    const end = entry?.region.find(to);
    const out = exit?.gateway.exit?.point;
    const back = entry?.gateway.entry?.point;
    const first = start && out && exit.region.drive.path(start, out);
    const last = back && end && entry.region.drive.path(back, end);
    const between = estimateLeg(exit?.gateway.at ?? from, entry?.gateway.at ?? to, this.#pace);
    const line = [...(first ?? []), ...between.line, ...(last ?? [])];
    return { ...road, line };
  }
}

function findInside(
  region: RegionNetwork,
  start: LocatedPlace,
  end: LocatedPlace,
): WayInside | undefined {
  const from = start.onRoadsOf(region);
  const to = end.onRoadsOf(region);
  const road = from && to && region.drive.road(from.from, to.to);
  return (
    road && {
      kind: "inside",
      road,
      region,
      start: from,
      end: to,
    }
  );
}

function legInside({ road, region, start, end }: WayInside): RouteLeg | undefined {
  const line = region.drive.path(start, end);
  return line && { ...road, line: atLeastTwo(line) };
}

/** Both ends of a way may be the same point of a road. */
const atLeastTwo = (line: readonly LatLng[]): readonly LatLng[] =>
  line.length === 1 ? [...line, ...line] : line;
