import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Answers are kept compressed, calls as a digest. Kept answers cannot be turned into that here; they are good for a day,
  // and nobody retries a call across an upgrade of the server.
  `drop table idempotency_key`,
  `create table idempotency_key (
    uid uuid not null, key uuid not null, call uuid not null, created_at timestamptz not null,
    status smallint not null, answer bytea not null, names int[] not null, primary key (uid, key))`,
  `create index idempotency_key_by_age on idempotency_key (created_at)`,
];
