import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Of what opens a link only the hash is kept.
  `create table ride_share (
    id uuid primary key default uuidv7(), ride_id uuid not null references ride on delete cascade,
    uid uuid not null references account on delete cascade, token_hash text not null unique,
    created_at timestamptz not null, opened_at timestamptz)`,
  `create index ride_share_of_person on ride_share (ride_id, uid)`,
  `create index ride_share_by_person on ride_share (uid)`,

  `create table journey (
    ride_id uuid not null references ride on delete cascade, uid uuid not null references account on delete cascade,
    arrived_at timestamptz, asked_at timestamptz, told_at timestamptz,
    lat double precision, lng double precision, position_at timestamptz, primary key (ride_id, uid),
    check (told_at is null or asked_at is not null),
    check ((lat is null) = (position_at is null)), check ((lng is null) = (position_at is null)))`,
  `create index journey_by_person on journey (uid)`,
  `create index journey_unanswered on journey (asked_at)
    where asked_at is not null and arrived_at is null and told_at is null`,
  `create index journey_positions on journey (position_at) where position_at is not null`,

  // Whoever declines is forgotten but for the hash of their address, so that the same person does not ask them again.
  `create table trusted_contact (
    id uuid primary key default uuidv7(), owner_id uuid not null references account on delete cascade,
    name text not null check (length(name) between 1 and 60), email text, email_hash text not null,
    status text not null default 'asked' check (status in ('asked', 'confirmed', 'declined')),
    removed_at timestamptz, created_at timestamptz not null,
    constraint trusted_contact_once unique (owner_id, email_hash),
    check ((email is null) = (status = 'declined')), check (removed_at is null or status = 'declined'))`,
  `create index trusted_contact_asked on trusted_contact (created_at) where status = 'asked'`,
  `create index trusted_contact_by_address on trusted_contact (email_hash)`,
];
