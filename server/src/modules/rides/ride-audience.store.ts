import { type SqlBool, sql } from "kysely";
import { isForMember, isForOthers } from "#modules/groups/index.ts";
import type { Context } from "#platform/context.ts";
import type { RideRow } from "./rides.store.ts";

/** Upcoming rides of a host for the members of a mark or group that the host does not have, by id. */
export async function findRidesWithoutMembership(
  { db, now }: Context,
  hostId: string,
): Promise<Pick<RideRow, "id">[]> {
  return db
    .selectFrom("ride")
    .select("id")
    .where("host_id", "=", hostId)
    .where("status", "=", "scheduled")
    .where("departs_at", ">", now())
    .where(sql<SqlBool>`${isForOthers(sql.ref("members_of"), sql`${hostId}::uuid`, now())}`)
    .orderBy("id")
    .execute();
}

/** Whether someone outside of a mark or group has a pending or accepted request on a ride. */
export async function hasSeekersOutside(
  { db, now }: Context,
  rideId: string,
  membersOf: string,
): Promise<boolean> {
  const { rows } = await sql`
    select
    from seat_request
    where ride_id = ${rideId} and status in ('pending', 'accepted')
      and not ${isForMember(sql`${membersOf}::uuid`, sql`seeker_id`, now())}
      limit 1`.execute(db);
  return rows.length > 0;
}
