import { type Kysely, sql } from "kysely";

/**
 * A host who never came could complete the ride at once, and then the agreed report of the passenger did not count. How
 * early a ride was completed no longer matters once it is settled that its host, who completed it, was absent.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
create or replace function booking_counts(booking seat_request, trip ride) returns boolean language sql stable as $$
  select (select coalesce(sum(metres), 0) >= 2000
      from unnest(trip.leg_distance_m[booking.first_leg + 1 : booking.last_leg + 1]) as leg (metres))
    and booking.dropoff_at - booking.pickup_at >= interval '5 minutes'
    and trip.departs_at - coalesce(booking.decided_at, booking.created_at) >= interval '15 minutes'
    and (booking.status = 'cancelled' or booking.ended_at is null
      or booking.ended_at >= trip.departs_at + 0.5 * (trip.arrives_at - trip.departs_at)
      or exists (select from trip_outcome
        where trip_outcome.seat_request_id = booking.id and trip_outcome.outcome = 'host-absent')) $$;`,
    )
    .execute(db);
}
