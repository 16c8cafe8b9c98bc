import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // The secret is replaced from time to time; the one before stays until nothing signed with it is good any more.
  `alter table captcha_secret add since timestamptz not null default now(), add before text`,
  // Unlogged: cheaper, and after a crash of the database everybody begins anew. Rows are rewritten in place.
  `create unlogged table guess (
    key text primary key,
    tries int not null check (tries >= 0),
    ends_at timestamptz not null
  ) with (fillfactor = 50)`,
  `create unlogged table proof_load (
    network_hash text primary key,
    asked float8 not null check (asked >= 0),
    at timestamptz not null
  ) with (fillfactor = 50)`,
];
