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

export async function findListedRideRows(
  { db }: Context,
  ids?: readonly string[],
): Promise<ListedRideRow[]> {
  const rows = await db
    .selectFrom("listed_ride")
    .selectAll()
    .$if(ids !== undefined, (query) =>
      query.where("ride_id", "=", (id) => id.fn.any(sql<string[]>`${ids}::uuid[]`)),
    )
    .orderBy("departs_at")
    .orderBy("ride_id")
    .execute();
  return rows;
}

/** Several processes may read the same change at once; what the later one writes is the same. */
export async function saveListedRides(
  { db }: Context,
  rows: readonly ListedRideRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map(({ ride, trips, ...row }) => ({
    ...row,
    ride: JSON.stringify(ride),
    trips: JSON.stringify(trips),
  }));
  await db
    .insertInto("listed_ride")
    .values(values)
    .onConflict((conflict) =>
      conflict.column("ride_id").doUpdateSet((row) => ({
        source_version: row.ref("excluded.source_version"),
        ride: row.ref("excluded.ride"),
        trips: row.ref("excluded.trips"),
        departs_at: row.ref("excluded.departs_at"),
        changed_at: row.ref("excluded.changed_at"),
        withdrawn_at: row.ref("excluded.withdrawn_at"),
      })),
    )
    .execute();
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
