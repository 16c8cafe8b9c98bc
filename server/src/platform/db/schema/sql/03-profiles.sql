-- What users say about themselves, and what others see next to their name.

create table profile (
  uid uuid primary key references account on update cascade on delete cascade,
  display_name text,
  first_name text,
  last_name text,
  phone text,
  phone_verified boolean not null default false,
  phone_shared boolean not null default false, -- with the people on a ride, while it lasts
  gender text check (gender in ('male', 'female', 'nonbinary', 'undisclosed')),
  birth_date date,
  adult_declared boolean not null default false,
  bio text,
  languages text[] not null default '{}',
  needs text[] not null default '{}', -- access needs
  preferences jsonb not null default '{}',
  locale text,
  time_zone text,
  photo_id text, -- copied from photo, because names are read with every ride
  rating_count int not null default 0 check (rating_count >= 0), -- written by the triggers of rating only
  rating_sum int not null default 0,
  reliability jsonb, -- computed from reliability_event; null: to be computed at the next start
  constraint profile_needs_known check (needs <@ array['step-free', 'wheelchair', 'assistance-animal']),
  constraint profile_rating_plausible check (rating_sum between rating_count and 5 * rating_count)
);

-- Stored here and not in a folder: every process sees it, it is part of every backup, and changes with the profile.
create table photo (
  uid uuid primary key references account on update cascade on delete cascade,
  id text not null unique,
  small bytea not null,
  large bytea not null,
  created_at timestamptz not null
);
-- Images are compressed already.
alter table photo alter column small set storage external, alter column large set storage external;

create table vehicle (
  id uuid primary key default uuidv7(),
  uid uuid not null references account on delete cascade,
  make text not null,
  model text not null,
  colour text not null,
  plate text not null,
  seats int not null check (seats between 1 and 8),
  comfort text[] not null default '{}'
);
create index vehicle_by_uid on vehicle (uid);
