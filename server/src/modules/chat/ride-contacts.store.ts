import { sql } from "kysely";
import { areRestricted, isConfirmedBooking } from "#modules/privacy/index.ts";
import type { Context } from "#platform/context.ts";

interface SharedPhone {
  readonly uid: string;
  readonly phone: string;
  readonly arrives_at: Date;
}

/**
 * Phone numbers shared with this user because of a confirmed seat between the two, on rides that arrive later or
 * arrived after `since`. A seat reserved from the standby queue counts only after confirmation. Excludes users with a
 * contact restriction.
 */
export async function findSharedPhones(
  { db }: Context,
  {
    uid,
    rideId,
    since,
  }: {
    readonly uid: string;
    readonly rideId: string;
    readonly since: Date;
  },
): Promise<SharedPhone[]> {
  const { rows } = await sql<SharedPhone>`
    select profile.uid, phone, arrives_at
    from ride
    join seat_request on ride_id = ride.id
      join profile on profile.uid = case
        when host_id = ${uid} then seeker_id
        else host_id end
    where ride.id = ${rideId}
      and (host_id = ${uid} or seeker_id = ${uid})
      and arrives_at > ${since}
      and ${isConfirmedBooking}
      and phone_shared
      and phone is not null
      and not ${areRestricted(sql`${uid}::uuid`, sql`profile.uid`)}
    order by seat_request.id`.execute(db);
  return rows;
}
