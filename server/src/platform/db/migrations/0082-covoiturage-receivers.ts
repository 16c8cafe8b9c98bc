import { type Kysely, sql } from "kysely";

/** Receivers that search listed rides by standard-covoiturage instead of reading all of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
alter table feed_receiver drop constraint feed_receiver_format_check;
alter table feed_receiver add constraint feed_receiver_format_check
  check (format in ('amarillo', 'gtfs', 'siri', 'covoiturage'));`,
    )
    .execute(db);
}
