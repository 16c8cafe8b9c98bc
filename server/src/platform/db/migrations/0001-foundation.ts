import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...platform, ...people, ...rides]) await sql.raw(statement).execute(db);
}

const platform = [
  // PostgreSQL has its own from version 18 on; what is older gets the same here (RFC 9562, section 5.7).
  `do $do$ begin
    if to_regproc('pg_catalog.uuidv7') is null then
      create function uuidv7() returns uuid language sql volatile as $sql$
        select encode(set_byte(set_byte(
          overlay(uuid_send(gen_random_uuid()) placing
            substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
          6, (b'0111' || get_byte(uuid_send(gen_random_uuid()), 6)::bit(4))::bit(8)::int),
          8, (b'10' || get_byte(uuid_send(gen_random_uuid()), 8)::bit(6))::bit(8)::int), 'hex')::uuid
      $sql$;
    end if;
  end $do$`,

  // The outbox. Ordered by the transaction first, because numbers are drawn before it is known who commits when.
  `create table event (
    xid xid8 not null default pg_current_xact_id(), id bigint generated always as identity,
    topic text not null, fact jsonb not null, at timestamptz not null, primary key (xid, id))`,
  `create index event_by_topic on event (topic, xid, id)`,
  `create index event_by_age on event (at)`,
  `create table follower (name text primary key, xid xid8 not null, id bigint not null)`,

  `create table idempotency_key (
    uid uuid not null, key text not null, call text not null, body_hash text not null,
    status int not null, reply text not null, created_at timestamptz not null, primary key (uid, key))`,
  `create index idempotency_key_by_age on idempotency_key (created_at)`,

  `create table dev_mail (
    id uuid primary key default uuidv7(), recipient text not null, subject text not null,
    body_text text not null, body_html text not null, sent_at timestamptz not null)`,
  `create index dev_mail_by_recipient on dev_mail (recipient, id desc)`,
];

const people = [
  // An address has at most one account that proved it, and beside it at most one that claims it and has not: whoever
  // signs up without a code is answered and treated the same, whether or not somebody is there already.
  `create table account (
    uid uuid primary key default uuidv7(), email text not null check (email = lower(email)),
    email_verified boolean not null, password_hash text not null, suspended_at timestamptz, warned_at timestamptz,
    created_at timestamptz not null)`,
  `create unique index account_proven on account (email) where email_verified`,
  `create unique index account_unproven on account (email) where not email_verified`,
  `create index account_unproven_by_age on account (created_at) where not email_verified`,

  `create table profile (
    uid uuid primary key references account on update cascade on delete cascade,
    display_name text, first_name text, last_name text,
    phone text, phone_verified boolean not null default false,
    gender text check (gender in ('male', 'female', 'nonbinary', 'undisclosed')), birth_date date,
    adult_declared boolean not null default false, bio text, languages text[] not null default '{}',
    preferences jsonb not null default '{}', locale text, time_zone text)`,

  `create table vehicle (
    id uuid primary key default uuidv7(), uid uuid not null references account on delete cascade,
    make text not null, model text not null, colour text not null, plate text not null,
    seats int not null check (seats between 1 and 8))`,
  `create index vehicle_by_uid on vehicle (uid)`,

  `create table one_time_code (
    email text not null, purpose text not null, code_hash text not null, sent_at timestamptz not null,
    tries int not null default 0, verified_at timestamptz, primary key (email, purpose))`,
  `create index one_time_code_by_age on one_time_code (sent_at)`,

  // One row for each sign-in; its refresh tokens are rotated in place and remembered only as hashes.
  `create table session (
    id uuid primary key default uuidv7(), uid uuid not null references account on delete cascade,
    rotation_key text not null, token_hash text not null, previous_hash text, rotated_at timestamptz not null,
    created_at timestamptz not null, ended_at timestamptz, expires_at timestamptz not null)`,
  `create index session_by_uid on session (uid)`,
  `create index session_by_expiry on session (expires_at)`,

  `create table signing_key (
    kid text primary key, public_jwk jsonb not null, private_jwk jsonb not null,
    created_at timestamptz not null, retired_at timestamptz)`,
];

const rides = [
  // One number per leg: seats_left[1] is what is left between the origin and the first stop.
  // points holds origin, stops and destination in order, as {label, lat, lng, placeId}.
  `create table ride (
    id uuid primary key default uuidv7(), host_id uuid not null references account,
    points jsonb not null check (jsonb_array_length(points) between 2 and 16),
    origin_lat float8 not null, origin_lng float8 not null,
    polyline text not null, leg_distance_m int[] not null, leg_duration_s int[] not null,
    departs_at timestamptz not null, arrives_at timestamptz not null, time_zone text not null,
    seats_total int not null check (seats_total between 1 and 8),
    seats_left int[] not null check (
      cardinality(seats_left) = jsonb_array_length(points) - 1 and 0 <= all (seats_left) and seats_total >= all (seats_left)),
    contribution_minor int check (contribution_minor >= 0), currency text,
    vehicle jsonb, approval text not null, max_detour_m int not null, max_detour_s int not null,
    luggage int not null, preferences jsonb not null, audience text not null, host_gender text,
    max_two_in_back boolean not null, note text,
    status text not null default 'scheduled' check (status in ('scheduled', 'departed', 'completed', 'cancelled')),
    created_at timestamptz not null,
    check ((contribution_minor is null) = (currency is null)))`,
  `create index ride_by_host on ride (host_id, id)`,
  `create index ride_coming on ride (departs_at, id) where status = 'scheduled'`,
  `create index ride_by_origin on ride (origin_lat, origin_lng) where status = 'scheduled'`,
  `create index ride_under_way on ride (arrives_at) where status in ('scheduled', 'departed')`,

  `create table seat_request (
    id uuid primary key default uuidv7(), ride_id uuid not null references ride, seeker_id uuid not null references account,
    seats int not null check (seats between 1 and 8), pickup jsonb not null, dropoff jsonb not null,
    pickup_at timestamptz not null, dropoff_at timestamptz not null,
    first_leg int not null check (first_leg >= 0), last_leg int not null check (last_leg >= first_leg),
    detour_m int not null, detour_s int not null, message text, contribution_minor int, currency text,
    status text not null, reason text, ended_by text check (ended_by in ('seeker', 'host', 'system')),
    expires_at timestamptz not null, created_at timestamptz not null, decided_at timestamptz, ended_at timestamptz,
    check (status in ('pending', 'accepted', 'rejected', 'withdrawn', 'expired', 'cancelled', 'completed', 'disputed')))`,
  `create unique index seat_request_active on seat_request (ride_id, seeker_id) where status in ('pending', 'accepted')`,
  `create index seat_request_by_ride on seat_request (ride_id, id)`,
  `create index seat_request_by_seeker on seat_request (seeker_id, id)`,
  `create index seat_request_pending on seat_request (expires_at) where status = 'pending'`,
];
