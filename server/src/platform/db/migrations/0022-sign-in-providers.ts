import { type Kysely, sql } from "kysely";

/** Sign-in at institutions by OpenID Connect. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
create table sign_in_provider (
  id text primary key, -- part of the addresses that are registered with the provider
  name text not null check (name <> ''),
  logo text, -- a PNG, base64
  issuer text not null,
  client_id text not null check (client_id <> ''),
  client_secret text, -- null: the client has none
  scopes text not null,
  email_domains text[] not null, -- people with these addresses sign in here, not with a password
  trusts_email boolean not null, -- addresses count as verified unless the provider denies it
  enabled boolean not null,
  changed_at timestamptz not null
);

-- A person's account at a provider, and the account here that it signs in to.
create table linked_identity (
  id uuid primary key default uuidv7(),
  provider_id text not null references sign_in_provider on delete cascade,
  issuer text not null, -- a subject means nothing at another issuer
  subject text not null,
  uid uuid not null references account on delete cascade,
  email text,
  linked_at timestamptz not null,
  last_used_at timestamptz not null,
  constraint linked_identity_once unique (provider_id, issuer, subject),
  constraint linked_identity_one_per_provider unique (uid, provider_id)
);

-- A sign-in that has started; deleted when the provider's answer arrives, so that no answer counts twice.
create table pending_sign_in (
  state_hash text primary key,
  browser_hash text not null, -- the browser that started, identified by the secret in its cookie
  provider_id text not null references sign_in_provider on delete cascade,
  nonce text not null,
  code_verifier text not null,
  return_to text,
  link_uid uuid references account on delete cascade, -- the owner who wants to link this account
  expires_at timestamptz not null
);
-- Deletes old rows.
create index pending_sign_in_by_expiry on pending_sign_in (expires_at);
create index pending_sign_in_by_link on pending_sign_in (link_uid) where link_uid is not null;

-- A person whom a provider has identified and who still has to confirm something.
create table unconfirmed_identity (
  browser_hash text primary key,
  step text not null check (step in ('new-account', 'password', 'link')),
  uid uuid references account on delete cascade, -- the account to link; null for a new one
  provider_id text not null references sign_in_provider on delete cascade,
  identity jsonb not null,
  return_to text,
  expires_at timestamptz not null,
  constraint unconfirmed_identity_account check ((step = 'new-account') = (uid is null))
);
-- Deletes old rows.
create index unconfirmed_identity_by_expiry on unconfirmed_identity (expires_at);
create index unconfirmed_identity_by_uid on unconfirmed_identity (uid) where uid is not null;

-- Sessions that began at a provider, so that signing out at one side ends both.
create table provider_session (
  session_id uuid primary key references session on delete cascade,
  identity_id uuid not null references linked_identity on delete cascade,
  provider_sid text, -- the provider's id of its session
  sign_out_url text, -- null: the provider has no sign-out
  refresh_token text, -- asks the provider whether it still knows the person; null: it gave none
  checked_at timestamptz not null
);
create index provider_session_by_identity on provider_session (identity_id);
-- Asks about those that were not checked for longest.
create index provider_session_to_check on provider_session (checked_at) where refresh_token is not null;`,
    )
    .execute(db);
}
