import { METRES_PER_DEGREE, distanceM, type LatLng } from "@commonlane/matching/geo";
import type { ReachableStops } from "@commonlane/matching/corridor-index";
import { MAX_WALK_MPS, type MeetingPoint, type Road } from "@commonlane/matching/road-rule";
import type { Search } from "@commonlane/matching/rule";
import { findMeetingPlaces, loadPickupIndex } from "#modules/pickup-points/index.ts";
import { boxesAround } from "#modules/places/index.ts";
import type { Context } from "#platform/context.ts";
import type { RoutingEngine } from "#platform/routing/routing-engine.ts";

export type Walk = Pick<MeetingPoint, "walkM" | "walkS">;

/** The walks between the two places of a search and stops, each measured once for all rides that pass the stop. */
export interface SearchWalks {
  addStop(stop: LatLng): void;
  /** Finds the walks of all stops within reach, by one search around each place. */
  find(routing: RoutingEngine): void;
  /** The walk between a place of the search and a stop; undefined if there is none within reach. */
  between(place: LatLng, stop: LatLng): Walk | undefined;
}

/** `walkFactor`: the longest walk, as a multiple of the walk that the search allows. */
export function createWalks({ from, to, walkM }: Search, walkFactor: number): SearchWalks {
  const reachM = walkM * walkFactor;
  const pickups = new PlaceWalks(from, reachM);
  const dropoffs = new PlaceWalks(to, reachM);
  return {
    addStop(stop) {
      pickups.addStop(stop);
      dropoffs.addStop(stop);
    },
    find(routing) {
      pickups.find(routing);
      dropoffs.find(routing);
    },
    between: (place, stop) => (place === from ? pickups : dropoffs).of(stop),
  };
}

class PlaceWalks {
  readonly #place: LatLng;
  readonly #reachM: number;
  /** Whether each stop is within reach on a great circle. */
  readonly #stops = new Map<LatLng, boolean>();
  readonly #walks = new Map<LatLng, Walk>();

  constructor(place: LatLng, reachM: number) {
    this.#place = place;
    this.#reachM = reachM;
  }

  addStop(stop: LatLng): void {
    if (!this.#stops.has(stop)) this.#stops.set(stop, isWithin(stop, this.#place, this.#reachM));
  }

  find(routing: RoutingEngine): void {
    const stops = [...this.#stops].flatMap(([stop, isInReach]) => (isInReach ? [stop] : []));
    if (stops.length === 0) return;
    const walks = routing.walks(this.#place, stops, this.#reachM);
    for (const [n, stop] of stops.entries()) {
      const walk = walks[n];
      if (walk) this.#walks.set(stop, toWalk(walk, distanceM(stop, this.#place)));
    }
  }

  of(stop: LatLng): Walk | undefined {
    return this.#walks.get(stop);
  }
}

/** A walk counts at least its great circle, at a pace that people can walk: the index relies on both. */
function toWalk({ distanceM, durationS }: Road, leastM: number): Walk {
  const walkM = Math.max(distanceM, leastM);
  return {
    walkM,
    walkS: Math.max(durationS, walkM / MAX_WALK_MPS),
  };
}

/** Great-circle distance, after a cheap test that rules out most pairs. */
export const isWithin = (a: LatLng, b: LatLng, radiusM: number): boolean =>
  Math.abs(a.lat - b.lat) * METRES_PER_DEGREE <= radiusM * 1.01 && distanceM(a, b) <= radiusM;

/** In a town nearly every line passes a stop, so more are not compared. */
const STOPS_MAX = 50;

export type MeetingContext = Pick<Context, "db" | "log" | "regions" | "routing">;

/**
 * The stops that someone can walk to near the places of a search. Undefined for a place where that is unknown: around it
 * are parts that no region covers, or many stops.
 */
export async function findReachableStops(
  ctx: MeetingContext,
  { from, to, walkM }: Search,
): Promise<ReachableStops> {
  const index = await loadPickupIndex(ctx);
  if (index.size === 0) return {};
  const boxes = [from, to].flatMap((place) => boxesAround(place, walkM));
  const meetingPlaces = await findMeetingPlaces(ctx, boxes, STOPS_MAX + 1);
  const regions = ctx.regions.list();

  const reachableFrom = (place: LatLng): readonly LatLng[] | undefined => {
    const around = boxesAround(place, walkM);
    const isMapped = regions.some((region) => around.every((box) => region.coversBox(box)));
    if (!isMapped) return undefined;
    const near = [...index.around(place, place, walkM), ...meetingPlaces].filter((stop) =>
      isWithin(stop, place, walkM),
    );
    if (meetingPlaces.length > STOPS_MAX || near.length > STOPS_MAX) return undefined;
    const walks = ctx.routing.walks(place, near, walkM);
    return near.filter((_, n) => (walks[n]?.distanceM ?? Infinity) <= walkM);
  };
  return {
    from: reachableFrom(from),
    to: reachableFrom(to),
  };
}
