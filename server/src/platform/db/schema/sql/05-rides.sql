-- Rides, the series they repeat in, and saved templates.

-- A ride that repeats. Times are stored as clocks show them; only its occurrences, which are rides, have instants.
create table ride_series (
  id uuid primary key default uuidv7(),
  host_id uuid not null references account,
  terms jsonb not null, -- what each occurrence is created from
  local_time time not null,
  time_zone text not null,
  weekdays int[] not null check (cardinality(weekdays) > 0 and weekdays <@ array[1, 2, 3, 4, 5, 6, 7]), -- 1 is Monday
  first_day date not null,
  last_day date check (last_day >= first_day), -- null: no end
  exceptions date[] not null default '{}', -- days that the host took out
  missed date[] not null default '{}', -- days on which the host already has another ride
  return_of uuid references ride_series,
  created_until date, -- occurrences exist up to this day
  stopped_from date, -- from this day on the rules forbid further occurrences
  stop_reason text, -- the reason, as the host reads it
  status text not null default 'active' check (status in ('active', 'ended')),
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint ride_series_stopped check ((stopped_from is null) = (stop_reason is null)),
  constraint ride_series_ended check ((status = 'ended') = (ended_at is not null))
);
create index ride_series_by_host on ride_series (host_id, id);
create index ride_series_by_return on ride_series (return_of) where return_of is not null;
-- Finds series that need more occurrences.
create index ride_series_to_extend on ride_series (created_until nulls first, id) where status = 'active';

-- A route saved to be hosted again.
create table ride_template (
  id uuid primary key default uuidv7(),
  host_id uuid not null references account,
  name text not null,
  terms jsonb not null,
  created_at timestamptz not null
);
create unique index ride_template_by_name on ride_template (host_id, name);

-- A trip that a host offers.
create table ride (
  id uuid primary key default uuidv7(),
  host_id uuid not null references account,
  status text not null default 'scheduled' check (status in ('scheduled', 'departed', 'completed', 'cancelled')),
  created_at timestamptz not null,

  -- Where and when.
  points jsonb not null check (jsonb_array_length(points) between 2 and 16), -- origin, stops and destination in order
  origin_lat float8 not null, -- as strangers see it
  origin_lng float8 not null,
  polyline text not null,
  leg_distance_m int[] not null,
  leg_duration_s int[] not null,
  leg_points int[], -- how many points of the polyline each leg has; null: the route is an estimate, not along roads
  public_route jsonb, -- the route as strangers see it, if it differs
  driven_route jsonb, -- the route with the stops agreed with passengers, if it differs
  driven_route_version int not null default 0, -- raised at each change, for optimistic locking
  departs_at timestamptz not null,
  arrives_at timestamptz not null, -- of the driven route
  time_zone text not null,

  -- The offer.
  seats_total int not null check (seats_total between 1 and 8),
  seats_left int[] not null, -- one number per leg
  contribution_minor int check (contribution_minor >= 0), -- per seat; null: free
  currency text,
  running_cost_minor int check (running_cost_minor >= 0), -- of the whole route; null: unknown
  promised_minor int not null default 0 check (promised_minor >= 0), -- by all accepted passengers
  vehicle jsonb, -- a copy, so that later changes leave the ride alone
  approval text not null, -- 'manual' or 'instant'
  max_detour_m int not null,
  max_detour_s int not null,
  luggage int not null,
  preferences jsonb not null,
  audience text not null, -- 'everyone' or 'sameGender'
  host_gender text, -- as it was when the ride was offered
  max_two_in_back boolean not null,
  note text,

  -- Series and return ride.
  series_id uuid references ride_series,
  series_day date,
  detached boolean not null default false, -- changed on its own, so changes of the series leave it alone
  return_of uuid references ride, -- this is the way back of that ride
  return_id uuid references ride, -- that is the way back of this ride

  constraint ride_seats_left check (
    cardinality(seats_left) = jsonb_array_length(points) - 1 and 0 <= all (seats_left) and seats_total >= all (seats_left)),
  constraint ride_contribution_has_currency check ((contribution_minor is null) = (currency is null)),
  constraint ride_cost_covered check (promised_minor <= running_cost_minor),
  constraint ride_series_has_day check ((series_id is null) = (series_day is null)),
  constraint ride_leg_points check (cardinality(leg_points) = cardinality(leg_distance_m)),
  constraint ride_driven check (driven_route is null or jsonb_array_length(driven_route->'stops') > 0)
);
create index ride_by_host on ride (host_id, id);
-- Fills the corridor index and lists upcoming rides.
create index ride_upcoming on ride (departs_at, id) where status = 'scheduled';
-- Rides that start near a position.
create index ride_by_origin on ride (origin_lat, origin_lng) where status = 'scheduled';
-- Finds rides to mark as departed or completed.
create index ride_in_progress on ride (arrives_at) where status in ('scheduled', 'departed');
-- Each day of a series has one ride, however many processes create them; a cancelled ride keeps its day.
create unique index ride_of_series on ride (series_id, series_day) where series_id is not null;
-- Rides of a host whose public route hides a private place, to recompute when that changes.
create index ride_with_public_route on ride (host_id, id) where public_route is not null;
