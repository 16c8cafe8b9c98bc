import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table community (
    id boolean primary key default true check (id), email_domains text[] not null default '{}',
    invite_only boolean not null default false, maintenance text)`,

  `create table announcement (
    id uuid primary key default uuidv7(), text text not null, created_at timestamptz not null, ends_at timestamptz)`,

  // Of a code only the hash is kept. A code is used up by each who joins with it.
  `create table invite (
    id uuid primary key default uuidv7(), code_hash text not null unique, label text not null,
    uses_left int not null check (uses_left >= 0), used int not null default 0, created_at timestamptz not null,
    expires_at timestamptz not null)`,
];
