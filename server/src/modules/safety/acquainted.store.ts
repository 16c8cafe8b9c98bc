import { type RawBuilder, sql } from "kysely";

/**
 * Whether a seat was accepted between two people, is taking place, or is over. `one` and `other` are columns or values
 * of the statement that it becomes a part of.
 */
export const areAcquainted = (one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${seatBetween(one, other)} or ${seatBetween(other, one)})`;

const seatBetween = (seeker: RawBuilder<unknown>, host: RawBuilder<unknown>) => sql`exists (
  select from seat_request join ride on ride.id = seat_request.ride_id
  where seat_request.seeker_id = ${seeker} and ride.host_id = ${host}
    and seat_request.status in ('accepted', 'completed', 'disputed'))`;
