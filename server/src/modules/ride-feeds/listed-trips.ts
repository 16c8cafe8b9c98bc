import { hash } from "node:crypto";
import { distanceM } from "@commonlane/matching/geo";
import { listedTimeMs } from "#modules/rides/published/index.ts";
import type { ListedRide, ListedStop } from "#platform/db/schema/feed-columns.ts";

/** A stop with its time to five minutes. */
export interface TripStop extends ListedStop {
  readonly atMs: number;
}

/**
 * A part of a listed ride with a free seat on each leg: what a timetable can say. A leg without free seats splits the
 * ride, since timetables have no word for "full".
 */
export interface ListedTrip {
  /** Changes with stops and times, so that a receiver never mixes two versions. */
  readonly id: string;
  readonly ride: ListedRide;
  readonly firstLeg: number;
  readonly stops: readonly TripStop[];
  /** Free seats on all of its legs. */
  readonly seats: number;
}

/** Receivers drop shorter trips. */
const MIN_LENGTH_M = 1_000;

const knownTrips = new WeakMap<ListedRide, readonly ListedTrip[]>();

/** The trips of a ride in driving order; none if it is full. All formats of one moment share them. */
export function listTrips(ride: ListedRide): readonly ListedTrip[] {
  const known = knownTrips.get(ride);
  if (known) return known;
  const trips = findTrips(ride);
  knownTrips.set(ride, trips);
  return trips;
}

function findTrips(ride: ListedRide): ListedTrip[] {
  const stops = ride.stops.map((stop) => ({ ...stop, atMs: listedTimeMs(ride, stop) }));
  const trips: ListedTrip[] = [];
  let firstLeg = 0;
  for (let leg = 0; leg <= ride.freeSeats.length; leg++) {
    const isFree = (ride.freeSeats[leg] ?? 0) > 0;
    if (isFree) continue;
    const trip = leg > firstLeg ? toTrip(ride, stops, firstLeg, leg) : undefined;
    if (trip) trips.push(trip);
    firstLeg = leg + 1;
  }
  return trips;
}

function toTrip(
  ride: ListedRide,
  allStops: readonly TripStop[],
  firstLeg: number,
  endLeg: number,
): ListedTrip | undefined {
  const stops = allStops.filter(
    ({ leg, isPoint }) => leg >= firstLeg && (leg < endLeg || (leg === endLeg && isPoint)),
  );
  const first = stops.at(0);
  const last = stops.at(-1);
  if (!first || !last || distanceM(first, last) < MIN_LENGTH_M) return undefined;
  const seats = Math.min(...ride.freeSeats.slice(firstLeg, endLeg));
  return {
    id: tripId(ride, stops, firstLeg),
    ride,
    firstLeg,
    stops,
    seats,
  };
}

function tripId(ride: ListedRide, stops: readonly TripStop[], firstLeg: number): string {
  const text = stops.map(({ id, atMs }) => `${id} ${atMs}`).join();
  const version = hash("sha256", text, "hex").slice(0, 8);
  return [plainId(ride.id), firstLeg, version].join("-");
}

/** The id of a ride without hyphens. */
export const plainId = (rideId: string): string => rideId.replaceAll("-", "");
