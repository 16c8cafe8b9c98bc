import type { LatLng } from "@commonlane/contract/shapes";
import {
  calculateInstants,
  plannedPointIndex,
  stopPointIndex,
} from "@commonlane/matching/agreed-stops";
import { distanceM } from "@commonlane/matching/geo";
import type { Context } from "#platform/context.ts";
import { type RidePassenger, toPassengerRide } from "../ride-forms.ts";
import { toMatchRide } from "../route-geometry.ts";
import { matchSettings } from "../ride-route.ts";
import type { RideRow } from "../../rides.store.ts";

interface PassengerStops extends RidePassenger {
  readonly first_leg: number;
  readonly last_leg: number;
}

/**
 * Pickup and dropoff times of passengers on the driven route. Each follows from what that passenger may know of it, so
 * that no time of one reveals where another lives.
 */
export function calculatePassengerTimes(
  { settings }: Pick<Context, "settings">,
  ride: RideRow,
  passengers: readonly PassengerStops[],
): { pickup_at: Date; dropoff_at: Date }[] {
  const stops = ride.driven_route?.stops ?? [];
  return passengers.map((passenger) => {
    const seen = toPassengerRide(ride, passenger);
    const instants = calculateInstants(toMatchRide(seen), matchSettings(settings));
    const stopTime = (end: "in" | "out", place: LatLng, leg: number): Date => {
      const stop = stops.findIndex((each) => each.id === passenger.id && each.end === end);
      if (stop >= 0) return toDate(instants, stopPointIndex(stops, stop));
      // A passenger without a stop is met at a point of the ride itself.
      const nearestPoint =
        distanceToPointM(ride, leg, place) <= distanceToPointM(ride, leg + 1, place)
          ? leg
          : leg + 1;
      if (nearestPoint === 0) return ride.departs_at;
      if (nearestPoint === ride.points.length - 1) return seen.arrives_at;
      return toDate(instants, plannedPointIndex(stops, nearestPoint));
    };
    return {
      pickup_at: stopTime("in", passenger.pickup, passenger.first_leg),
      dropoff_at: stopTime("out", passenger.dropoff, passenger.last_leg),
    };
  });
}

const toDate = (instants: readonly number[], n: number) =>
  new Date(Math.round(instants[n] ?? Number.NaN));

const distanceToPointM = ({ points }: RideRow, n: number, place: LatLng): number => {
  const point = points[n];
  return point ? distanceM(point, place) : Infinity;
};
