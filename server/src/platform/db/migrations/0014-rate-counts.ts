import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(table).execute(db);
}

// Unlogged: cheaper, and after a crash of the database everybody begins anew. Rows are rewritten in place.
const table = `
  create unlogged table rate_count (
    key text primary key,
    taken int not null check (taken >= 0),
    granted int not null check (granted >= 0),
    ends_at timestamptz not null
  ) with (fillfactor = 50)`;
