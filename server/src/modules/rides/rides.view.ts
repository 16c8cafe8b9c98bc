import type { PublicPerson } from "@commonlane/contract/profiles";
import type { Ride } from "@commonlane/contract/rides";
import type { Money, Place, RidePlace } from "@commonlane/contract/shapes";
import { partIn, type RideSeen } from "./ride-seen.store.ts";
import type { RideRow } from "./rides.store.ts";
import { personByUid, publicPerson } from "#modules/profiles/index.ts";
import { maskPlace, maskVehicle, wordsAsTold } from "#modules/safety/index.ts";
import type { Context } from "#platform/context.ts";
import { timeZoneAt } from "#platform/time-zone.ts";
import { etaOf, wholeOf } from "./driven-way.ts";
import { asTold } from "./told-way.ts";

/** Rides as one person may see them; what is shown depends on how far that person is with each (domain.md, Privacy by stage). */
export function viewRides(ctx: Context, rows: readonly RideRow[], viewerUid: string): Promise<Ride[]> {
  return Promise.all(rows.map((row) => viewRide(ctx, row, viewerUid)));
}

/** One such ride. */
export async function viewRide(ctx: Context, row: RideRow, viewerUid: string): Promise<Ride> {
  const [host, part] = await Promise.all([
    personByUid(ctx, row.host_id),
    row.host_id === viewerUid ? undefined : partIn(ctx, row.id, viewerUid),
  ]);
  return drawRide(row, host, row.host_id === viewerUid || part === "aboard");
}

/** One such ride, where everything about it is known already; `close` is who hosts it or is aboard. */
export const viewSeen = ({ row, host }: Pick<RideSeen, "row" | "host">, close: boolean): Ride =>
  drawRide(row, publicPerson(host), close);

function drawRide(row: RideRow, host: PublicPerson | undefined, close: boolean): Ride {
  if (!host) throw new Error("A ride has lost its host.");
  const way = close ? row : asTold(row);
  const { origin, destination, stops } = endsOf(way.points.map((point) => maskPlace(point, close)));
  return {
    id: row.id,
    host,
    hostId: row.host_id,
    origin,
    destination,
    stops,
    polyline: way.polyline,
    routed: way.leg_points !== null,
    ...wholeOf(way),
    departsAt: row.departs_at.toISOString(),
    arrivesAt: way.arrives_at.toISOString(),
    timeZone: row.time_zone,
    destinationTimeZone: timeZoneAt(destination),
    eta: etaOf(way).map((at) => at.toISOString()),
    seatsTotal: row.seats_total,
    seatsLeft: Math.min(...row.seats_left),
    seatsLeftByLeg: row.seats_left,
    contribution: moneyOf(row),
    vehicle: row.vehicle && { ...maskVehicle(row.vehicle, close), plate: close ? row.vehicle.plate : null },
    approval: row.approval,
    maxDetourM: row.max_detour_m,
    maxDetourS: row.max_detour_s,
    luggage: row.luggage,
    preferences: row.preferences,
    audience: row.audience,
    maxTwoInBack: row.max_two_in_back,
    note: wordsAsTold(row.note, close),
    status: row.status,
    createdAt: row.created_at.toISOString(),
    seriesId: row.series_id,
    seriesDay: row.series_day,
    returnOf: row.return_of,
    returnId: row.return_id,
  };
}

/** The points of a ride by their roles. */
export function endsOf<P extends Place = RidePlace>(points: readonly P[]): { origin: P; destination: P; stops: P[] } {
  const [origin, destination] = [points.at(0), points.at(-1)];
  if (!origin || !destination) throw new Error("A ride has at least two points.");
  return { origin, destination, stops: points.slice(1, -1) };
}

export const moneyOf = ({
  contribution_minor,
  currency,
}: {
  contribution_minor: number | null;
  currency: string | null;
}): Money | null =>
  contribution_minor === null || currency === null ? null : { amountMinor: contribution_minor, currency };
