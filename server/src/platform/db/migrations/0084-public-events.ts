import { type Kysely, sql } from "kysely";

/** Events that their creators have opened to anybody with the link. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw("alter table community_event add is_public boolean not null default false")
    .execute(db);
}
