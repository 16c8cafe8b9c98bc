import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // `terms_key` is the same for searches that ask for the same, so that nobody saves one twice.
  `create table saved_search (
    id uuid primary key default uuidv7(), owner_id uuid not null references account, terms_key text not null, name text,
    origin jsonb not null, destination jsonb not null, origin_lat float8 not null, origin_lng float8 not null,
    destination_lat float8 not null, destination_lng float8 not null,
    departs_after timestamptz, departs_before timestamptz check (departs_before >= departs_after), preferred_at timestamptz,
    time_zone text not null, seats int not null check (seats between 1 and 8),
    walk_m float8 not null check (walk_m between 0 and 5000),
    wishes jsonb not null, paused_at timestamptz, removed_at timestamptz, created_at timestamptz not null,
    check ((departs_after is null) = (departs_before is null)))`,
  `create unique index saved_search_same on saved_search (owner_id, terms_key) where removed_at is null`,
  // Degrees as if on a plane: good enough to find candidates, which are then measured on the sphere.
  `create index saved_search_position on saved_search using gist (point(origin_lng, origin_lat))
    where paused_at is null and removed_at is null`,
  `create index saved_search_removed on saved_search (removed_at) where removed_at is not null`,
  `create index saved_search_over on saved_search (departs_before)`,
  `create index ride_request_position on ride_request using gist (point(area_lng, area_lat)) where status = 'open'`,

  // What somebody knows of: a ride is told to a person once. Not told are those that were found when the search was saved.
  `create table ride_alert (
    owner_id uuid not null references account, ride_id uuid not null references ride on delete cascade,
    saved_search_ids uuid[] not null,
    request_id uuid references ride_request on delete set null,
    told boolean not null, at timestamptz not null, primary key (owner_id, ride_id))`,
  `create index ride_alert_by_ride on ride_alert (ride_id)`,
  `create index ride_alert_by_search on ride_alert using gin (saved_search_ids)`,
  `create index ride_alert_by_request on ride_alert (request_id) where request_id is not null`,
  `create index ride_alert_lately on ride_alert (owner_id, at) where told`,
  `create index ride_alert_old on ride_alert (at)`,
  `create table request_alert (
    host_id uuid not null references account, request_id uuid not null references ride_request on delete cascade,
    ride_id uuid not null references ride on delete cascade, at timestamptz not null, primary key (host_id, request_id))`,
  `create index request_alert_by_request on request_alert (request_id)`,
  `create index request_alert_by_ride on request_alert (ride_id)`,
  `create index request_alert_lately on request_alert (host_id, at)`,
  `create index request_alert_old on request_alert (at)`,

  // Counted anew from time to time; holds nothing that fewer than five people share.
  `create table wanted_way (
    place int primary key, origin jsonb not null, destination jsonb not null, people int not null check (people >= 5))`,
];
