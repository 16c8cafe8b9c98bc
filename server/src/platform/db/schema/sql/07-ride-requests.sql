-- Trips that seekers post, and the offers of drivers.

create table ride_request (
  id uuid primary key default uuidv7(),
  seeker_id uuid not null references account,
  driver_uid uuid references account on delete set null, -- the active driver it was sent to; others may answer, too
  origin jsonb not null,
  destination jsonb not null,
  origin_area jsonb not null, -- approximate: what strangers see
  destination_area jsonb not null,
  area_lat float8 not null, -- of origin_area; only this can be searched
  area_lng float8 not null,
  departs_after timestamptz not null,
  departs_before timestamptz not null,
  time_zone text not null,
  seats int not null check (seats between 1 and 8),
  luggage int not null default 0 check (luggage between 0 and 3),
  needs text[] not null default '{}',
  max_contribution_minor int check (max_contribution_minor >= 0),
  currency text,
  preferences jsonb not null,
  audience text not null check (audience in ('everyone', 'sameGender')),
  seeker_gender text,
  note text,
  status text not null default 'open' check (status in ('open', 'matched', 'cancelled', 'expired')),
  ride_id uuid references ride, -- of the accepted offer
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint ride_request_window_in_order check (departs_before >= departs_after),
  constraint ride_request_contribution_has_currency check ((max_contribution_minor is null) = (currency is null)),
  constraint ride_request_audience_has_gender
    check (audience = 'everyone' or coalesce(seeker_gender, 'undisclosed') <> 'undisclosed'),
  constraint ride_request_needs_known check (needs <@ array['step-free', 'wheelchair', 'assistance-animal']),
  constraint ride_request_matched_has_ride check ((status = 'matched') = (ride_id is not null)),
  constraint ride_request_ended check ((status = 'open') = (ended_at is null))
);
create index ride_request_by_seeker on ride_request (seeker_id, id);
create index ride_request_of_driver on ride_request (driver_uid) where driver_uid is not null;
-- Requests near a position: for drivers who browse, and for alerts to hosts.
create index ride_request_by_area on ride_request (area_lat, area_lng) where status = 'open';
create index ride_request_position on ride_request using gist (point(area_lng, area_lat)) where status = 'open';
-- Expires requests.
create index ride_request_upcoming on ride_request (departs_before, id) where status = 'open';

-- A driver's answer. After acceptance the seat request holds what happens next.
create table offer (
  id uuid primary key default uuidv7(),
  request_id uuid not null references ride_request,
  driver_id uuid not null references account,
  ride_id uuid references ride, -- null until acceptance, if the ride is created by it
  seat_request_id uuid unique references seat_request,
  departs_at timestamptz not null,
  pickup_at timestamptz not null,
  dropoff_at timestamptz not null,
  detour_m int not null,
  detour_s int not null,
  seats int not null check (seats between 1 and 8),
  contribution_minor int check (contribution_minor >= 0),
  currency text,
  vehicle jsonb,
  message text,
  status text not null check (status in ('pending', 'accepted', 'declined', 'withdrawn', 'expired')),
  reason text,
  ended_by text check (ended_by in ('seeker', 'driver', 'system')),
  expires_at timestamptz not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint offer_contribution_has_currency check ((contribution_minor is null) = (currency is null)),
  constraint offer_times_in_order check (departs_at <= pickup_at and pickup_at <= dropoff_at),
  constraint offer_expires_before_departure check (expires_at <= departs_at),
  constraint offer_accepted_has_seat_request check ((status = 'accepted') = (seat_request_id is not null)),
  constraint offer_accepted_has_ride check (status <> 'accepted' or ride_id is not null),
  constraint offer_ended_has_side check ((status in ('declined', 'withdrawn', 'expired')) = (ended_by is not null)),
  constraint offer_ended_has_time check ((ended_by is null) = (ended_at is null))
);
-- A request accepts one offer, and a driver has one open offer per request.
create unique index offer_accepted on offer (request_id) where status = 'accepted';
create unique index offer_active on offer (request_id, driver_id) where status in ('pending', 'accepted');
create index offer_by_request on offer (request_id, id);
create index offer_by_driver on offer (driver_id, id);
-- Offers that end with a ride.
create index offer_on_ride on offer (ride_id) where status = 'pending';
-- Expires offers.
create index offer_pending on offer (expires_at) where status = 'pending';
