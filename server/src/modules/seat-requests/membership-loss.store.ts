import { sql } from "kysely";
import { isForOthers } from "#modules/groups/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import type { SeatRequestRow } from "./seat-requests.store.ts";
import type { StandbyRow } from "./standby/standby.store.ts";
import { type CountOfPeople, listPeriods, type Period } from "#platform/db/periods.ts";
import { isEstablished } from "#modules/privacy/index.ts";

/** A user's active requests on upcoming rides that require a membership which the user lacks; in lock order. */
export async function findSeatsWithoutMembership(
  { db, now }: InTransaction,
  uid: string,
): Promise<Pick<SeatRequestRow, "id" | "ride_id">[]> {
  const { rows } = await sql<Pick<SeatRequestRow, "id" | "ride_id">>`
    select seat_request.id, ride_id
    from seat_request
    join ride on ride.id = ride_id
    where seeker_id = ${uid} and seat_request.status in ('pending', 'accepted')
      and ride.status = 'scheduled' and departs_at > ${now()}
      and ${isForOthers(sql`members_of`, sql`${uid}::uuid`, now())}
    order by ride_id`.execute(db);
  return rows;
}

/** Ends a user's standby entries on such rides, after waiting for those being promoted at the moment. */
export async function endStandbyEntriesWithoutMembership(
  { db, now }: InTransaction,
  uid: string,
): Promise<StandbyRow[]> {
  const { rows } = await sql<StandbyRow>`
    update standby set status = 'ended', ended_at = ${now()} where id in (
      select standby.id from standby join ride on ride.id = ride_id
      where seeker_id = ${uid} and standby.status = 'waiting'
        and ${isForOthers(sql`members_of`, sql`${uid}::uuid`, now())}
      order by standby.id for update of standby)
    returning *`.execute(db);
  return rows;
}

/** How many seats are booked on rides for the members of an audience that depart in each period, and by how many. */
export async function countSeatsForMembers(
  ctx: Context,
  membersOf: string,
  periods: readonly Period[],
): Promise<CountOfPeople[]> {
  const { rows } = await sql<CountOfPeople>`
    select coalesce(sum(seats), 0)::int as count,
      count(distinct seeker_id) filter (where ${isEstablished(ctx, sql`seeker_id`)})::int as people
    from ${listPeriods(periods)}
    left join (
      select departs_at, seat_request.seats, seeker_id
      from ride
      join seat_request on ride_id = ride.id
      where members_of = ${membersOf}
        and seat_request.status in ('accepted', 'completed')
    ) as booked on departs_at >= starts_at and departs_at < ends_at
    group by nth order by nth`.execute(ctx.db);
  return rows;
}
