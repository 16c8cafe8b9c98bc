-- Seat requests, the standby queue, and the rule that nobody travels twice at the same time.

-- A seeker's request for seats. An accepted one is a booking.
create table seat_request (
  id uuid primary key default uuidv7(),
  ride_id uuid not null references ride,
  seeker_id uuid not null references account,
  seats int not null check (seats between 1 and 8),
  pickup jsonb not null,
  dropoff jsonb not null,
  approximate_stops jsonb, -- approximate pickup and dropoff, shown until the seat is agreed
  pickup_at timestamptz not null,
  dropoff_at timestamptz not null,
  first_leg int not null check (first_leg >= 0),
  last_leg int not null,
  detour_m int not null,
  detour_s int not null,
  message text,
  needs text[] not null default '{}',
  contribution_minor int,
  currency text,
  status text not null check (
    status in ('pending', 'accepted', 'rejected', 'withdrawn', 'expired', 'cancelled', 'completed', 'disputed')),
  reason text,
  ended_by text check (ended_by in ('seeker', 'host', 'system')),
  reserved boolean not null default false, -- a freed seat, reserved for this user of the standby queue until they confirm
  agreed jsonb, -- the terms that were agreed, if the ride was changed since
  confirm_by timestamptz, -- until when the passenger may decide whether the changed ride still suits; kept afterwards
  confirm_requested_at timestamptz,
  expires_at timestamptz not null, -- until when the host may decide
  created_at timestamptz not null,
  decided_at timestamptz,
  ended_at timestamptz,
  constraint seat_request_legs_in_order check (last_leg >= first_leg),
  constraint seat_request_needs_known check (needs <@ array['step-free', 'wheelchair', 'assistance-animal'])
);
-- A seeker has at most one open request per ride.
create unique index seat_request_active on seat_request (ride_id, seeker_id) where status in ('pending', 'accepted');
create index seat_request_by_ride on seat_request (ride_id, id);
create index seat_request_by_seeker on seat_request (seeker_id, id);
-- Expires requests and confirmations.
create index seat_request_pending on seat_request (expires_at) where status = 'pending';
create index seat_request_to_confirm on seat_request (confirm_by) where status = 'accepted' and confirm_by is not null;

-- Seekers who wait for a seat on a full ride. The ride is locked when one joins, so the numbers follow the order of joining.
create table standby (
  id uuid primary key default uuidv7(),
  position bigint generated always as identity,
  ride_id uuid not null references ride on delete cascade,
  seeker_id uuid not null references account on delete cascade,
  seats int not null check (seats between 1 and 8),
  pickup jsonb, -- null: the ride's origin
  dropoff jsonb, -- null: the ride's destination
  needs text[] not null default '{}',
  after_cancellation boolean not null, -- entered for a passenger whose ride was cancelled, not by themselves
  status text not null default 'waiting' check (status in ('waiting', 'served', 'left', 'ended')),
  seat_request_id uuid references seat_request on delete set null,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint standby_ended check ((status = 'waiting') = (ended_at is null)),
  constraint standby_needs_known check (needs <@ array['step-free', 'wheelchair', 'assistance-animal'])
);
create unique index standby_waiting on standby (ride_id, seeker_id) where status = 'waiting';
-- The queue of a ride in order.
create index standby_queue on standby (ride_id, position) where status = 'waiting';
-- Seekers of a ride who have been offered a seat.
create index standby_served on standby (ride_id) where status = 'served';
create index standby_by_seeker on standby (seeker_id);

-- For exclusion constraints that compare ids as well as ranges.
create extension if not exists btree_gist;

-- When a user travels: as the host of a ride, or as a passenger from pickup to dropoff. Written by the triggers below only.
create table commitment (
  id uuid primary key, -- of the ride or the seat request
  uid uuid not null,
  ride_id uuid not null,
  during tstzrange not null,
  lane int8range not null, -- a host takes all lanes; each booking takes its own, since two may be for different people
  constraint commitment_no_overlap exclude using gist (uid with =, during with &&, lane with &&)
);

-- Estimated times are rather long: a ride counts as done after 0.8 of its duration (docs/domain.md, State machines).
create function travel_period(departs timestamptz, arrives timestamptz) returns tstzrange language sql stable as $$
  select tstzrange(departs, departs + (arrives - departs) * 0.8) $$;

-- "do nothing" and an error of our own, because two users who commit at once would otherwise wait for each other.
create function insert_commitment(id uuid, uid uuid, ride_id uuid, during tstzrange, lane int8range) returns void
language plpgsql as $$
begin
  insert into commitment (id, uid, ride_id, during, lane) values (id, uid, ride_id, during, lane)
    on conflict on constraint commitment_no_overlap do nothing;
  if not found then
    raise exclusion_violation using message = 'this user already travels at that time', constraint = 'commitment_no_overlap';
  end if;
end $$;

create function sync_commitment_of_ride() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then delete from commitment where id = old.id; end if;
  if tg_op <> 'DELETE' and new.status in ('scheduled', 'departed') then
    perform insert_commitment(new.id, new.host_id, new.id, travel_period(new.departs_at, new.arrives_at), '(,)');
  end if;
  return null;
end $$;

-- A passenger who has yet to confirm a changed ride is not committed to it.
create function sync_commitment_of_seat_request() returns trigger language plpgsql as $$
declare lane bigint;
begin
  if tg_op <> 'INSERT' then delete from commitment where id = old.id; end if;
  if tg_op <> 'DELETE' and new.status = 'accepted' and new.confirm_by is null then
    lane := hashtextextended(new.id::text, 0);
    perform insert_commitment(new.id, new.seeker_id, new.ride_id, travel_period(new.pickup_at, new.dropoff_at),
      int8range(lane, lane, '[]'));
  end if;
  return null;
end $$;

create trigger commitment_after_insert after insert on ride for each row
  when (new.status in ('scheduled', 'departed')) execute function sync_commitment_of_ride();
create trigger commitment_after_update after update of status, departs_at, arrives_at on ride for each row
  when ((old.status in ('scheduled', 'departed')) <> (new.status in ('scheduled', 'departed'))
    or (new.status in ('scheduled', 'departed'))
      and (old.departs_at, old.arrives_at) is distinct from (new.departs_at, new.arrives_at))
  execute function sync_commitment_of_ride();
create trigger commitment_after_delete after delete on ride for each row
  when (old.status in ('scheduled', 'departed')) execute function sync_commitment_of_ride();

create trigger commitment_after_insert after insert on seat_request for each row
  when (new.status = 'accepted') execute function sync_commitment_of_seat_request();
create trigger commitment_after_update after update of status, confirm_by, pickup_at, dropoff_at on seat_request for each row
  when ((old.status = 'accepted' and old.confirm_by is null) <> (new.status = 'accepted' and new.confirm_by is null)
    or (new.status = 'accepted' and new.confirm_by is null)
      and (old.pickup_at, old.dropoff_at) is distinct from (new.pickup_at, new.dropoff_at))
  execute function sync_commitment_of_seat_request();
create trigger commitment_after_delete after delete on seat_request for each row
  when (old.status = 'accepted') execute function sync_commitment_of_seat_request();
