import { type Selectable, type SqlBool, sql } from "kysely";
import { linkRidePairs } from "#modules/rides/lists/index.ts";
import { type RideRow } from "#modules/rides/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { lockAccount } from "#platform/db/locks.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

export type SeriesRow = Selectable<Schema["ride_series"]>;
export type NewSeries = Omit<
  SeriesRow,
  "id" | "missed" | "stopped_from" | "stop_reason" | "status" | "created_until" | "ended_at"
>;

/**
 * Locks the host's account, so that concurrent calls are counted one after the other. Returns undefined if the host
 * already has `limit` active series.
 */
export async function insertSeries(
  ctx: InTransaction,
  row: NewSeries,
  limit: number,
): Promise<SeriesRow | undefined> {
  await lockAccount(ctx, row.host_id);
  const { rows } = await sql<SeriesRow>`
    insert into ride_series (host_id, terms, local_time, time_zone, weekdays, first_day, last_day, exceptions, return_of,
      created_at)
    select ${row.host_id}::uuid, ${JSON.stringify(row.terms)}::jsonb, ${row.local_time}::time, ${row.time_zone},
      ${row.weekdays}::int[], ${row.first_day}::date, ${row.last_day}::date, ${row.exceptions}::date[],
      ${row.return_of}::uuid, ${row.created_at}::timestamptz
    where (select count(*) from ride_series where host_id = ${row.host_id} and status = 'active') < ${limit}
    returning *`.execute(ctx.db);
  return rows[0];
}

export function findSeries({ db }: Context, id: string): Promise<SeriesRow | undefined> {
  return db.selectFrom("ride_series").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Locks the series until the transaction ends. A series is always locked before its rides. */
export function lockSeries({ db }: Context, id: string): Promise<SeriesRow | undefined> {
  return db
    .selectFrom("ride_series")
    .selectAll()
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Newest first; ids are ordered by time. */
export function findSeriesOfHost(
  { db }: Context,
  hostId: string,
  {
    limit,
    afterId,
  }: {
    limit: number;
    afterId: string | undefined;
  },
): Promise<SeriesRow[]> {
  return db
    .selectFrom("ride_series")
    .selectAll()
    .where("host_id", "=", hostId)
    .$if(afterId !== undefined, (query) => query.where(sql<SqlBool>`id < ${afterId}::uuid`))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** Updates a series that the transaction has locked. */
export function updateSeries(
  { db }: Context,
  id: string,
  {
    terms,
    ...plain
  }: Partial<
    Pick<
      SeriesRow,
      | "terms"
      | "local_time"
      | "time_zone"
      | "weekdays"
      | "last_day"
      | "exceptions"
      | "missed"
      | "created_until"
      | "stopped_from"
      | "stop_reason"
    >
  >,
): Promise<SeriesRow> {
  return db
    .updateTable("ride_series")
    .set({
      ...plain,
      ...(terms && { terms: JSON.stringify(terms) }),
    })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns undefined if the series had ended already. */
export function markSeriesEnded({ db, now }: Context, id: string): Promise<SeriesRow | undefined> {
  return db
    .updateTable("ride_series")
    .set({ status: "ended", ended_at: now() })
    .where("id", "=", id)
    .where("status", "=", "active")
    .returningAll()
    .executeTakeFirst();
}

/** Series that need days up to `day`, at most `limit`. Excludes series of suspended hosts. */
export function findDueSeries(ctx: Context, day: string, limit: number): Promise<SeriesRow[]> {
  return dueSeries(ctx, day)
    .orderBy(sql`created_until nulls first`)
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** One series if it needs days up to `day`, with a lock until the transaction ends; undefined if another has it. */
export const lockSeriesIfDue = (
  ctx: InTransaction,
  day: string,
  id: string,
): Promise<SeriesRow | undefined> =>
  dueSeries(ctx, day).where("id", "=", id).forNoKeyUpdate().skipLocked().executeTakeFirst();

const dueSeries = ({ db }: Context, day: string) =>
  db
    .selectFrom("ride_series")
    .selectAll()
    .where("status", "=", "active")
    .where(sql<SqlBool>`coalesce(created_until < least(${day}::date, last_day), true)`)
    .where((row) =>
      row(
        "host_id",
        "in",
        row
          .selectFrom("account")
          .select("uid")
          .whereRef("uid", "=", "host_id")
          .where("suspended_at", "is", null)
          .where("deletion_requested_at", "is", null),
      ),
    );

/** Days of a series that were created, including cancelled ones. */
export async function findCreatedDays(
  { db }: Context,
  seriesId: string,
  from: string,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom("ride")
    .select("series_day")
    .where("series_id", "=", seriesId)
    .where("series_day", ">=", from)
    .execute();
  return new Set(rows.flatMap(({ series_day }) => series_day ?? []));
}

/** Last day of a series that was ever created. */
export async function findLastCreatedDay(
  { db }: Context,
  seriesId: string,
): Promise<string | null> {
  const last = await db
    .selectFrom("ride")
    .select(({ fn }) => fn.max("series_day").as("day"))
    .where("series_id", "=", seriesId)
    .executeTakeFirst();
  return last?.day ?? null;
}

export function findRideOfDay(
  { db }: Context,
  seriesId: string,
  day: string,
): Promise<RideRow | undefined> {
  return db
    .selectFrom("ride")
    .selectAll()
    .where("series_id", "=", seriesId)
    .where("series_day", "=", day)
    .executeTakeFirst();
}

/** Upcoming occurrences, locked, each with whether it has passengers or open requests. */
export async function lockOccurrences(
  { db, now }: Context,
  seriesId: string,
): Promise<{ row: RideRow; requested: boolean }[]> {
  const rows = await db
    .selectFrom("ride")
    .selectAll()
    .where("series_id", "=", seriesId)
    .where("status", "=", "scheduled")
    .where("departs_at", ">", now())
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  // Read after locking: a seat request locks the ride first.
  const requested = await db
    .selectFrom("seat_request")
    .select("ride_id")
    .where("ride_id", "=", (ids) => ids.fn.any(sql<string[]>`${rows.map(({ id }) => id)}::uuid[]`))
    .where("status", "in", ["pending", "accepted"])
    .execute();
  const ids = new Set(requested.map(({ ride_id }) => ride_id));
  return rows.map((row) => ({
    row,
    requested: ids.has(row.id),
  }));
}

/**
 * Links each day of the outward series with the same day of the return series, whichever of the two is given. Also
 * replaces links to a ride that was created again.
 */
export function linkReturnRides(ctx: Context, seriesId: string): Promise<void> {
  return linkRidePairs(
    ctx,
    sql`select there.id as there, back.id as back
      from ride_series join ride back on back.series_id = ride_series.id
        join ride there on there.series_id = ride_series.return_of
          and there.series_day = back.series_day
      where (ride_series.id = ${seriesId}
        or ride_series.return_of = ${seriesId})
        and back.return_of is distinct from there.id
        and back.status = 'scheduled'
        and there.status = 'scheduled'`,
  );
}
