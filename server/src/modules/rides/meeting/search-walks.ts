import { METRES_PER_DEGREE, distanceM, type LatLng } from "@commonlane/matching/geo";
import {
  MAX_WALK_MPS,
  type MeetingPoint,
  type Road,
  type RoadLookup,
} from "@commonlane/matching/road-rule";
import type { Search } from "@commonlane/matching/rule";

export type Walk = Pick<MeetingPoint, "walkM" | "walkS">;

/** The walks between the two places of a search and stops, each measured once for all rides that pass the stop. */
export interface SearchWalks {
  addStop(stop: LatLng): void;
  /** Looks up the walks of all stops within reach, and keeps those that the lookup knows. */
  lookUp(walks: RoadLookup): void;
  /** The walk between a place of the search and a stop; undefined if there is none within reach. */
  between(place: LatLng, stop: LatLng): Walk | undefined;
}

/** `walkFactor`: the longest walk, as a multiple of the walk that the search allows. */
export function createWalks({ from, to, walkM }: Search, walkFactor: number): SearchWalks {
  const reachM = walkM * walkFactor;
  const pickups = new PlaceWalks(from, reachM, (walks, stop) => walks(from, stop));
  const dropoffs = new PlaceWalks(to, reachM, (walks, stop) => walks(stop, to));
  return {
    addStop(stop) {
      pickups.addStop(stop);
      dropoffs.addStop(stop);
    },
    lookUp(walks) {
      pickups.lookUp(walks);
      dropoffs.lookUp(walks);
    },
    between: (place, stop) => (place === from ? pickups : dropoffs).of(stop),
  };
}

type LookUpWalk = (walks: RoadLookup, stop: LatLng) => ReturnType<RoadLookup>;

class PlaceWalks {
  readonly #place: LatLng;
  readonly #reachM: number;
  readonly #lookUp: LookUpWalk;
  /** Whether each stop is within reach on a great circle. */
  readonly #stops = new Map<LatLng, boolean>();
  readonly #walks = new Map<LatLng, Walk>();

  constructor(place: LatLng, reachM: number, lookUp: LookUpWalk) {
    this.#place = place;
    this.#reachM = reachM;
    this.#lookUp = lookUp;
  }

  addStop(stop: LatLng): void {
    if (!this.#stops.has(stop)) this.#stops.set(stop, isWithin(stop, this.#place, this.#reachM));
  }

  lookUp(walks: RoadLookup): void {
    for (const [stop, isInReach] of this.#stops) {
      const path = isInReach ? this.#lookUp(walks, stop) : undefined;
      if (path) this.#walks.set(stop, toWalk(path, distanceM(stop, this.#place)));
    }
  }

  of(stop: LatLng): Walk | undefined {
    return this.#walks.get(stop);
  }
}

/** A walk counts at least its great circle, at a pace that people can walk: the index relies on both. */
function toWalk({ distanceM, durationS }: Road, leastM: number): Walk {
  const walkM = Math.max(distanceM, leastM);
  return { walkM, walkS: Math.max(durationS, walkM / MAX_WALK_MPS) };
}

/** Great-circle distance, after a cheap test that rules out most pairs. */
export const isWithin = (a: LatLng, b: LatLng, radiusM: number): boolean =>
  Math.abs(a.lat - b.lat) * METRES_PER_DEGREE <= radiusM * 1.01 && distanceM(a, b) <= radiusM;
