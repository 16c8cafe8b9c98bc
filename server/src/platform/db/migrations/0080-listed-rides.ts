import { type Kysely, sql } from "kysely";

/** Rides that journey planners and neighbouring communities may show, with the consent of their hosts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table ride add is_listed boolean not null default false").execute(db);
  await sql.raw("create index ride_listed on ride (departs_at) where is_listed").execute(db);
}
