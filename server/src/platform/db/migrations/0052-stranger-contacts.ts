import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Whom a new account has contacted within a day, in whichever way; it stays when what was sent is withdrawn.
  `create table stranger_contact (
    uid uuid not null references account on delete cascade, contact_hash text not null, at timestamptz not null,
    primary key (uid, contact_hash))`,
  `create index stranger_contact_by_time on stranger_contact (at)`,
];
