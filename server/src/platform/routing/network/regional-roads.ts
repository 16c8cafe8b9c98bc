import type { LatLng } from "@commonlane/contract/shapes";
import {
  type DrivingPace,
  estimateLeg,
  estimateRoad,
  estimateWalk,
  type WalkingPace,
} from "../great-circle-engine.ts";
import {
  assembleRoute,
  type Road,
  type Route,
  type RouteLeg,
  type RoutingEngine,
} from "../routing-engine.ts";
import { type Crossing, findCrossing } from "./find-crossing.ts";
import type { RegionNetwork } from "./region-network.ts";

/**
 * The roads of all built regions as one. Between places that a region covers they are exact; otherwise they lead over
 * gateways of the regions of their ends, with an estimate between.
 */
export class RegionalRoads implements RoutingEngine {
  readonly #listRegions: () => readonly RegionNetwork[];
  readonly #pace: DrivingPace & WalkingPace;

  constructor(listRegions: () => readonly RegionNetwork[], pace: DrivingPace & WalkingPace) {
    this.#listRegions = listRegions;
    this.#pace = pace;
  }

  isCovered(place: LatLng): boolean {
    return this.#regionOf(place) !== undefined;
  }

  road(from: LatLng, to: LatLng): Road | null {
    const region = this.#regionOfBoth(from, to);
    const inside = region && roadInside(region, from, to);
    if (inside) return inside;
    const crossing = this.#findCrossing(from, to);
    if (crossing) return crossing.road;
    // In a region without a road between them, there is none; the estimate is for places outside.
    return region ? null : estimateRoad(from, to, this.#pace);
  }

  route(points: readonly LatLng[]): Route {
    const found = points.slice(1).map((to, n) => this.#findLeg(points[n] ?? to, to));
    const legs = points
      .slice(1)
      .map((to, n) => found[n] ?? estimateLeg(points[n] ?? to, to, this.#pace));
    const isEstimate = found.every((leg) => leg === undefined);
    return isEstimate ? { legs, routed: false } : assembleRoute(legs);
  }

  walks(place: LatLng, others: readonly LatLng[], mostM: number): (Road | null)[] {
    const region = this.#regionOf(place);
    const walks = region?.walk.walksFrom(place, mostM);
    return others.map((other) => {
      if (!walks || !region?.covers(other)) return estimateWalk(place, other, this.#pace);
      const lengthM = walks.lengthTo(other);
      if (lengthM === undefined) return null;
      return { distanceM: lengthM, durationS: lengthM / this.#pace.WALKING_M_PER_S };
    });
  }

  walkPath(from: LatLng, to: LatLng, mostM: number): readonly LatLng[] | undefined {
    const region = this.#regionOfBoth(from, to);
    return region?.walk.walksFrom(from, mostM)?.pathTo(to);
  }

  #regionOf(place: LatLng): RegionNetwork | undefined {
    return this.#listRegions().find((region) => region.covers(place));
  }

  #regionOfBoth(from: LatLng, to: LatLng): RegionNetwork | undefined {
    return this.#listRegions().find((region) => region.covers(from) && region.covers(to));
  }

  #findCrossing(from: LatLng, to: LatLng): Crossing | undefined {
    return findCrossing(from, to, (place) => this.#regionOf(place), this.#pace);
  }

  /** Undefined if the road is estimated from end to end. */
  #findLeg(from: LatLng, to: LatLng): RouteLeg | undefined {
    const region = this.#regionOfBoth(from, to);
    const inside = region && legInside(region, from, to);
    if (inside) return inside;
    const crossing = this.#findCrossing(from, to);
    return crossing && this.#legOfCrossing(crossing, from, to);
  }

  #legOfCrossing({ road, exit, entry }: Crossing, from: LatLng, to: LatLng): RouteLeg {
    const start = exit?.region.find(from)?.position;
    const end = entry?.region.find(to)?.position;
    const out = exit?.gateway.exit?.position;
    const back = entry?.gateway.entry?.position;
    const first = start && out && exit.region.drive.path(start, out);
    const last = back && end && entry.region.drive.path(back, end);
    const between = estimateLeg(exit?.gateway.at ?? from, entry?.gateway.at ?? to, this.#pace);
    const line = [...(first ?? []), ...between.line, ...(last ?? [])];
    return { ...road, line };
  }
}

function roadInside(region: RegionNetwork, from: LatLng, to: LatLng): Road | undefined {
  const start = region.find(from);
  const end = region.find(to);
  return start && end && region.drive.road(start.from, end.to);
}

function legInside(region: RegionNetwork, from: LatLng, to: LatLng): RouteLeg | undefined {
  const start = region.find(from);
  const end = region.find(to);
  const road = start && end && region.drive.road(start.from, end.to);
  const line = road && region.drive.path(start.position, end.position);
  return line && { ...road, line: atLeastTwo(line) };
}

/** Both ends of a way may be the same point of a road. */
const atLeastTwo = (line: readonly LatLng[]): readonly LatLng[] =>
  line.length === 1 ? [...line, ...line] : line;
