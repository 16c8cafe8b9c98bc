import { sql } from "kysely";
import type { Context } from "#platform/context.ts";
import { PREPARED } from "#platform/db/prepared-statements.ts";
import { PARTICIPATION, type Participation } from "./ride-for-viewer.store.ts";
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
  readonly participation: Participation;
  /** As `RideForViewer.rowVersion`. */
  readonly rowVersion: string;
}

/** Reads what the matching rule needs of those of the rides that exist, in one statement. */
export async function findMeasuredRides(
  { db }: Pick<Context, "db">,
  ids: readonly string[],
  uid: string,
): Promise<MeasuredRide[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<MeasuredRow & { part: Participation | null; row_version: string }>`${PREPARED}
    select ${sql.join(MEASURED_COLUMNS.map((column) => sql.ref(`ride.${column}`)))},
      ride.xmin as row_version, ${PARTICIPATION} as part
    from (select unnest(${ids}::uuid[]) as id, ${uid}::uuid as uid) as asked join ride on ride.id = asked.id`.execute(
    db,
  );
  return rows.map((row) => ({ row, participation: row.part ?? undefined, rowVersion: row.row_version }));
}
