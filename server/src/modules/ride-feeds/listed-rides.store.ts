import { type Selectable, sql } from "kysely";
import { type ListedRideVersion, selectListedVersions } from "#modules/rides/published/index.ts";
import type { Context } from "#platform/context.ts";
import type { Schema } from "#platform/db/schema/schema.ts";
import { deleteBatch } from "#platform/db/delete-batch.ts";

export type ListedRideRow = Selectable<Schema["listed_ride"]>;
export type ListedRideState = Pick<ListedRideRow, "ride_id" | "source_version" | "withdrawn_at">;

interface ChangedRide extends ListedRideVersion {
  readonly isStored: boolean;
}

/** How stored rides differ from those that may leave now. */
export interface ListingChanges {
  /** New, changed, or back after they were withdrawn. */
  readonly changed: readonly ChangedRide[];
  /** May no longer leave, although they have not departed. */
  readonly withdrawnIds: readonly string[];
}

/** Compares stored rides with those that may leave and depart before `until`. Only differences are read. */
export async function findListingChanges(ctx: Context, until: Date): Promise<ListingChanges> {
  const rows = await ctx.db
    .selectFrom(selectListedVersions(ctx, until).as("listed"))
    .fullJoin("listed_ride as stored", "stored.ride_id", "listed.id")
    .select(["listed.id", "listed.version", "stored.ride_id"])
    .where(({ eb, or, and }) =>
      or([
        and([
          eb("listed.id", "is not", null),
          or([
            eb("stored.source_version", "is distinct from", eb.ref("listed.version")),
            eb("stored.withdrawn_at", "is not", null),
          ]),
        ]),
        and([
          eb("listed.id", "is", null),
          eb("stored.withdrawn_at", "is", null),
          eb("stored.departs_at", ">", ctx.now()),
        ]),
      ]),
    )
    .execute();
  return {
    changed: rows.flatMap(({ id, version, ride_id }) =>
      id === null || version === null ? [] : { id, version, isStored: ride_id !== null },
    ),
    withdrawnIds: rows.flatMap(({ id, ride_id }) =>
      id !== null || ride_id === null ? [] : ride_id,
    ),
  };
}

/** How many rides may leave now and depart before `until`. */
export async function countListed(ctx: Context, until: Date): Promise<number> {
  const { count } = await ctx.db
    .selectFrom(selectListedVersions(ctx, until).as("listed"))
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Changes whenever a stored ride is new, changes, departs, is withdrawn or deleted. */
export async function describeStoredRides({ db, now }: Context): Promise<string> {
  const { digest } = await db
    .selectFrom("listed_ride")
    .select(
      sql<string>`md5(coalesce(string_agg(
        concat_ws(' ', ride_id, source_version, withdrawn_at, departs_at > ${now()}),
        ',' order by ride_id), ''))`.as("digest"),
    )
    .executeTakeFirstOrThrow();
  return digest;
}

export function findStates({ db }: Context): Promise<ListedRideState[]> {
  return db
    .selectFrom("listed_ride")
    .select(["ride_id", "source_version", "withdrawn_at"])
    .execute();
}

export function findListedRideRows(
  { db }: Context,
  ids: readonly string[],
): Promise<ListedRideRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom("listed_ride")
    .selectAll()
    .where("ride_id", "=", (id) => id.fn.any(sql<string[]>`${ids}::uuid[]`))
    .execute();
}

/** Several processes may read the same change at once; what the later one writes is the same. */
export async function saveListedRides(
  { db }: Context,
  rows: readonly ListedRideRow[],
): Promise<void> {
  if (rows.length === 0) return;
  // One parameter: a statement with one for each value takes longer to write than the rides to read.
  await sql`
    insert into listed_ride
      (ride_id, source_version, ride, trips, departs_at, changed_at, withdrawn_at)
    select ride_id, source_version, ride, trips, departs_at, changed_at, withdrawn_at
    from json_populate_recordset(null::listed_ride, ${JSON.stringify(rows)}::json)
    on conflict (ride_id) do update
      set source_version = excluded.source_version, ride = excluded.ride, trips = excluded.trips,
        departs_at = excluded.departs_at, changed_at = excluded.changed_at,
        withdrawn_at = excluded.withdrawn_at`.execute(db);
}

/** Deletes rides that departed before; returns true if there may be more. */
export const deletePastListedRides = (
  { db }: Context,
  before: Date,
  limit: number,
): Promise<boolean> =>
  deleteBatch(db, "listed_ride", {
    key: ["ride_id"],
    limit,
    where: (row) => row("departs_at", "<", before),
  });
