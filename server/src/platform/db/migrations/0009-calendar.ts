import { type Kysely, sql } from "kysely";

/** Calendar feeds, and how often each entry of a user's calendar has changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table calendar_feed (
      uid uuid primary key references account,
      token_hash text not null unique,
      reminder_min int check (reminder_min > 0), -- minutes before the start; null: no reminder
      created_at timestamptz not null,
      read_at timestamptz -- to the hour
    )`.execute(db);
  await sql`
    create table calendar_entry (
      uid uuid references account,
      entry_id uuid not null, -- the hosted ride or the seat request
      sequence int not null default 0 check (sequence >= 0), -- raised at each change
      fingerprint text not null, -- of the entry as last shown
      changed_at timestamptz not null,
      ends_at timestamptz not null, -- some time after this the row is deleted
      primary key (uid, entry_id)
    )`.execute(db);
  await sql`create index calendar_entry_to_delete on calendar_entry (ends_at)`.execute(db);
}
