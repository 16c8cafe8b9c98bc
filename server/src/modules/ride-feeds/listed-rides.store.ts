import { type Selectable, sql } from "kysely";
import type { Context } from "#platform/context.ts";
import type { Schema } from "#platform/db/schema/schema.ts";
import { deleteBatch } from "#platform/db/delete-batch.ts";

export type ListedRideRow = Selectable<Schema["listed_ride"]>;
export type ListedRideState = Pick<
  ListedRideRow,
  "ride_id" | "source_version" | "withdrawn_at" | "departs_at"
>;

export function findStates({ db }: Context): Promise<ListedRideState[]> {
  return db
    .selectFrom("listed_ride")
    .select(["ride_id", "source_version", "withdrawn_at", "departs_at"])
    .orderBy("ride_id")
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
