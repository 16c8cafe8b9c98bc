import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Who is on the map is a fact and stands here; where they are is kept in memory, and written down now and then: often
  // enough that what changes is in no index, and has room beside what it replaces.
  `create table active_driver (
    uid uuid primary key references account on delete cascade,
    lat double precision not null check (lat between -90 and 90),
    lng double precision not null check (lng between -180 and 180),
    about_lat double precision not null, about_lng double precision not null,
    address text, heading double precision,
    seats int not null check (seats between 1 and 8), note text, heading_to jsonb, heading_to_area jsonb,
    activated_at timestamptz not null, last_seen_at timestamptz not null) with (fillfactor = 70)`,
  `create index active_driver_newest on active_driver (activated_at desc, uid desc)`,

  // A wish that one driver was asked for; others may answer it, too.
  `alter table ride_request add column driver_uid uuid references account on delete set null`,
  `create index ride_request_of_driver on ride_request (driver_uid) where driver_uid is not null`,
];
