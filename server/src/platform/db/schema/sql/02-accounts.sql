-- Accounts, how users prove who they are, and what protects the sign-in.

-- One per user. The row stays after deletion, without personal data, because the records of others refer to it.
create table account (
  uid uuid primary key default uuidv7(),
  email text not null check (email = lower(email)),
  email_verified boolean not null,
  password_hash text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null default now(), -- to the day
  warned_at timestamptz, -- the last e-mail about somebody who tried to sign up with this address
  suspended_at timestamptz,
  suspended_until timestamptz, -- null: until a moderator lifts it
  suspension_reason text,
  suspension_notified_at timestamptz,
  deletion_requested_at timestamptz, -- it can be cancelled until erase_at
  deletion_reason text check (deletion_reason in ('requested', 'dormant')),
  erase_at timestamptz,
  erased_at timestamptz,
  constraint account_suspension check (suspended_at is not null or (suspended_until is null and suspension_reason is null)),
  constraint account_deletion_has_reason check ((deletion_requested_at is null) = (deletion_reason is null)),
  constraint account_deletion_has_date check ((deletion_requested_at is null) = (erase_at is null)),
  constraint account_erased_after_request check (erased_at is null or deletion_requested_at is not null)
);
-- An address has at most one account that proved it, and at most one that has not: signing up is answered the same way
-- whether or not there is an account.
create unique index account_proven on account (email) where email_verified;
create unique index account_unproven on account (email) where not email_verified;
-- Deletes accounts that never proved their address.
create index account_unproven_by_age on account (created_at) where not email_verified;
-- Suspended users: who they are, whose suspension is over, and who has not been notified yet.
create index account_suspended on account (uid) where suspended_at is not null;
create index account_suspended_until on account (suspended_until) where suspended_until is not null;
create index account_suspension_unnotified on account (suspended_at)
  where suspended_at is not null and suspension_notified_at is null;
-- Contact restrictions: users whom nobody can meet.
create index account_unavailable on account (uid) where suspended_at is not null or deletion_requested_at is not null;
-- Erases accounts whose grace period is over, and finds unused ones.
create index account_to_erase on account (erase_at) where deletion_requested_at is not null and erased_at is null;
create index account_dormant on account (last_seen_at) where deletion_requested_at is null and email_verified;

-- One row per sign-in. The refresh token is replaced at each use and stored only as a hash.
create table session (
  id uuid primary key default uuidv7(),
  uid uuid not null references account on delete cascade,
  device text, -- such as "Chrome on Linux"
  rotation_key text not null, -- derives the next refresh token from the current one
  token_hash text not null,
  previous_hash text, -- the token before, which a client may still send if it missed the reply
  rotated_at timestamptz not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  expires_at timestamptz not null
);
create index session_by_uid on session (uid);
-- Deletes old rows.
create index session_by_expiry on session (expires_at);

-- Browsers that have signed in to an account before; they are throttled less.
create table known_device (
  token_hash text primary key, -- a secret in a cookie, different for each account
  uid uuid not null references account on delete cascade,
  used_at timestamptz not null
);
create index known_device_by_uid on known_device (uid, used_at desc);
-- Deletes old rows.
create index known_device_by_use on known_device (used_at);

-- Codes sent by e-mail. A code is valid only in the browser that requested it.
create table one_time_code (
  email text not null,
  purpose text not null,
  flow_hash text not null default '', -- the browser that requested the code
  code_hash text not null,
  sent_at timestamptz not null,
  tries int not null default 0,
  verified_at timestamptz,
  proof_hash text, -- the browser that verified it
  primary key (email, purpose, flow_hash)
);
-- Deletes old rows.
create index one_time_code_by_age on one_time_code (sent_at);

-- Links sent by e-mail. No foreign key: an unproven account that is replaced gets a new id, and its links must not follow.
create table email_link (
  token_hash text primary key,
  purpose text not null check (purpose in ('email-verification', 'email-undo')),
  uid uuid not null,
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_link_by_uid on email_link (uid);
-- Deletes old rows.
create index email_link_by_expiry on email_link (expires_at);

-- The security history that users see: sign-ins, changes and sessions that ended.
-- No foreign key: a failed sign-in is recorded the same way when there is no account.
create table account_event (
  id uuid primary key default uuidv7(),
  uid uuid not null,
  kind text not null, -- allowed values: AccountEvent in the contract
  at timestamptz not null,
  network text,
  device text,
  session_id uuid,
  reason text
);
-- Lists the history of a user, newest first.
create index account_event_by_uid on account_event (uid, at desc, id desc);
-- Deletes old rows.
create index account_event_by_age on account_event (at);

-- The keys that sign access tokens.
create table signing_key (
  kid text primary key,
  public_jwk jsonb not null,
  private_jwk jsonb not null,
  created_at timestamptz not null,
  retired_at timestamptz
);

-- Counts attempts to sign in, to use a code and to send an e-mail: some are free, then each has to wait longer.
-- Unlogged, as in rate_count.
create unlogged table login_attempt (
  key text primary key,
  tries int not null check (tries >= 0),
  free int not null check (free > 0),
  next_at timestamptz not null, -- when the next attempt is allowed
  ends_at timestamptz not null -- when the count is forgotten
) with (fillfactor = 50);
-- Deletes old rows.
create index login_attempt_by_end on login_attempt (ends_at);

-- Strangers whom a new account has contacted within a day; there is a daily limit.
create table stranger_contact (
  uid uuid not null references account on delete cascade,
  contact_hash text not null,
  at timestamptz not null,
  primary key (uid, contact_hash)
);
-- Deletes old rows.
create index stranger_contact_by_time on stranger_contact (at);

-- The secret with which all processes sign proof-of-work challenges. One row.
create table captcha_secret (
  id boolean primary key default true check (id),
  secret text not null,
  since timestamptz not null default now(),
  before text -- the secret before this one, while challenges signed with it are still valid
);

-- Solved challenges, each of which is accepted once.
create table used_pow (
  nonce text primary key,
  expires_at timestamptz not null
);
-- Deletes old rows.
create index used_pow_by_expiry on used_pow (expires_at);

-- How many challenges a network has requested lately, which decides how hard the next one is.
create unlogged table pow_rate (
  network_hash text primary key,
  requested float8 not null check (requested >= 0), -- decays over time
  at timestamptz not null
) with (fillfactor = 50);
