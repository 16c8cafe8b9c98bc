import type { LatLng } from "@commonlane/contract/shapes";
import { instantsOf, pointOfPlanned, pointOfStop } from "@commonlane/matching/agreed-stops";
import { distanceM } from "@commonlane/matching/geo";
import type { Context } from "#platform/context.ts";
import { asMatchRide } from "./match-ride.ts";
import { matchSettings } from "./ride-way.ts";
import type { RideRow } from "./rides.store.ts";

interface Passenger {
  readonly id: string;
  readonly pickup: LatLng;
  readonly dropoff: LatLng;
  readonly first_leg: number;
  readonly last_leg: number;
}

/** When somebody with a seat is met and brought, on the way as it is driven. */
export function drivenTimes(
  { settings }: Pick<Context, "settings">,
  ride: RideRow,
  passengers: readonly Passenger[],
): { pickup_at: Date; dropoff_at: Date }[] {
  const stops = ride.driven_way?.stops ?? [];
  const instants = instantsOf(asMatchRide(ride), matchSettings(settings));
  const at = ({ id }: Passenger, end: "in" | "out", place: LatLng, leg: number): Date => {
    const stop = stops.findIndex((each) => each.id === id && each.end === end);
    if (stop >= 0) return instantOf(instants, pointOfStop(stops, stop));
    // Without a stop they are met at a point of the ride itself.
    const own = awayM(ride, leg, place) <= awayM(ride, leg + 1, place) ? leg : leg + 1;
    if (own === 0) return ride.departs_at;
    return own === ride.points.length - 1 ? ride.arrives_at : instantOf(instants, pointOfPlanned(stops, own));
  };
  return passengers.map((one) => ({
    pickup_at: at(one, "in", one.pickup, one.first_leg),
    dropoff_at: at(one, "out", one.dropoff, one.last_leg),
  }));
}

const instantOf = (instants: readonly number[], n: number) => new Date(Math.round(instants[n] ?? Number.NaN));

const awayM = ({ points }: RideRow, n: number, place: LatLng): number => {
  const point = points[n];
  return point ? distanceM(point, place) : Infinity;
};
