import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Here and not in a folder: every process sees it, it is in every backup, and it changes with the profile or not at all.
  `create table photo (
    uid uuid primary key references account on update cascade on delete cascade,
    id text not null unique, small bytea not null, large bytea not null, created_at timestamptz not null)`,
  // What is compressed already would be compressed in vain.
  `alter table photo alter column small set storage external, alter column large set storage external`,
  // Names are read with every ride, and this way without a look at another table.
  `alter table profile add column photo_id text`,

  `alter table vehicle add column comfort text[] not null default '{}'`,
];
