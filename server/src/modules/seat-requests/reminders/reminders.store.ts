import { sql } from "kysely";
import { isConfirmedBooking } from "#modules/privacy/index.ts";
import type { InTransaction } from "#platform/context.ts";

const BATCH = 200;

export type ReminderKind = "ride.tomorrow" | "ride.soon";

/** When a reminder is due before the time that it is about. */
export interface ReminderWindow {
  readonly withinMs: number;
  readonly notWithinMs: number;
}

/**
 * Claims rides with passengers that depart within `withinMs` but not within `notWithinMs` and whose host has no reminder
 * for this departure yet.
 */
export async function claimRidesToRemind(
  { db, now }: InTransaction,
  kind: ReminderKind,
  { withinMs, notWithinMs }: ReminderWindow,
): Promise<{ rideIds: string[]; hasMore: boolean }> {
  const at = now().getTime();
  const { rows } = await sql<{ ride_id: string }>`
    insert into reminder (kind, subject_id, for_at)
    select ${kind}, id, departs_at from ride
    where status = 'scheduled'
      and departs_at > ${new Date(at + notWithinMs)}
      and departs_at <= ${new Date(at + withinMs)}
      and exists (
        select 1
        from seat_request
        where ride_id = ride.id
          and status = 'accepted'
          and ${isConfirmedBooking})
      and not exists (
        select 1
        from reminder
        where kind = ${kind} and subject_id = ride.id and for_at = departs_at)
    order by departs_at limit ${BATCH}
    on conflict do nothing returning subject_id as ride_id`.execute(db);
  return {
    rideIds: rows.map(({ ride_id }) => ride_id),
    hasMore: rows.length === BATCH,
  };
}

/** Claims confirmed seats in the same way, by the time of their own pickup. */
export async function claimSeatsToRemind(
  { db, now }: InTransaction,
  kind: ReminderKind,
  { withinMs, notWithinMs }: ReminderWindow,
): Promise<{
  seatRequestIds: string[];
  hasMore: boolean;
}> {
  const at = now().getTime();
  const from = new Date(at + notWithinMs);
  const until = new Date(at + withinMs);
  const { rows } = await sql<{ id: string }>`
    insert into reminder (kind, subject_id, for_at)
    select ${kind}, seat_request.id, pickup_at from ride join seat_request on ride_id = ride.id
    where ride.status = 'scheduled' and departs_at <= ${until} and arrives_at > ${from}
      and pickup_at > ${from} and pickup_at <= ${until}
      and seat_request.status = 'accepted' and ${isConfirmedBooking}
      and not exists (select 1 from reminder
        where kind = ${kind} and subject_id = seat_request.id and for_at = pickup_at)
    order by pickup_at limit ${BATCH}
    on conflict do nothing returning subject_id as id`.execute(db);
  return {
    seatRequestIds: rows.map(({ id }) => id),
    hasMore: rows.length === BATCH,
  };
}

/** Confirmed bookings of a ride, without reserved seats, in the order of their pickups. */
export async function findConfirmedSeatIds(
  { db }: Pick<InTransaction, "db">,
  rideId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom("seat_request")
    .select("id")
    .where("ride_id", "=", rideId)
    .where("status", "=", "accepted")
    .where(isConfirmedBooking)
    .orderBy("pickup_at")
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Claims pending requests past half of their time whose hosts have not been reminded. */
export async function claimHalfExpiredRequests({ db, now }: InTransaction): Promise<{
  requestIds: string[];
  hasMore: boolean;
}> {
  const { rows } = await sql<{ id: string }>`
    insert into reminder (kind, subject_id, for_at)
    select 'seat-request.waiting', id, expires_at from seat_request
    where status = 'pending' and expires_at > ${now()}
      and created_at + (expires_at - created_at) / 2 <= ${now()}
      and not exists (
        select 1
        from reminder
        where kind = 'seat-request.waiting' and subject_id = seat_request.id)
    order by expires_at limit ${BATCH}
    on conflict do nothing returning subject_id as id`.execute(db);
  return {
    requestIds: rows.map(({ id }) => id),
    hasMore: rows.length === BATCH,
  };
}

/** Claims bookings past half of their confirmation time whose passengers have not been reminded. */
export async function claimHalfExpiredConfirmations({ db, now }: InTransaction): Promise<{
  requestIds: string[];
  hasMore: boolean;
}> {
  const { rows } = await sql<{ id: string }>`
    insert into reminder (kind, subject_id, for_at)
    select 'seat-request.confirming', id, confirm_by from seat_request
    where status = 'accepted' and confirm_by > ${now()}
      and confirm_requested_at + (confirm_by - confirm_requested_at) / 2 <= ${now()}
      and not exists (select 1 from reminder
        where kind = 'seat-request.confirming' and subject_id = seat_request.id and for_at = confirm_by)
    order by confirm_by limit ${BATCH}
    on conflict do nothing returning subject_id as id`.execute(db);
  return {
    requestIds: rows.map(({ id }) => id),
    hasMore: rows.length === BATCH,
  };
}

export async function deleteReminders({ db }: InTransaction, before: Date): Promise<void> {
  await db.deleteFrom("reminder").where("for_at", "<", before).execute();
}
