-- What moderators set for the whole community.

-- Who may join, and the maintenance notice. One row, or none while nothing was set.
create table community (
  id boolean primary key default true check (id),
  email_domains text[] not null default '{}', -- empty: any domain
  invite_only boolean not null default false,
  maintenance text
);

-- What all users see above the page.
create table announcement (
  id uuid primary key default uuidv7(),
  text text not null,
  created_at timestamptz not null,
  ends_at timestamptz
);

-- A code that lets people join a closed community; each who joins uses it up by one.
create table invite (
  id uuid primary key default uuidv7(),
  code_hash text not null unique,
  label text not null,
  uses_left int not null check (uses_left >= 0),
  used int not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
