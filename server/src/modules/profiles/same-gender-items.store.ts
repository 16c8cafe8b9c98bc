import { sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";

/**
 * Locks a user's gender until the transaction ends: shared by what is offered to that gender, alone by a change of it,
 * which then sees all that was offered.
 */
export async function lockGender(
  { db }: InTransaction,
  uid: string,
  mode: "shared" | "alone",
): Promise<void> {
  const key = sql`hashtextextended(${`gender ${uid}`}, 0)`;
  const lock =
    mode === "shared"
      ? sql`pg_advisory_xact_lock_shared(${key})`
      : sql`pg_advisory_xact_lock(${key})`;
  await sql`select ${lock}`.execute(db);
}

/**
 * Returns true if this user has an open same-gender ride, request, offer or seat, or is on the map for their gender
 * only. The others agreed to share these with that gender.
 */
export async function hasOpenSameGenderItems({ db, now }: Context, uid: string): Promise<boolean> {
  const { rows } = await sql`
    select 1
    from ride
    where host_id = ${uid}
      and audience = 'sameGender'
      and status in ('scheduled', 'departed')
    union all select 1 from ride_request
      where seeker_id = ${uid}
        and audience = 'sameGender'
        and status = 'open'
        and departs_before > ${now()}
    union all select 1
    from active_driver
    where uid = ${uid} and audience = 'sameGender'
    union all select 1 from seat_request join ride on ride.id = ride_id
      where seeker_id = ${uid}
        and audience = 'sameGender'
        and seat_request.status in ('pending', 'accepted')
    union all select 1
    from offer
    join ride_request on ride_request.id = request_id
      where driver_id = ${uid}
        and audience = 'sameGender'
        and offer.status = 'pending'
    limit 1`.execute(db);
  return rows.length > 0;
}
