import type { LatLng } from "@commonlane/contract/shapes";
import { type Selectable, sql } from "kysely";
import { isConfirmedBooking } from "#modules/privacy/index.ts";
import { createDataLoader } from "#platform/dataloader.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

export type ActiveDriverRow = Selectable<Schema["active_driver"]>;
export type ActiveDriverTerms = Omit<ActiveDriverRow, "activated_at" | "last_seen_at">;

/** Adds a driver to the map or updates their terms. Keeps the original start time. */
export function upsertDriver(
  { db, now }: InTransaction,
  terms: ActiveDriverTerms,
): Promise<ActiveDriverRow> {
  const { uid, heading_to, approximate_heading_to, ...plain } = terms;
  const columns = {
    ...plain,
    heading_to: heading_to && JSON.stringify(heading_to),
    approximate_heading_to: approximate_heading_to && JSON.stringify(approximate_heading_to),
    last_seen_at: now(),
  };
  return db
    .insertInto("active_driver")
    .values({
      ...columns,
      uid,
      activated_at: now(),
    })
    .onConflict((conflict) => conflict.column("uid").doUpdateSet(columns))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns true if the driver was on the map. */
export async function deleteDriver({ db }: InTransaction, uid: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom("active_driver")
    .where("uid", "=", uid)
    .returning("uid")
    .executeTakeFirst();
  return deleted !== undefined;
}

export const findDriver = createDataLoader(
  async (db, uids: readonly string[]): Promise<(ActiveDriverRow | undefined)[]> => {
    const rows = await db
      .selectFrom("active_driver")
      .selectAll()
      .where("uid", "=", sql<string>`any(${uids}::uuid[])`)
      .execute();
    const byUid = new Map(rows.map((row) => [row.uid, row]));
    return uids.map((uid) => byUid.get(uid));
  },
);

export function findDrivers(
  { db }: Pick<Context, "db">,
  uids: readonly string[],
): Promise<ActiveDriverRow[]> {
  return db
    .selectFrom("active_driver")
    .selectAll()
    .where("uid", "=", sql<string>`any(${uids}::uuid[])`)
    .execute();
}

/** A page of all drivers, by uid. */
export function findDriversAfter(
  { db }: Context,
  afterUid: string | undefined,
  limit: number,
): Promise<ActiveDriverRow[]> {
  return db
    .selectFrom("active_driver")
    .selectAll()
    .$if(afterUid !== undefined, (query) => query.where("uid", ">", afterUid ?? ""))
    .orderBy("uid")
    .limit(limit)
    .execute();
}

/** A page of all drivers, latest activation first. */
export function findNewestDrivers(
  { db }: Context,
  {
    since,
    limit,
    after,
  }: {
    since: Date;
    limit: number;
    after: { at: string; uid: string } | undefined;
  },
): Promise<ActiveDriverRow[]> {
  return db
    .selectFrom("active_driver")
    .selectAll()
    .where("last_seen_at", ">", since)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(activated_at, uid) < (${after?.at}::timestamptz, ${after?.uid}::uuid)`,
      ),
    )
    .orderBy("activated_at", "desc")
    .orderBy("uid", "desc")
    .limit(limit)
    .execute();
}

interface PositionToSave {
  readonly uid: string;
  readonly position: LatLng & {
    readonly heading: number | null;
    readonly address: string | null;
    readonly seenAtMs: number;
  };
  /** Position as strangers see it. */
  readonly approximate: LatLng;
}

/** Saves positions unless newer ones are stored. Ignores users who are no longer on the map. */
export async function savePositions(
  { db }: Pick<Context, "db">,
  drivers: readonly PositionToSave[],
): Promise<void> {
  const valuesOf = <T>(pick: (driver: PositionToSave) => T) => drivers.map(pick);
  await sql`
    update active_driver d
    set lat = report.lat, lng = report.lng,
      approximate_lat = report.approximate_lat,
      approximate_lng = report.approximate_lng, heading = report.heading,
      address = report.address, last_seen_at = report.at
    from unnest(
      ${valuesOf(({ uid }) => uid)}::uuid[],
      ${valuesOf(({ position }) => position.lat)}::float8[],
      ${valuesOf(({ position }) => position.lng)}::float8[],
      ${valuesOf(({ approximate }) => approximate.lat)}::float8[],
      ${valuesOf(({ approximate }) => approximate.lng)}::float8[],
      ${valuesOf(({ position }) => position.heading)}::float8[],
      ${valuesOf(({ position }) => position.address)}::text[],
      ${valuesOf(({ position }) => new Date(position.seenAtMs))}::timestamptz[])
      as report (
        uid, lat, lng, approximate_lat, approximate_lng, heading, address, at)
    where d.uid = report.uid and d.last_seen_at < report.at`.execute(db);
}

/**
 * Removes drivers who went active from one of these ended sessions, and drivers without a recorded session (from an
 * older release) who have no session left. Returns their ids.
 */
export async function deleteDriversOfSessions(
  { db, now }: InTransaction,
  ended: readonly {
    readonly uid: string;
    readonly sessionId: string;
  }[],
): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    delete from active_driver d using unnest(
      ${ended.map(({ uid }) => uid)}::uuid[],
      ${ended.map(({ sessionId }) => sessionId)}::uuid[])
      as ended (uid, session_id)
    where d.uid = ended.uid
      and (d.session_id = ended.session_id or d.session_id is null and not exists (
        select
        from session
        where session.uid = d.uid
          and session.ended_at is null
          and session.expires_at > ${now()}))
    returning d.uid`.execute(db);
  return rows.map(({ uid }) => uid);
}

/**
 * Removes drivers without a position since `before`, and drivers who are suspended, are being deleted or went active
 * while their session ended; at most `limit` at once.
 */
export async function deleteInactiveDrivers(
  { db }: InTransaction,
  { before, limit }: { before: Date; limit: number },
): Promise<
  {
    uid: string;
    activated_at: Date;
    by_system: boolean;
  }[]
> {
  const { rows } = await sql<{
    uid: string;
    activated_at: Date;
    by_system: boolean;
  }>`
    with due as materialized (
      select due.uid, account.suspended_at is not null
        or account.deletion_requested_at is not null
        or session.ended_at is not null as by_system
      from active_driver due join account on account.uid = due.uid
        left join session on session.id = due.session_id
      where due.last_seen_at <= ${before}
        or account.suspended_at is not null
        or account.deletion_requested_at is not null
        or session.ended_at is not null
      limit ${limit} for update of due skip locked)
    delete from active_driver d using due where d.uid = due.uid
    returning d.uid, d.activated_at, due.by_system`.execute(db);
  return rows;
}

/**
 * Finds, for each of these users, the drivers of their accepted seats on rides that are not over and have no other
 * passenger: a car that stops would show the door of that one.
 */
export const findDriversOfPassengers = createDataLoader(
  async (db, uids: readonly string[]): Promise<ReadonlySet<string>[]> => {
    const { rows } = await sql<{
      seeker_id: string;
      host_id: string;
    }>`
    select seat_request.seeker_id, ride.host_id
    from seat_request join ride on ride.id = seat_request.ride_id
    where seat_request.seeker_id = any(${uids}::uuid[])
      and seat_request.status = 'accepted'
      and ${isConfirmedBooking} and ride.status in ('scheduled', 'departed')
      and not exists (
        select
        from seat_request fellow
        where fellow.ride_id = ride.id
          and fellow.seeker_id <> seat_request.seeker_id
          and fellow.status = 'accepted')`.execute(db);
    return uids.map(
      (uid) => new Set(rows.flatMap((row) => (row.seeker_id === uid ? [row.host_id] : []))),
    );
  },
);
