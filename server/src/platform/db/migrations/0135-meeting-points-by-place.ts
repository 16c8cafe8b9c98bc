import { type Kysely, sql } from "kysely";

/** A search asks for all meeting points near its places, also those of hosts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index meeting_point_by_place on meeting_point (lat, lng)`.execute(db);
  await sql`drop index meeting_point_of_community`.execute(db);
}
