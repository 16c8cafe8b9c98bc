import { sql } from "kysely";
import { isConfirmedBooking } from "#modules/privacy/index.ts";
import type { InTransaction } from "#platform/context.ts";
import type { SeatRequestRow } from "../seat-requests.store.ts";

const BATCH = 200;

/**
 * Claims rides with passengers that depart within `withinMs` but not within `notWithinMs` and have no reminder for this
 * departure yet.
 */
export async function claimRidesToRemind(
  { db, now }: InTransaction,
  kind: "ride.tomorrow" | "ride.soon",
  { withinMs, notWithinMs }: { withinMs: number; notWithinMs: number },
): Promise<{ rideIds: string[]; hasMore: boolean }> {
  const at = now().getTime();
  const { rows } = await sql<{ ride_id: string }>`
    insert into reminder (kind, subject_id, for_at)
    select ${kind}, id, departs_at from ride
    where status = 'scheduled'
      and departs_at > ${new Date(at + notWithinMs)} and departs_at <= ${new Date(at + withinMs)}
      and exists (select 1 from seat_request where ride_id = ride.id and status = 'accepted' and ${isConfirmedBooking})
      and not exists (select 1 from reminder where kind = ${kind} and subject_id = ride.id and for_at = departs_at)
    order by departs_at limit ${BATCH}
    on conflict do nothing returning subject_id as ride_id`.execute(db);
  return { rideIds: rows.map(({ ride_id }) => ride_id), hasMore: rows.length === BATCH };
}

/** Passengers with a confirmed booking, without reserved seats. */
export function findAgreedPassengers(
  { db }: InTransaction,
  rideId: string,
): Promise<AgreedPassenger[]> {
  return db
    .selectFrom("seat_request")
    .select(["id", "seeker_id", "pickup", "dropoff"])
    .where("ride_id", "=", rideId)
    .where("status", "=", "accepted")
    .where(isConfirmedBooking)
    .execute();
}

type AgreedPassenger = Pick<SeatRequestRow, "id" | "seeker_id" | "pickup" | "dropoff">;

/** Claims pending requests past half of their time whose hosts have not been reminded. */
export async function claimHalfExpiredRequests({
  db,
  now,
}: InTransaction): Promise<{ requestIds: string[]; hasMore: boolean }> {
  const { rows } = await sql<{ id: string }>`
    insert into reminder (kind, subject_id, for_at)
    select 'seat-request.waiting', id, expires_at from seat_request
    where status = 'pending' and expires_at > ${now()}
      and created_at + (expires_at - created_at) / 2 <= ${now()}
      and not exists (select 1 from reminder where kind = 'seat-request.waiting' and subject_id = seat_request.id)
    order by expires_at limit ${BATCH}
    on conflict do nothing returning subject_id as id`.execute(db);
  return { requestIds: rows.map(({ id }) => id), hasMore: rows.length === BATCH };
}

/** Claims bookings past half of their confirmation time whose passengers have not been reminded. */
export async function claimHalfExpiredConfirmations({
  db,
  now,
}: InTransaction): Promise<{ requestIds: string[]; hasMore: boolean }> {
  const { rows } = await sql<{ id: string }>`
    insert into reminder (kind, subject_id, for_at)
    select 'seat-request.confirming', id, confirm_by from seat_request
    where status = 'accepted' and confirm_by > ${now()}
      and confirm_requested_at + (confirm_by - confirm_requested_at) / 2 <= ${now()}
      and not exists (select 1 from reminder
        where kind = 'seat-request.confirming' and subject_id = seat_request.id and for_at = confirm_by)
    order by confirm_by limit ${BATCH}
    on conflict do nothing returning subject_id as id`.execute(db);
  return { requestIds: rows.map(({ id }) => id), hasMore: rows.length === BATCH };
}

export async function deleteReminders({ db }: InTransaction, before: Date): Promise<void> {
  await db.deleteFrom("reminder").where("for_at", "<", before).execute();
}
