import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

export interface RulesRow {
  readonly email_domains: string[];
  readonly invite_only: boolean;
  readonly maintenance: string | null;
  readonly event_creators: "members" | "moderators";
  readonly group_creators: "members" | "moderators";
}

const DEFAULT_RULES: RulesRow = {
  email_domains: [],
  invite_only: false,
  maintenance: null,
  event_creators: "members",
  group_creators: "members",
};

/** Returns the defaults until rules are set, under which anyone may join. */
export async function getRules({ db }: Context): Promise<RulesRow> {
  const row = await db
    .selectFrom("community")
    .select(["email_domains", "invite_only", "maintenance", "event_creators", "group_creators"])
    .executeTakeFirst();
  return row ?? DEFAULT_RULES;
}

/** Changes the given rules and keeps the others. */
export async function setRules({ db }: InTransaction, changes: Partial<RulesRow>): Promise<void> {
  await db
    .insertInto("community")
    .values({ maintenance: null, ...changes })
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet({
        id: true,
        ...changes,
      }),
    )
    .execute();
}

export type AnnouncementRow = Selectable<Schema["announcement"]>;

/** Current announcements, latest first. */
export function findCurrentAnnouncements(
  { db, now }: Context,
  limit: number,
): Promise<AnnouncementRow[]> {
  return db
    .selectFrom("announcement")
    .selectAll()
    .where((row) => row.or([row("ends_at", "is", null), row("ends_at", ">", now())]))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export function insertAnnouncement(
  { db, now }: InTransaction,
  {
    text,
    endsAt,
  }: {
    text: string;
    endsAt: Date | null;
  },
): Promise<AnnouncementRow> {
  return db
    .insertInto("announcement")
    .values({
      text,
      created_at: now(),
      ends_at: endsAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns true if there was one. */
export async function deleteAnnouncement({ db }: InTransaction, id: string): Promise<boolean> {
  const deleted = await db.deleteFrom("announcement").where("id", "=", id).executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}

export type InviteRow = Omit<Selectable<Schema["invite"]>, "code_hash">;
const INVITE_COLUMNS = ["id", "label", "uses_left", "used", "created_at", "expires_at"] as const;

export function findUsableInvites({ db, now }: Context, limit: number): Promise<InviteRow[]> {
  return db
    .selectFrom("invite")
    .select(INVITE_COLUMNS)
    .where("uses_left", ">", 0)
    .where("expires_at", ">", now())
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

interface NewInvite {
  readonly codeHash: string;
  readonly label: string;
  readonly uses: number;
  readonly expiresAt: Date;
}

export function insertInvite(
  { db, now }: InTransaction,
  { codeHash, label, uses, expiresAt }: NewInvite,
) {
  return db
    .insertInto("invite")
    .values({
      code_hash: codeHash,
      label,
      uses_left: uses,
      created_at: now(),
      expires_at: expiresAt,
    })
    .returning(INVITE_COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Returns true if there was one. */
export async function deleteInvite({ db }: InTransaction, id: string): Promise<boolean> {
  const deleted = await db.deleteFrom("invite").where("id", "=", id).executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}

export async function isInviteUsable({ db, now }: Context, codeHash: string): Promise<boolean> {
  const row = await db
    .selectFrom("invite")
    .select("id")
    .where("code_hash", "=", codeHash)
    .where("uses_left", ">", 0)
    .where("expires_at", ">", now())
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses an invite once; returns false if it is used up, expired or unknown. */
export async function redeemInvite({ db, now }: InTransaction, codeHash: string): Promise<boolean> {
  const used = await db
    .updateTable("invite")
    .set({
      uses_left: sql`uses_left - 1`,
      used: sql`used + 1`,
    })
    .where("code_hash", "=", codeHash)
    .where("uses_left", ">", 0)
    .where("expires_at", ">", now())
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

interface WeekRow {
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
