import { type Kysely, sql } from "kysely";

/** Meeting points: of the community (no owner), or of a host for all their rides or for one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table meeting_point (
      id uuid primary key default uuidv7(),
      owner_id uuid references account, -- null: of the community
      ride_id uuid references ride on delete cascade, -- null: for all rides
      name text not null check (name <> ''),
      kind text not null check (kind in
        ('parkAndRide', 'station', 'stop', 'parking', 'square', 'village', 'fuel', 'junction', 'meetingPoint')),
      lat float8 not null check (lat between -90 and 90),
      lng float8 not null check (lng between -180 and 180),
      note text,
      capacity int check (capacity > 0),
      created_at timestamptz not null,
      constraint meeting_point_of_ride check (ride_id is null or owner_id is not null)
    )`.execute(db);
  await sql`create index meeting_point_by_owner on meeting_point (owner_id)`.execute(db);
  await sql`create index meeting_point_of_community on meeting_point (lat, lng) where owner_id is null`.execute(
    db,
  );
  await sql`create index meeting_point_by_ride on meeting_point (ride_id) where ride_id is not null`.execute(
    db,
  );
}
