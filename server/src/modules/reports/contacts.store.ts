import { sql } from "kysely";
import type { Context } from "#platform/context.ts";

/**
 * Everyone who has read, or could read, something this user wrote to them: in a chat, a seat request, an offer, or a
 * ride request to one driver.
 */
export async function findPeopleContactedBy({ db }: Context, uid: string): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    select member.uid from conversation_member member
      where member.uid <> ${uid} and exists (select from message
        where message.conversation_id = member.conversation_id
          and sender_id = ${uid}
          and kind <> 'note'
          and ordinal <= coalesce(left_ordinal, ordinal))
    union select host_id
    from seat_request
    join ride on ride.id = ride_id
    where seeker_id = ${uid} and message is not null
    union select seeker_id
    from offer
    join ride_request on ride_request.id = request_id
      where driver_id = ${uid} and message is not null
    union select driver_uid
    from ride_request
    where seeker_id = ${uid} and driver_uid is not null and note is not null`.execute(db);
  return rows.map((row) => row.uid);
}

/** Everyone who shared a booking with this user, with or without messages. */
export async function findTravelCompanions({ db }: Context, uid: string): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    select distinct case
      when host_id = ${uid} then seeker_id
      else host_id end as uid
    from seat_request join ride on ride.id = ride_id
    where seat_request.status in ('accepted', 'completed', 'disputed')
      and (seeker_id = ${uid} or ride_id in (
        select id from ride where host_id = ${uid}))`.execute(db);
  return rows.map((row) => row.uid);
}

/** True if each of these users is the ride's host or has requested a seat on it. */
export async function areOnRide(
  { db }: Context,
  rideId: string,
  uids: readonly string[],
): Promise<boolean> {
  const { rows } = await sql<{ uid: string }>`
    select host_id as uid from ride where id = ${rideId}
    union select seeker_id from seat_request where ride_id = ${rideId}`.execute(db);
  return uids.every((uid) => rows.some((row) => row.uid === uid));
}
