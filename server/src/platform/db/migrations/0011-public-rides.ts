import { type Kysely, sql } from "kysely";

/** Rides that their host has opened to anybody with the link. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table ride add is_public boolean not null default false").execute(db);
  await sql.raw("create index ride_public on ride (departs_at) where is_public").execute(db);
}
