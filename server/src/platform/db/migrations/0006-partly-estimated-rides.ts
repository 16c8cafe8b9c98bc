import { type Kysely, sql } from "kysely";

/** Rides that leave a region with road data: their line follows roads inside, and their figures are estimates. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table ride add partly_estimated boolean not null default false").execute(db);
}
