import { type Kysely, sql } from "kysely";

/**
 * What counts follows from what was agreed. A host could move a ride, also at the last minute, until all passengers left,
 * move it so close to the booking that this no longer counted, or lengthen it so that its end came before half of its
 * time.
 *
 * `host_moved_at` is when the host changed the ride beyond what the passenger had agreed to; null if not, or once they
 * have confirmed. It stays on record if the booking ended before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
alter table seat_request add column host_moved_at timestamptz;

-- A passenger was asked to confirm a changed ride and has not done so. Reserved seats were never agreed on.
create function is_unconfirmed(booking seat_request) returns boolean language sql immutable as $$
  select booking.confirm_by is not null and booking.agreed is not null and not booking.reserved $$;

create or replace function booking_counts(booking seat_request, trip ride) returns boolean language sql stable as $$
  select (is_unconfirmed(booking) or (select coalesce(sum(metres), 0) >= 2000
      from unnest(trip.leg_distance_m[booking.first_leg + 1 : booking.last_leg + 1]) as leg (metres)))
    and dropoff_at - pickup_at >= interval '5 minutes'
    and departs_at - coalesce(booking.decided_at, booking.created_at) >= interval '15 minutes'
    and (booking.status = 'cancelled' or booking.ended_at is null
      or booking.ended_at >= least(pickup_at + 0.5 * (dropoff_at - pickup_at),
        booking.pickup_at + 0.5 * (booking.dropoff_at - booking.pickup_at))
      or exists (select from trip_outcome
        where trip_outcome.seat_request_id = booking.id and trip_outcome.outcome = 'host-absent'))
  from (select
    case when is_unconfirmed(booking) then (booking.agreed ->> 'departsAt')::timestamptz else trip.departs_at end as departs_at,
    case when is_unconfirmed(booking) then (booking.agreed ->> 'pickupAt')::timestamptz else booking.pickup_at end as pickup_at,
    case when is_unconfirmed(booking) then (booking.agreed ->> 'dropoffAt')::timestamptz else booking.dropoff_at end as dropoff_at
  ) as agreed $$;`,
    )
    .execute(db);
}
