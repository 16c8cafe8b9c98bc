import { type Kysely, sql } from "kysely";

/** Accounts that signed in with the same browser, for moderators who look into ratings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table shared_device (
      uid uuid not null references account on delete cascade,
      other_uid uuid not null references account on delete cascade,
      last_seen_at timestamptz not null,
      primary key (uid, other_uid),
      check (uid < other_uid)
    )`.execute(db);
  await sql`create index shared_device_by_other on shared_device (other_uid)`.execute(db);
  await sql`create index shared_device_by_age on shared_device (last_seen_at)`.execute(db);
}
