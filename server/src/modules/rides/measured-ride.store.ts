import { sql } from "kysely";
import type { Context } from "#platform/context.ts";
import { PREPARED } from "#platform/db/prepared-statements.ts";
import type { RideRow } from "./rides.store.ts";

const MEASURED_COLUMNS = [
  "id",
  "host_id",
  "points",
  "polyline",
  "leg_distance_m",
  "leg_duration_s",
  "leg_points",
  "partly_estimated",
  "public_route",
  "driven_route",
  "departs_at",
  "seats_total",
  "seats_left",
  "max_detour_m",
  "max_detour_s",
] as const satisfies readonly (keyof RideRow)[];

/** What the matching rule needs of a ride: a third of its columns, and nothing of its host. */
export type MeasuredRow = Pick<RideRow, (typeof MEASURED_COLUMNS)[number]>;

export interface MeasuredRide {
  readonly row: MeasuredRow;
  /** As `RideForViewer.rowVersion`. */
  readonly rowVersion: string;
}

/** Reads what the matching rule needs of those of the rides that exist, in one statement. */
export async function findMeasuredRides(
  { db }: Pick<Context, "db">,
  ids: readonly string[],
): Promise<MeasuredRide[]> {
  if (ids.length === 0) return [];
  const columns = sql.join(MEASURED_COLUMNS.map((column) => sql.ref(`ride.${column}`)));
  const { rows } = await sql<MeasuredRow & { row_version: string }>`${PREPARED}
    select ${columns}, ride.xmin as row_version
    from unnest(${ids}::uuid[]) as asked (id) join ride on ride.id = asked.id`.execute(db);
  return rows.map((row) => ({ row, rowVersion: row.row_version }));
}
