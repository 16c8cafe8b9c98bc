import { type Kysely, sql } from "kysely";

/** Administrators, settings of the community in the database, and the first set-up in the browser. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table moderator add role text not null default 'moderator' check (role in ('moderator', 'administrator'));

-- Settings that administrators made; a missing row means the default. The environment of a process overrides them.
create table community_setting (
  name text primary key,
  value jsonb not null,
  changed_at timestamptz not null
);

-- The hash of the key that the first start prints. Deleted when the first administrator is created.
create table setup_key (
  id boolean primary key default true check (id),
  key_hash text not null,
  created_at timestamptz not null
);

-- The latest test e-mail, and why the mail server refused it, if it did.
create table test_email (
  id boolean primary key default true check (id),
  sent_at timestamptz not null,
  mail_server text not null, -- a hash of its settings: a test of another server does not count
  failure text
);`,
    )
    .execute(db);
}
