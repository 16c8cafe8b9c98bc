import { sql } from "kysely";
import { areRestricted, isConfirmedBooking } from "#modules/privacy/index.ts";
import type { Context } from "#platform/context.ts";

interface SharedPhone {
  readonly uid: string;
  readonly phone: string;
  readonly arrives_at: Date;
}

/**
 * Numbers that people share with this person because a seat on the ride was agreed between the two, where the ride arrived
 * after `since` or has yet to. A seat that is held for who waited in line is not agreed before they confirm it. Nobody shares
 * theirs with whom they keep away from.
 */
export async function findSharedPhones(
  { db }: Context,
  { uid, rideId, since }: { readonly uid: string; readonly rideId: string; readonly since: Date },
): Promise<SharedPhone[]> {
  const { rows } = await sql<SharedPhone>`
    select profile.uid, phone, arrives_at from ride join seat_request on ride_id = ride.id
      join profile on profile.uid = case when host_id = ${uid} then seeker_id else host_id end
    where ride.id = ${rideId} and (host_id = ${uid} or seeker_id = ${uid}) and arrives_at > ${since}
      and ${isConfirmedBooking}
      and phone_shared and phone is not null and not ${areRestricted(sql`${uid}::uuid`, sql`profile.uid`)}
    order by seat_request.id`.execute(db);
  return rows;
}
