import { type Kysely, sql } from "kysely";

/** Hosts may show their rating to visitors of a public ride. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table ride add shows_rating boolean not null default false").execute(db);
  await sql
    .raw(
      "comment on column ride.shows_rating is 'True if the host agreed that visitors see their rating; only of public rides.'",
    )
    .execute(db);
}
