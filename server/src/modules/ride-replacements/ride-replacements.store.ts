import type { LatLng } from "@commonlane/contract/shapes";
import { type Selectable, sql } from "kysely";
import { isForMember } from "#modules/groups/index.ts";
import { areRestricted, isRemovedContent } from "#modules/privacy/index.ts";
import { stopsForSeeker } from "#modules/seat-requests/index.ts";
import type { Context } from "#platform/context.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

/** The relevant columns of a seat request that ended without a ride. */
export type LostSeatRequest = Pick<
  Selectable<Schema["seat_request"]>,
  | "id"
  | "ride_id"
  | "seeker_id"
  | "seats"
  | "needs"
  | "pickup"
  | "dropoff"
  | "pickup_at"
  | "status"
  | "ended_by"
>;

/** Uses the stops the seeker may see: without a confirmed seat they are approximate. */
export async function findLostSeatRequest(
  { db }: Context,
  id: string,
): Promise<LostSeatRequest | undefined> {
  const found = await db
    .selectFrom("seat_request")
    .select([
      "id",
      "ride_id",
      "seeker_id",
      "seats",
      "needs",
      "pickup",
      "dropoff",
      "approximate_stops",
      "pickup_at",
    ])
    .select(["status", "ended_by"])
    .where("id", "=", id)
    .executeTakeFirst();
  return (
    found && {
      ...found,
      ...stopsForSeeker(found),
    }
  );
}

/**
 * The rides that this user may see: matching audience, no contact restriction with the host, and no active request yet.
 */
export async function filterVisibleRides(
  { db, now }: Context,
  uid: string,
  rideIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select ride.id from ride join profile on profile.uid = ${uid}
    where ride.id = any(${rideIds}::uuid[]) and host_id <> ${uid}
      and (audience = 'everyone' or host_gender = profile.gender)
      and ${isForMember(sql`members_of`, sql`${uid}::uuid`, now())}
      and not ${areRestricted(sql`${uid}::uuid`, sql`host_id`)} and not ${isRemovedContent(sql`ride.id`)}
      and not exists (select from seat_request where ride_id = ride.id and seeker_id = ${uid}
        and status in ('pending', 'accepted'))`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Users with a saved search for about this route on that day who drive: they have a vehicle or have hosted. Excludes
 * users with a contact restriction and the host of the lost ride; at most `limit`, other ones for each request.
 */
export async function findDriversWaitingFor(
  { db, now }: Context,
  { id, ride_id, seeker_id, pickup, dropoff, pickup_at: at }: LostSeatRequest,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    select owner_id as uid from saved_search as search
    where paused_at is null and removed_at is null and owner_id <> ${seeker_id}
      and owner_id is distinct from (select host_id from ride where ride.id = ${ride_id})
      and (departs_before is null or departs_before > ${now()} and ${at} between
        departs_after - interval '3 hours' and departs_before + interval '3 hours')
      and ${isNear("origin", pickup)} and ${isNear("destination", dropoff)}
      and (exists (select from vehicle where vehicle.uid = owner_id) or exists (select from ride where host_id = owner_id))
      and not ${areRestricted(sql`${seeker_id}::uuid`, sql`owner_id`)}
    group by owner_id
    order by hashtextextended(owner_id::text, hashtextextended(${id}::text, 0)) limit ${limit}`.execute(
    db,
  );
  return rows.map(({ uid }) => uid);
}

/** About ten kilometres of latitude; the comparison scales longitude accordingly. */
const NEAR_DEG = 0.09;

function isNear(endpoint: "origin" | "destination", { lat, lng }: LatLng) {
  const lngDifference = sql`abs(${sql.ref(`search.${endpoint}_lng`)} - ${lng})`;
  return sql`
  (${sql.ref(`search.${endpoint}_lat`)} between ${lat - NEAR_DEG} and ${lat + NEAR_DEG}
    and least(${lngDifference}, 360 - ${lngDifference}) * cos(radians(${lat})) < ${NEAR_DEG})`;
}
