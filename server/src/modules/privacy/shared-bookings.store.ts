import { type RawBuilder, sql } from "kysely";

/**
 * Whether the seat request of a statement is agreed between its two sides, as opposed to asked for or over before it began:
 * whatever a seat gives, to read or to do, asks this. A seat that is held for who waited in line is agreed once they
 * confirm it.
 */
export const isConfirmedBooking: RawBuilder<boolean> = sql<boolean>`(seat_request.status in ('completed', 'disputed')
  or seat_request.status = 'accepted' and not seat_request.reserved)`;

/**
 * Whether a seat was agreed between two people, is taking place, or is over. `one` and `other` are columns or values
 * of the statement that it becomes a part of.
 */
export const haveSharedBooking = (firstUid: RawBuilder<unknown>, secondUid: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${hasBookingWith(firstUid, secondUid)} or ${hasBookingWith(secondUid, firstUid)})`;

const hasBookingWith = (seeker: RawBuilder<unknown>, host: RawBuilder<unknown>) => sql`exists (
  select from seat_request join ride on ride.id = seat_request.ride_id
  where seat_request.seeker_id = ${seeker} and ride.host_id = ${host}
    and ${isConfirmedBooking})`;
