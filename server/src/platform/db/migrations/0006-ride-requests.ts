import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // The two areas are what strangers are told of the places; only they can be looked for.
  `create table ride_request (
    id uuid primary key default uuidv7(), seeker_id uuid not null references account,
    origin jsonb not null, destination jsonb not null, origin_area jsonb not null, destination_area jsonb not null,
    area_lat float8 not null, area_lng float8 not null,
    departs_after timestamptz not null, departs_before timestamptz not null check (departs_before >= departs_after),
    time_zone text not null, seats int not null check (seats between 1 and 8),
    max_contribution_minor int check (max_contribution_minor >= 0), currency text,
    preferences jsonb not null, audience text not null check (audience in ('everyone', 'sameGender')), seeker_gender text,
    note text, status text not null default 'open' check (status in ('open', 'matched', 'cancelled', 'expired')),
    ride_id uuid references ride, created_at timestamptz not null, ended_at timestamptz,
    check ((max_contribution_minor is null) = (currency is null)),
    check (audience = 'everyone' or coalesce(seeker_gender, 'undisclosed') <> 'undisclosed'),
    check ((status = 'matched') = (ride_id is not null)),
    check ((status = 'open') = (ended_at is null)))`,
  `create index ride_request_by_seeker on ride_request (seeker_id, id)`,
  `create index ride_request_by_area on ride_request (area_lat, area_lng) where status = 'open'`,
  `create index ride_request_coming on ride_request (departs_before, id) where status = 'open'`,

  // What becomes of an offer after its acceptance is the seat request's affair, and is told from there.
  `create table offer (
    id uuid primary key default uuidv7(), request_id uuid not null references ride_request,
    driver_id uuid not null references account, ride_id uuid references ride,
    seat_request_id uuid unique references seat_request,
    departs_at timestamptz not null, pickup_at timestamptz not null, dropoff_at timestamptz not null,
    detour_m int not null, detour_s int not null, seats int not null check (seats between 1 and 8),
    contribution_minor int check (contribution_minor >= 0), currency text, vehicle jsonb, message text,
    status text not null check (status in ('pending', 'accepted', 'declined', 'withdrawn', 'expired')),
    reason text, ended_by text check (ended_by in ('seeker', 'driver', 'system')),
    expires_at timestamptz not null, created_at timestamptz not null, ended_at timestamptz,
    check ((contribution_minor is null) = (currency is null)),
    check (departs_at <= pickup_at and pickup_at <= dropoff_at), check (expires_at <= departs_at),
    check ((status = 'accepted') = (seat_request_id is not null)),
    check (status <> 'accepted' or ride_id is not null),
    check ((status in ('declined', 'withdrawn', 'expired')) = (ended_by is not null)),
    check ((ended_by is null) = (ended_at is null)))`,
  `create unique index offer_accepted on offer (request_id) where status = 'accepted'`,
  `create unique index offer_active on offer (request_id, driver_id) where status in ('pending', 'accepted')`,
  `create index offer_by_request on offer (request_id, id)`,
  `create index offer_by_driver on offer (driver_id, id)`,
  `create index offer_on_ride on offer (ride_id) where status = 'pending'`,
  `create index offer_pending on offer (expires_at) where status = 'pending'`,
];
