import { type Kysely, sql } from "kysely";

/** Passkeys, authenticator apps and recovery codes, and what a session has shown of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
create table passkey (
  id uuid primary key default uuidv7(),
  uid uuid not null references account on delete cascade,
  credential_id text not null unique,
  public_key bytea not null, -- as the browser sent it, in COSE
  counter bigint not null check (counter >= 0), -- signatures so far; 0 if the authenticator does not count
  transports text[] not null,
  synced boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
-- Lists the passkeys of a user.
create index passkey_by_uid on passkey (uid, created_at);

-- A random value that one browser must have signed by a passkey soon. Deleted when it is used.
create table passkey_challenge (
  challenge_hash text primary key,
  purpose text not null check (purpose in ('registration', 'sign-in', 'confirmation')),
  uid uuid references account on delete cascade, -- null for a sign-in
  browser_hash text not null, -- a secret in a cookie
  expires_at timestamptz not null,
  constraint passkey_challenge_has_owner check ((uid is null) = (purpose = 'sign-in'))
);
-- Deletes old rows.
create index passkey_challenge_by_expiry on passkey_challenge (expires_at);

-- The authenticator app of a user; in use once it is confirmed.
create table authenticator_app (
  uid uuid primary key references account on delete cascade,
  key text not null, -- in base32; the server computes the codes with it
  recovery_salt bytea not null, -- for the hashes of the recovery codes
  last_step bigint not null default 0, -- the latest step of 30 seconds whose code was accepted
  created_at timestamptz not null,
  confirmed_at timestamptz
);

create table recovery_code (
  uid uuid not null references account on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (uid, code_hash)
);

-- A column of the account, so that a sign-in that started before waits for the change and is refused.
alter table account add column second_factor_on boolean not null default false;

alter table session
  add column second_factor_at timestamptz, -- when it last showed a second factor
  add column confirmed_at timestamptz; -- when its user last confirmed that it is them`,
    )
    .execute(db);
}
