import { type Kysely, sql } from "kysely";

/** Communities that search each other's listed rides, and what their signed requests need. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
create table neighbour (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('commonlane', 'covoiturage')),
  url text collate "C" not null unique,
  website_url text not null,
  name text not null check (name <> ''),
  logo text,
  public_key text,
  sealed_api_key text,
  areas json not null,
  approved_here boolean not null,
  approved_there boolean not null,
  created_at timestamptz not null,
  searches_sent int not null default 0,
  searches_received int not null default 0,
  last_answered_at timestamptz,
  last_failed_at timestamptz,
  last_failure text,
  last_received_at timestamptz,
  check ((kind = 'commonlane') = (public_key is not null)),
  check ((kind = 'covoiturage') = (sealed_api_key is not null))
);

create table neighbour_key (
  id int primary key default 1 check (id = 1),
  private_key text not null,
  created_at timestamptz not null
);

create table neighbour_nonce (
  neighbour_url text collate "C" not null,
  nonce text collate "C" not null,
  expires_at timestamptz not null,
  primary key (neighbour_url, nonce)
);
create index neighbour_nonce_by_expiry on neighbour_nonce (expires_at);`,
    )
    .execute(db);
}
