-- Drivers who share their live position.

-- Positions are kept in memory and written only now and then, so that a position changes no index and fits on its page.
create table active_driver (
  uid uuid primary key references account on delete cascade,
  session_id uuid, -- the sign-in they went active with; no foreign key, since sessions are deleted on their own
  lat float8 not null check (lat between -90 and 90),
  lng float8 not null check (lng between -180 and 180),
  approximate_lat float8 not null, -- approximate: what strangers see
  approximate_lng float8 not null,
  address text,
  heading float8,
  heading_to jsonb, -- the destination
  heading_to_area jsonb, -- approximate: what strangers see
  seats int not null check (seats between 1 and 8),
  note text,
  audience text not null default 'everyone',
  gender text, -- as it was when they went active
  activated_at timestamptz not null,
  last_seen_at timestamptz not null,
  constraint active_driver_audience_has_gender
    check (audience = 'everyone' or audience = 'sameGender' and gender is not null)
) with (fillfactor = 70);
-- Lists the newest first.
create index active_driver_newest on active_driver (activated_at desc, uid desc);
