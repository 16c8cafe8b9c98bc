import { type Kysely, sql } from "kysely";

/** A provider may replace a refresh token that is used, so a check that was broken off may have spent the stored one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table provider_session add column check_began_at timestamptz").execute(db);
}
