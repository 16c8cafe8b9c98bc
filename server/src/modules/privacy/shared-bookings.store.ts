import { type RawBuilder, sql } from "kysely";

/**
 * SQL condition that a seat request is a confirmed booking: accepted or completed, but not pending or ended before
 * the ride. Everything that a seat permits depends on it. A seat reserved from the standby queue counts once it is
 * confirmed.
 */
export const isConfirmedBooking: RawBuilder<boolean> = sql<boolean>`(seat_request.status in ('completed', 'disputed')
  or seat_request.status = 'accepted' and not seat_request.reserved)`;

/**
 * SQL condition that two users share a confirmed booking, in the future or past. The arguments are columns or values
 * of the surrounding statement.
 */
export const haveSharedBooking = (
  firstUid: RawBuilder<unknown>,
  secondUid: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  sql<boolean>`
    (${hasBookingWith(firstUid, secondUid)}
      or ${hasBookingWith(secondUid, firstUid)})`;

function hasBookingWith(seeker: RawBuilder<unknown>, host: RawBuilder<unknown>) {
  return sql`
  exists (
    select
    from seat_request
    join ride on ride.id = seat_request.ride_id
    where seat_request.seeker_id = ${seeker}
      and ride.host_id = ${host}
      and ${isConfirmedBooking})`;
}
