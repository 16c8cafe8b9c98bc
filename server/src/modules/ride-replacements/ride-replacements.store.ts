import type { LatLng, Place } from "@commonlane/contract/shapes";
import { type Selectable, sql } from "kysely";
import { areRestricted, isRemovedContent } from "#modules/privacy/index.ts";
import { stopsForSeeker } from "#modules/seat-requests/index.ts";
import type { Context } from "#platform/context.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

/** A seat request that came to nothing, as far as it says what its seeker needs. */
export type LostSeatRequest = Pick<
  Selectable<Schema["seat_request"]>,
  "id" | "ride_id" | "seeker_id" | "seats" | "needs" | "pickup" | "dropoff" | "pickup_at" | "status" | "ended_by"
>;

/** With the ends that its seeker is told of: whose seat it is not, or not any more, knows about where. */
export async function findLostSeatRequest({ db }: Context, id: string): Promise<LostSeatRequest | undefined> {
  const found = await db
    .selectFrom("seat_request")
    .select(["id", "ride_id", "seeker_id", "seats", "needs", "pickup", "dropoff", "approximate_stops", "pickup_at"])
    .select(["status", "ended_by"])
    .where("id", "=", id)
    .executeTakeFirst();
  return found && { ...found, ...stopsForSeeker(found) };
}

/** Those of these rides that this person may be shown: for their audience, of nobody whom they may not meet, not asked for yet. */
export async function filterVisibleRides(
  { db }: Context,
  uid: string,
  rideIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select ride.id from ride join profile on profile.uid = ${uid}
    where ride.id = any(${rideIds}::uuid[]) and host_id <> ${uid}
      and (audience = 'everyone' or host_gender = profile.gender)
      and not ${areRestricted(sql`${uid}::uuid`, sql`host_id`)} and not ${isRemovedContent(sql`ride.id`)}
      and not exists (select from seat_request where ride_id = ride.id and seeker_id = ${uid}
        and status in ('pending', 'accepted'))`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Rides of these hours without a seat on some leg that could have as many, the nearest in time first. */
export async function findFullRides(
  { db }: Context,
  { after, before, aroundTime, seats }: { after: Date; before: Date; aroundTime: Date; seats: number },
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ride where status = 'scheduled' and departs_at between ${after} and ${before}
      and seats_total >= ${seats} and ${seats} > any (seats_left)
    order by abs(extract(epoch from departs_at - ${aroundTime}::timestamptz)), id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Who waits for news of about this way on that day and drives: has a vehicle here or has hosted; nobody whom the seeker may
 * not meet, at most `limit`.
 */
export async function findDriversWaitingFor(
  { db, now }: Context,
  { seekerId, pickup, dropoff, at }: { seekerId: string; pickup: Place; dropoff: Place; at: Date },
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    select distinct owner_id as uid from saved_search as search
    where paused_at is null and removed_at is null and owner_id <> ${seekerId}
      and (departs_before is null or departs_before > ${now()} and ${at} between
        departs_after - interval '3 hours' and departs_before + interval '3 hours')
      and ${isNear("origin", pickup)} and ${isNear("destination", dropoff)}
      and (exists (select from vehicle where vehicle.uid = owner_id) or exists (select from ride where host_id = owner_id))
      and not ${areRestricted(sql`${seekerId}::uuid`, sql`owner_id`)}
    order by uid limit ${limit}`.execute(db);
  return rows.map(({ uid }) => uid);
}

/** Some ten kilometres, and as much sideways as that is there. */
const NEAR_DEG = 0.09;
const isNear = (endpoint: "origin" | "destination", { lat, lng }: LatLng) => sql`
  (${sql.ref(`search.${endpoint}_lat`)} between ${lat - NEAR_DEG} and ${lat + NEAR_DEG}
    and abs(${sql.ref(`search.${endpoint}_lng`)} - ${lng}) * cos(radians(${lat})) < ${NEAR_DEG})`;
