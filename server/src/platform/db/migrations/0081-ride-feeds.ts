import { type Kysely, sql } from "kysely";

/** What left of listed rides, and who reads them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
create table listed_ride (
  ride_id uuid primary key references ride on delete cascade,
  source_version text not null,
  ride json not null,
  trips json not null,
  departs_at timestamptz not null,
  changed_at timestamptz not null,
  withdrawn_at timestamptz
);
create index listed_ride_by_departure on listed_ride (departs_at);

create table feed_receiver (
  id uuid primary key default uuidv7(),
  name text not null check (name <> ''),
  format text not null check (format in ('amarillo', 'gtfs', 'siri')),
  key_hash text collate "C" not null unique,
  created_at timestamptz not null,
  fetches int not null default 0,
  last_fetched_at timestamptz,
  last_failed_at timestamptz
);`,
    )
    .execute(db);
}
