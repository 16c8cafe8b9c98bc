import { sql } from "kysely";
import { isEstablished } from "#modules/privacy/index.ts";
import type { Context } from "#platform/context.ts";
import { type CountOfPeople, listPeriods, type Period } from "#platform/db/periods.ts";

/** How many rides for the members of an audience depart in each period, and how many hosts offer them. */
export async function countRidesForMembers(
  ctx: Context,
  membersOf: string,
  periods: readonly Period[],
): Promise<CountOfPeople[]> {
  const { rows } = await sql<CountOfPeople>`
    select count(ride.id)::int as count, count(distinct host_id) filter (where ${isEstablished(ctx, sql`host_id`)})::int as people
    from ${listPeriods(periods)}
    left join ride on members_of = ${membersOf} and departs_at >= starts_at and departs_at < ends_at and status <> 'cancelled'
    group by nth order by nth`.execute(ctx.db);
  return rows;
}
