import { sql } from "kysely";
import type { Context } from "#platform/context.ts";

/** Accounts whose e-mail address ends with `suffix`, by address. */
export async function findAccountsByEmailSuffix(
  { db }: Context,
  suffix: string,
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("account")
    .select(["email", "uid"])
    .where("email", "like", `%${suffix}`)
    .where("email_verified", "=", true)
    .execute();
  return new Map(rows.map(({ email, uid }) => [email, uid]));
}

/** True if the database has accounts but no demo accounts, so it belongs to a real community. */
export async function isCommunityDatabase({ db }: Context, demoDomain: string): Promise<boolean> {
  const { accounts, demoAccounts } = await db
    .selectFrom("account")
    .select(({ fn }) => [
      fn.countAll<string>().as("accounts"),
      fn.countAll<string>().filterWhere("email", "like", `%${demoDomain}`).as("demoAccounts"),
    ])
    .executeTakeFirstOrThrow();
  return Number(accounts) > 0 && Number(demoAccounts) === 0;
}

/** What an earlier start has filled in. */
export interface Filled {
  /** Departure of the last ride that belongs to no series; series reach further and go on by themselves. */
  readonly last: Date | null;
  readonly hasHistory: boolean;
  readonly hasSeries: boolean;
  readonly hasGroups: boolean;
  readonly hasComingEvents: boolean;
}

export async function findFilled({ db, now }: Context): Promise<Filled> {
  const { last, past, series, hasGroups, hasComingEvents } = await db
    .selectFrom("ride")
    .select(({ fn }) => [
      sql<Date | null>`max(departs_at) filter (where series_id is null)`.as("last"),
      fn.countAll<string>().filterWhere("departs_at", "<", now()).as("past"),
      fn.count<string>("series_id").as("series"),
      sql<boolean>`exists (select from member_group)`.as("hasGroups"),
      sql<boolean>`exists (select from community_event where starts_at > ${now()})`.as(
        "hasComingEvents",
      ),
    ])
    .executeTakeFirstOrThrow();
  return {
    last,
    hasHistory: Number(past) > 0,
    hasSeries: Number(series) > 0,
    hasGroups,
    hasComingEvents,
  };
}

/** Scheduled rides after `now`, by host and departure in milliseconds. */
export async function findUpcomingRides({ db }: Context, now: Date) {
  const rows = await db
    .selectFrom("ride")
    .select(["id", "host_id", "departs_at", "approval", "created_at"])
    .where("status", "=", "scheduled")
    .where("departs_at", ">", now)
    .execute();
  return new Map(
    rows.map(({ id, host_id, departs_at, approval, created_at }) => [
      `${host_id} ${departs_at.getTime()}`,
      {
        id,
        isInstant: approval === "instant",
        createdAt: created_at,
      },
    ]),
  );
}

/** Hosts who are on the road within three hours, by uid. */
export async function findBusyHosts({ db }: Context, from: Date, to: Date): Promise<Set<string>> {
  const rows = await db
    .selectFrom("ride")
    .select("host_id")
    .distinct()
    .where("status", "in", ["scheduled", "departed"])
    .where("departs_at", ">", from)
    .where("departs_at", "<", to)
    .execute();
  return new Set(rows.map(({ host_id }) => host_id));
}

/** Id of the next ride that a user hosts. */
export async function findNextRideOf(
  { db, now }: Context,
  uid: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("ride")
    .select("id")
    .where("host_id", "=", uid)
    .where("status", "=", "scheduled")
    .where("departs_at", ">", now())
    .orderBy("departs_at")
    .executeTakeFirst();
  return row?.id;
}

/** One coming ride for everyone of each of so many hosts, the soonest first, from tomorrow on. */
export async function findRidesOfHosts(
  { db, now }: Context,
  limit: number,
): Promise<
  readonly {
    readonly id: string;
    readonly host_id: string;
  }[]
> {
  const { rows } = await sql<{
    id: string;
    host_id: string;
  }>`
    select id, host_id from (
      select distinct on (host_id) id, host_id, departs_at from ride
      where status = 'scheduled'
        and audience = 'everyone'
        and members_of is null
        and seats_left[1] > 0
        and departs_at > ${now()}::timestamptz + interval '12 hours'
      order by host_id, departs_at) soonest
    order by departs_at, id limit ${limit}`.execute(db);
  return rows;
}
