import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // A seat that came back is held for who was first in line until they confirm it.
  `alter table seat_request add held boolean not null default false`,
  // An end that is not said is the ride's own. Whoever joins holds the ride, so the numbers are in the order of joining.
  `create table standby (
    id uuid primary key default uuidv7(), nth bigint generated always as identity,
    ride_id uuid not null references ride on delete cascade, seeker_id uuid not null references account on delete cascade,
    seats int not null check (seats between 1 and 8), pickup jsonb, dropoff jsonb, kept boolean not null,
    status text not null default 'waiting' check (status in ('waiting', 'served', 'left', 'ended')),
    seat_request_id uuid references seat_request on delete set null,
    created_at timestamptz not null, ended_at timestamptz, check ((status = 'waiting') = (ended_at is null)))`,
  `create unique index standby_waiting on standby (ride_id, seeker_id) where status = 'waiting'`,
  `create index standby_line on standby (ride_id, nth) where status = 'waiting'`,
  `create index standby_asked on standby (ride_id) where status = 'served'`,
  `create index standby_by_seeker on standby (seeker_id)`,
];
