import { sql } from "kysely";
import { type CountOfPeople, listPeriods, type Period } from "#modules/rides/index.ts";
import { isEstablished } from "#modules/privacy/index.ts";
import type { Context } from "#platform/context.ts";

/** How many seats are booked on rides for the members of an audience that depart in each period, and by how many. */
export async function countSeatsForMembers(
  ctx: Context,
  membersOf: string,
  periods: readonly Period[],
): Promise<CountOfPeople[]> {
  const { rows } = await sql<CountOfPeople>`
    select coalesce(sum(seats), 0)::int as count, count(distinct seeker_id) filter (where ${isEstablished(ctx, sql`seeker_id`)})::int as people
    from ${listPeriods(periods)}
    left join (
      select departs_at, seat_request.seats, seeker_id from ride join seat_request on ride_id = ride.id
      where members_of = ${membersOf} and seat_request.status in ('accepted', 'completed')
    ) as booked on departs_at >= starts_at and departs_at < ends_at
    group by nth order by nth`.execute(ctx.db);
  return rows;
}
