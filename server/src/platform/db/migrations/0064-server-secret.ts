import { type Kysely, sql } from "kysely";

/** A secret of all processes, made by the first that needs it. Keys of several purposes are derived from it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
create table server_secret (
  id boolean primary key default true check (id),
  secret text not null
);`,
    )
    .execute(db);
}
