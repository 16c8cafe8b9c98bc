import { type Kysely, sql } from "kysely";

/** When a passenger was told that the driver is at their pickup. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table trip_progress add driver_here_at timestamptz").execute(db);
}
