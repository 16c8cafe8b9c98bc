import type { LatLng } from "@commonlane/contract/shapes";
import { calculateInstants, plannedPointIndex, stopPointIndex } from "@commonlane/matching/agreed-stops";
import { distanceM } from "@commonlane/matching/geo";
import type { Context } from "#platform/context.ts";
import { toMatchRide } from "../search/to-match-ride.ts";
import { matchSettings } from "../route/ride-route.ts";
import type { RideRow } from "../rides.store.ts";

interface PassengerStops {
  readonly id: string;
  readonly pickup: LatLng;
  readonly dropoff: LatLng;
  readonly first_leg: number;
  readonly last_leg: number;
}

/** Pickup and dropoff times of a passenger on the driven route. */
export function calculatePassengerTimes(
  { settings }: Pick<Context, "settings">,
  ride: RideRow,
  passengers: readonly PassengerStops[],
): { pickup_at: Date; dropoff_at: Date }[] {
  const stops = ride.driven_route?.stops ?? [];
  const instants = calculateInstants(toMatchRide(ride), matchSettings(settings));
  const stopTime = ({ id }: PassengerStops, end: "in" | "out", place: LatLng, leg: number): Date => {
    const stop = stops.findIndex((each) => each.id === id && each.end === end);
    if (stop >= 0) return toDate(instants, stopPointIndex(stops, stop));
    // A passenger without a stop is met at a point of the ride itself.
    const nearestPoint = distanceToPointM(ride, leg, place) <= distanceToPointM(ride, leg + 1, place) ? leg : leg + 1;
    if (nearestPoint === 0) return ride.departs_at;
    return nearestPoint === ride.points.length - 1
      ? ride.arrives_at
      : toDate(instants, plannedPointIndex(stops, nearestPoint));
  };
  return passengers.map((passenger) => ({
    pickup_at: stopTime(passenger, "in", passenger.pickup, passenger.first_leg),
    dropoff_at: stopTime(passenger, "out", passenger.dropoff, passenger.last_leg),
  }));
}

const toDate = (instants: readonly number[], n: number) => new Date(Math.round(instants[n] ?? Number.NaN));

const distanceToPointM = ({ points }: RideRow, n: number, place: LatLng): number => {
  const point = points[n];
  return point ? distanceM(point, place) : Infinity;
};
