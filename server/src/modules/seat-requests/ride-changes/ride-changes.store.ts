import { translatable } from "@commonlane/contract/message";
import { type SqlBool, sql } from "kysely";
import { mapDoubleBookingError } from "#modules/rides/rules/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import type { SegmentColumns } from "../segment-columns.ts";
import type { SeatRequestRow } from "../seat-requests.store.ts";

/** New segment of a seat request on a changed ride. */
export type SegmentUpdate = Pick<
  SeatRequestRow,
  | "id"
  | "pickup"
  | "dropoff"
  | "approximate_stops"
  | "pickup_at"
  | "dropoff_at"
  | "first_leg"
  | "last_leg"
  | "detour_m"
  | "detour_s"
  | "expires_at"
> & {
  readonly agreed: NonNullable<SeatRequestRow["agreed"]>;
  /** Differs so much from the agreed terms that the passenger must confirm until `confirm_by`. */
  readonly far: boolean;
  readonly confirm_by: Date;
};

/** Active requests of a ride in creation order, locked until the transaction ends unless `mode` is "unlocked". */
export function lockActiveSeatRequests(
  { db }: Context,
  rideId: string,
  mode?: "unlocked",
): Promise<SeatRequestRow[]> {
  return db
    .selectFrom("seat_request")
    .selectAll()
    .where("ride_id", "=", rideId)
    .where("status", "in", ["pending", "accepted"])
    .orderBy("id")
    .$if(mode === undefined, (query) => query.forUpdate())
    .execute();
}

/** True if a passenger with a seat on the ride agreed to pay in another currency. */
export async function hasSeatInOtherCurrency(
  { db }: InTransaction,
  rideId: string,
  currency: string,
): Promise<boolean> {
  const seat = await db
    .selectFrom("seat_request")
    .select("id")
    .where("ride_id", "=", rideId)
    .where("status", "=", "accepted")
    .where("contribution_minor", ">", 0)
    .where("currency", "<>", currency)
    .limit(1)
    .executeTakeFirst();
  return seat !== undefined;
}

/**
 * Stores the new segments of requests. A passenger who travels on another ride at the new time must confirm even a
 * small change, because no one can be committed to two overlapping trips; so must a passenger with a reserved seat,
 * whose time to confirm goes on: a change of the ride must not hold the seat for longer.
 * Pending requests are confirmed after acceptance. `isHostsChange`: the host changed the ride, not its roads or another
 * passenger; when that last went beyond what a passenger had agreed to is kept.
 * @throws Problem already_travelling if such a ride was hosted concurrently
 */
export async function updateSegments(
  { db, now }: InTransaction,
  updates: readonly SegmentUpdate[],
  { isHostsChange }: { readonly isHostsChange: boolean },
): Promise<void> {
  if (updates.length === 0) return;
  const busy = sql`exists (select from commitment where uid = seeker_id and lane = '(,)'::int8range
    and during && travel_period(fit.pickup_at, fit.dropoff_at))`;
  const needsConfirmation = sql`status = 'accepted' and (fit.far or reserved or ${busy})`;
  const update = sql`
    update seat_request set pickup = fit.pickup, dropoff = fit.dropoff, approximate_stops = fit.approximate_stops,
      pickup_at = fit.pickup_at, dropoff_at = fit.dropoff_at, first_leg = fit.first_leg, last_leg = fit.last_leg,
      detour_m = fit.detour_m, detour_s = fit.detour_s, agreed = fit.agreed,
      expires_at = case when status = 'pending' then least(seat_request.expires_at, fit.expires_at) else seat_request.expires_at end,
      confirm_by = case when reserved then least(seat_request.confirm_by, fit.confirm_by)
        when ${needsConfirmation} then fit.confirm_by end,
      confirm_requested_at = case when ${needsConfirmation} then ${now()}::timestamptz end,
      host_moved_at = case when status = 'accepted' and fit.far
        then case when ${isHostsChange}::boolean then ${now()}::timestamptz else host_moved_at end end
    from json_to_recordset(${JSON.stringify(updates)}::json) as fit (id uuid, pickup json, dropoff json, approximate_stops json,
      pickup_at timestamptz, dropoff_at timestamptz, first_leg int, last_leg int, detour_m int, detour_s int,
      agreed jsonb, far boolean, confirm_by timestamptz, expires_at timestamptz)
    where seat_request.id = fit.id and status in ('pending', 'accepted')`;
  await mapDoubleBookingError(
    update.execute(db),
    translatable("A passenger is already travelling at that time. Please try again."),
  );
}

/** Stores the segment of a booked seat. @throws Problem already_travelling */
export function updateSegment(
  { db }: InTransaction,
  id: string,
  segment: SegmentColumns,
): Promise<SeatRequestRow | undefined> {
  const { pickup, dropoff, approximate_stops, ...figures } = segment;
  const updated = db
    .updateTable("seat_request")
    .set({
      ...figures,
      pickup: JSON.stringify(pickup),
      dropoff: JSON.stringify(dropoff),
      approximate_stops: approximate_stops && JSON.stringify(approximate_stops),
    })
    .where("id", "=", id)
    .where("status", "=", "accepted")
    .returningAll()
    .executeTakeFirst();
  return mapDoubleBookingError(updated);
}

/**
 * Confirms a booking. Returns undefined if no confirmation is due, the ride has departed, or the pickup time is not the
 * one that was seen.
 * @throws Problem already_travelling
 */
export function confirmSeat(
  { db, now }: Context,
  id: string,
  seenPickupAt: string | undefined,
): Promise<SeatRequestRow | undefined> {
  const confirmed = db
    .updateTable("seat_request")
    .set({
      agreed: null,
      reserved: false,
      confirm_by: null,
      confirm_requested_at: null,
      host_moved_at: null,
    })
    .where("id", "=", id)
    .where("status", "=", "accepted")
    .where("confirm_by", "is not", null)
    .$if(seenPickupAt !== undefined, (query) =>
      query.where(
        sql<SqlBool>`date_trunc('minute', pickup_at) = date_trunc('minute', ${new Date(seenPickupAt ?? 0)}::timestamptz)`,
      ),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("ride")
          .select("ride.id")
          .whereRef("ride.id", "=", "seat_request.ride_id")
          .where("ride.status", "=", "scheduled")
          .where("departs_at", ">", now()),
      ),
    )
    .returningAll()
    .executeTakeFirst();
  return mapDoubleBookingError(confirmed);
}

export interface SeatRequestRef {
  readonly id: string;
  readonly ride_id: string;
}

/**
 * Bookings whose confirmation time is over: before departure, and for reserved seats also after it, because those
 * passengers never agreed to travel.
 */
export function findUnconfirmed({ db, now }: Context, limit: number): Promise<SeatRequestRef[]> {
  return db
    .selectFrom("seat_request")
    .innerJoin("ride", "ride.id", "ride_id")
    .select(["seat_request.id", "ride_id"])
    .where("seat_request.status", "=", "accepted")
    .where("confirm_by", "<=", now())
    .where("ride.status", "in", ["scheduled", "departed"])
    .where((row) => row.or([row("departs_at", ">", now()), row("reserved", "=", true)]))
    .orderBy("ride_id")
    .orderBy("seat_request.id")
    .limit(limit)
    .execute();
}

/** Cancels an unconfirmed booking; after departure only a reserved seat. The ride must be locked. */
export function cancelUnconfirmed(
  { db, now }: InTransaction,
  { id }: SeatRequestRef,
  {
    reason,
    departed,
  }: {
    readonly reason: string;
    readonly departed: boolean;
  },
): Promise<SeatRequestRow | undefined> {
  return db
    .updateTable("seat_request")
    .set({
      status: "cancelled",
      ended_by: "system",
      ended_at: now(),
      reason,
    })
    .where("id", "=", id)
    .where("status", "=", "accepted")
    .where("confirm_by", "<=", now())
    .$if(departed, (query) => query.where("reserved", "=", true))
    .returningAll()
    .executeTakeFirst();
}
