-- Saved searches, the alerts they cause, and the routes that many users look for.

create table saved_search (
  id uuid primary key default uuidv7(),
  owner_id uuid not null references account,
  criteria_key text not null, -- the same for searches with the same criteria
  name text,
  origin jsonb not null,
  destination jsonb not null,
  origin_lat float8 not null,
  origin_lng float8 not null,
  destination_lat float8 not null,
  destination_lng float8 not null,
  departs_after timestamptz, -- both null: any day
  departs_before timestamptz,
  preferred_at timestamptz,
  time_zone text not null,
  seats int not null check (seats between 1 and 8),
  walk_m float8 not null check (walk_m between 0 and 5000), -- how far the owner would walk
  filters jsonb not null, -- the filters
  paused_at timestamptz,
  removed_at timestamptz,
  created_at timestamptz not null,
  constraint saved_search_window_in_order check (departs_before >= departs_after),
  constraint saved_search_window_complete check ((departs_after is null) = (departs_before is null))
);
-- Nobody saves the same search twice.
create unique index saved_search_same on saved_search (owner_id, criteria_key) where removed_at is null;
-- Searches that a new ride may match, in degrees as if on a plane; the candidates are then measured on the sphere.
create index saved_search_position on saved_search using gist (point(origin_lng, origin_lat))
  where paused_at is null and removed_at is null;
-- Deletes removed and past searches.
create index saved_search_removed on saved_search (removed_at) where removed_at is not null;
create index saved_search_over on saved_search (departs_before);

-- A user is alerted of a ride once.
create table ride_alert (
  owner_id uuid not null references account,
  ride_id uuid not null references ride on delete cascade,
  saved_search_ids uuid[] not null, -- all searches of the owner that the ride matched
  request_id uuid references ride_request on delete set null,
  notified boolean not null, -- false: the ride was found when the search was saved, so there was no notification
  at timestamptz not null,
  primary key (owner_id, ride_id)
);
create index ride_alert_by_ride on ride_alert (ride_id);
-- The matches of a search, and of a ride request.
create index ride_alert_by_search on ride_alert using gin (saved_search_ids);
create index ride_alert_by_request on ride_alert (request_id) where request_id is not null;
-- Counts the alerts of a day against the limit.
create index ride_alert_lately on ride_alert (owner_id, at) where notified;
-- Deletes old rows.
create index ride_alert_old on ride_alert (at);

-- A host is alerted of a ride request once.
create table request_alert (
  host_id uuid not null references account,
  request_id uuid not null references ride_request on delete cascade,
  ride_id uuid not null references ride on delete cascade,
  at timestamptz not null,
  primary key (host_id, request_id)
);
create index request_alert_by_request on request_alert (request_id);
create index request_alert_by_ride on request_alert (ride_id);
-- Counts the alerts of a day against the limit.
create index request_alert_lately on request_alert (host_id, at);
-- Deletes old rows.
create index request_alert_old on request_alert (at);

-- Routes that many users look for and nobody drives. Recomputed regularly; nothing that fewer than five users share.
create table popular_route (
  rank int primary key, -- the order in which they are shown, from 0
  origin jsonb not null,
  destination jsonb not null,
  people int not null check (people >= 5)
);
