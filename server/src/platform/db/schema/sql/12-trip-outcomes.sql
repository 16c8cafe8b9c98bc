-- How bookings went: pickup, payment and no-shows, and the reliability that is computed from them.

-- One per booking, created when somebody first looks at it or changes it.
create table trip_outcome (
  seat_request_id uuid primary key references seat_request on delete cascade,
  pin text not null check (pin ~ '^[0-9]{4}$'), -- what the passenger tells the host at pickup
  pin_tries int not null default 0 check (pin_tries between 0 and 5),
  picked_up_at timestamptz,
  paid_at timestamptz, -- according to the passenger
  received_at timestamptz, -- according to the host
  reported_by text check (reported_by in ('seeker', 'host')), -- who reported that they did not travel together, and why
  reported_fault text check (reported_fault in ('host-absent', 'passenger-absent', 'nobody')),
  report_note text,
  reported_at timestamptz,
  answer_until timestamptz, -- until when the other side may answer
  answer_fault text check (answer_fault in ('host-absent', 'passenger-absent', 'nobody')),
  answer_note text,
  answered_at timestamptz,
  outcome text check (outcome in ('host-absent', 'passenger-absent', 'nobody')),
  settled_at timestamptz,
  constraint trip_outcome_report_has_time check ((reported_by is null) = (reported_at is null)),
  constraint trip_outcome_report_has_fault check ((reported_by is null) = (reported_fault is null)),
  constraint trip_outcome_report_has_deadline check ((reported_by is null) = (answer_until is null)),
  constraint trip_outcome_no_report_after_pickup check (reported_by is null or picked_up_at is null),
  constraint trip_outcome_answer_has_fault check ((answer_fault is null) = (answered_at is null)),
  constraint trip_outcome_answer_after_report check (answered_at is null or reported_at is not null),
  constraint trip_outcome_settled_has_outcome check ((outcome is null) = (settled_at is null)),
  constraint trip_outcome_settled_after_report check (settled_at is null or reported_at is not null),
  constraint trip_outcome_answer_settles check (answered_at is null or settled_at is not null)
);
-- Settles reports that nobody answered.
create index trip_outcome_to_settle on trip_outcome (answer_until) where reported_at is not null and settled_at is null;

-- What users did with what they agreed to, without any text of theirs. Kept when domain events are deleted.
create table reliability_event (
  id bigint generated always as identity primary key,
  uid uuid not null references account on delete cascade,
  ride_id uuid not null,
  seat_request_id uuid not null,
  kind text not null,
  seconds int, -- how long before the pickup it was cancelled, or how long an answer took
  at timestamptz not null,
  constraint reliability_event_kind_check check (kind in
    ('travelled', 'cancelled', 'released', 'disputed', 'absent', 'cleared', 'answered', 'unanswered', 'uncounted')),
  constraint reliability_event_seconds check ((seconds is not null) = (kind in ('cancelled', 'answered')))
);
create index reliability_event_of_person on reliability_event (uid, id);

-- Whether a booking counts for ratings and reliability (docs/domain.md, Ratings). A cancelled one needs no completion.
create function booking_counts(booking seat_request, trip ride) returns boolean language sql stable as $$
  select (select coalesce(sum(metres), 0) >= 2000
      from unnest(trip.leg_distance_m[booking.first_leg + 1 : booking.last_leg + 1]) as leg (metres))
    and booking.dropoff_at - booking.pickup_at >= interval '5 minutes'
    and trip.departs_at - coalesce(booking.decided_at, booking.created_at) >= interval '15 minutes'
    and (booking.status = 'cancelled' or booking.ended_at is null
      or booking.ended_at >= trip.departs_at + 0.5 * (trip.arrives_at - trip.departs_at)) $$;
