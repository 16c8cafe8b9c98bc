import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // One row, so that all processes sign challenges with the same secret.
  `create table captcha_secret (id boolean primary key default true check (id), secret text not null)`,
  `create table spent_proof (nonce text primary key, expires_at timestamptz not null)`,
  `create index spent_proof_by_expiry on spent_proof (expires_at)`,
];
