import { type Kysely, sql } from "kysely";

/** Rides that were hosted while the routing engine could not be asked: their roads are calculated later. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
alter table ride add roads_missing boolean not null default false;
create index ride_without_roads on ride (departs_at) where roads_missing;`,
    )
    .execute(db);
}
