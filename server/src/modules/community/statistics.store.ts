import { type RawBuilder, sql } from "kysely";
import type { Context } from "#platform/context.ts";

export interface WeekRow {
  readonly begins: string;
  readonly joined: number;
  readonly rides: number;
  readonly seats: number;
  readonly seat_m: number;
  readonly requests: number;
  readonly accepted: number;
  readonly answer_s: number | null;
}

/**
 * Statistics of the last `weeks` weeks including the current one, oldest first. Weeks start on Monday, UTC. Answer
 * times come from reliability events, so that instant bookings do not count as answers.
 */
export async function findWeeklyStatistics(
  { db, now }: Context,
  weeks: number,
): Promise<WeekRow[]> {
  const { rows } = await sql<WeekRow>`
    with week as (
      select week as begins, week + interval '7 days' as ends from generate_series(
        date_trunc('week', ${now()}::timestamptz, 'UTC') - make_interval(weeks => ${weeks - 1}),
        ${now()}::timestamptz, '7 days') as week),
    shared as (
      select departs_at, seats, seats * (select sum(leg_m) from unnest(leg_distance_m[first_leg + 1 : last_leg + 1]) as leg_m) as seat_m
      from seat_request join ride on ride.id = ride_id
      where seat_request.status in ('accepted', 'completed') and ride.status in ('departed', 'completed')
        and departs_at >= (select min(begins) from week))
    select to_char(begins at time zone 'UTC', 'YYYY-MM-DD') as begins,
      (select count(*)::int from account where email_verified and created_at >= begins and created_at < ends) as joined,
      (select count(*)::int from ride where status in ('departed', 'completed')
        and departs_at >= begins and departs_at < ends) as rides,
      (select coalesce(sum(seats), 0)::int from shared where departs_at >= begins and departs_at < ends) as seats,
      (select coalesce(sum(seat_m), 0)::float8 from shared where departs_at >= begins and departs_at < ends) as seat_m,
      requests, accepted,
      (select percentile_cont(0.5) within group (order by seconds) from reliability_event
        where kind = 'answered' and at >= begins and at < ends)::float8 as answer_s
    from week cross join lateral (
      select count(*)::int as requests,
        (count(*) filter (where not reserved
          and (status in ('accepted', 'completed', 'disputed') or status = 'cancelled' and decided_at is not null)))::int as accepted
      from seat_request where created_at >= begins and created_at < ends) as asking
    order by begins`.execute(db);
  return rows;
}

export async function countMembers({ db }: Context): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from account
    where email_verified and suspended_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

/** What the community lets members or only moderators create. */
type Creation = "event" | "group";

/** SQL condition that the community lets this user create events, or groups. */
export function isCreator(of: Creation, uid: string): RawBuilder<boolean> {
  return sql<boolean>`(
  coalesce((select ${sql.ref(`${of}_creators`)} from community), 'members') = 'members'
  or exists (select from moderator where moderator.uid = ${uid}))`;
}

export async function mayCreate({ db }: Context, of: Creation, uid: string): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select ${isCreator(of, uid)} as may`.execute(db);
  return rows[0]?.may ?? false;
}
