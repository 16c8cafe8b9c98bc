import { distanceM } from "@commonlane/matching/geo";
import type { LatLng } from "@commonlane/contract/shapes";
import type { ListedRide } from "#platform/db/schema/feed-columns.ts";
import { listTrips, type ListedTrip, type TripStop } from "../listed-trips.ts";

/** What is searched; radii in metres, as the crow flies. */
export interface JourneySearch {
  readonly departure: LatLng;
  readonly arrival: LatLng;
  readonly departureAt: Date;
  /** The pickup is at most so much earlier or later. */
  readonly timeDeltaMs: number;
  readonly departureRadiusM: number;
  readonly arrivalRadiusM: number;
}

/** The part of a listed ride that a passenger would travel. */
export interface FoundJourney {
  readonly trip: ListedTrip;
  readonly pickup: TripStop;
  readonly drop: TripStop;
  /** From the searched places to the stops and back, as the crow flies. */
  readonly walkM: number;
}

/** Trips with free seats from near the departure to near the arrival, those with the least walking first. */
export function findJourneys(rides: readonly ListedRide[], search: JourneySearch): FoundJourney[] {
  const found = rides.flatMap((ride) => {
    const journeys = listTrips(ride).flatMap((trip) => findOnTrip(trip, search) ?? []);
    return journeys.toSorted(byRelevance(search)).slice(0, 1);
  });
  return found.toSorted(byRelevance(search));
}

function findOnTrip(trip: ListedTrip, search: JourneySearch): FoundJourney | undefined {
  const pickup = nearest(trip.stops.slice(0, -1), search.departure, (stop, offM) => {
    const offMs = Math.abs(stop.atMs - search.departureAt.getTime());
    return offM <= search.departureRadiusM && offMs <= search.timeDeltaMs;
  });
  if (!pickup) return undefined;
  const later = trip.stops.slice(trip.stops.indexOf(pickup.stop) + 1);
  const drop = nearest(later, search.arrival, (_, offM) => offM <= search.arrivalRadiusM);
  if (!drop) return undefined;
  return {
    trip,
    pickup: pickup.stop,
    drop: drop.stop,
    walkM: pickup.offM + drop.offM,
  };
}

function nearest(
  stops: readonly TripStop[],
  place: LatLng,
  fits: (stop: TripStop, offM: number) => boolean,
):
  | {
      readonly stop: TripStop;
      readonly offM: number;
    }
  | undefined {
  let best:
    | {
        readonly stop: TripStop;
        readonly offM: number;
      }
    | undefined;
  for (const stop of stops) {
    const offM = distanceM(stop, place);
    if (fits(stop, offM) && (best === undefined || offM < best.offM))
      best = {
        stop,
        offM,
      };
  }
  return best;
}

/** Metres of walking count as much as the time that they take; so do minutes from the searched departure. */
const WALK_M_PER_MS = 1.2 / 1000;

const byRelevance =
  ({ departureAt }: JourneySearch) =>
  (a: FoundJourney, b: FoundJourney): number => {
    const costOf = ({ walkM, pickup }: FoundJourney) =>
      walkM + WALK_M_PER_MS * Math.abs(pickup.atMs - departureAt.getTime());
    return costOf(a) - costOf(b) || (a.trip.id < b.trip.id ? -1 : 1);
  };
