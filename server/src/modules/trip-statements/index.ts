import {
  type SharedTrip,
  type TripStatement,
  tripStatements,
} from "@commonlane/contract/trip-statements";
import { toPublicRide, toRideWithoutAddresses } from "#modules/rides/route/index.ts";
import type { Context } from "#platform/context.ts";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { findSharedBookings, pickupDay, type SharedBookingRow } from "./trip-statements.store.ts";

export const tripStatementRoutes: RegisterRoutes = (http) => {
  http.on(tripStatements.read, (ctx, { params }, { uid }) => readStatement(ctx, uid, params.year));
};

/** Each side of a shared trip counts half of what it saves, so that nothing is counted twice. */
const SHARE = 0.5;

/** The user's shared trips of a year, from the outcomes that both sides let stand. */
async function readStatement(ctx: Context, uid: string, year: number): Promise<TripStatement> {
  const co2GramsPerKm = ctx.settings.CO2_G_PER_KM;
  const rows = (await findSharedBookings(ctx, uid, year)).map(withKnownPlaces);
  const trips = groupByTrip(rows).map((bookings) => toTrip(bookings, co2GramsPerKm));
  return {
    year,
    trips,
    distanceM: trips.reduce((sum, { distanceM }) => sum + distanceM, 0),
    co2Grams: trips.reduce((sum, { co2Grams }) => sum + co2Grams, 0),
    co2GramsPerKm,
  };
}

/** The ride as this side may know it for ever: without the addresses of others (docs/security/who-sees-what.md). */
const withKnownPlaces = (row: SharedBookingRow): SharedBookingRow =>
  row.is_host ? toRideWithoutAddresses(row) : toPublicRide(row);

/** All bookings of a ride are one trip for its driver, and each booking is one for its passenger. */
function groupByTrip(rows: readonly SharedBookingRow[]): SharedBookingRow[][] {
  const trips = new Map<string, SharedBookingRow[]>();
  for (const [n, row] of rows.entries()) {
    const key = row.is_host ? row.ride_id : String(n);
    trips.set(key, [...(trips.get(key) ?? []), row]);
  }
  return [...trips.values()];
}

function toTrip(bookings: readonly SharedBookingRow[], co2GramsPerKm: number): SharedTrip {
  const [first] = bookings;
  if (!first) throw new Error("A trip has at least one booking.");
  const { is_host, points, pickup, dropoff, leg_distance_m } = first;
  const isShared = (leg: number) =>
    bookings.some(({ first_leg, last_leg }) => leg >= first_leg && leg <= last_leg);
  const sharedM = sumOf(leg_distance_m.filter((_, leg) => isShared(leg)));
  const seatM = is_host ? sumOf(bookings.map(seatMetres)) : sharedM;
  return {
    day: pickupDay(first),
    role: is_host ? "driver" : "passenger",
    from: (is_host ? points.at(0) : pickup)?.label ?? "",
    to: (is_host ? points.at(-1) : dropoff)?.label ?? "",
    distanceM: Math.round(sharedM),
    seats: sumOf(bookings.map(({ seats }) => seats)),
    isConfirmedByCode: bookings.every(({ is_picked_up }) => is_picked_up),
    co2Grams: Math.round((seatM / 1000) * co2GramsPerKm * SHARE),
  };
}

function seatMetres({ seats, leg_distance_m, first_leg, last_leg }: SharedBookingRow): number {
  return seats * sumOf(leg_distance_m.slice(first_leg, last_leg + 1));
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, n) => sum + n, 0);
}
