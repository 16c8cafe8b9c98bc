import { type RawBuilder, sql } from "kysely";
import { DAY_MS } from "@commonlane/contract/durations";
import type { Context } from "#platform/context.ts";

/** How many times as long as an account counts as new. */
const AGE_FACTOR = 4;

/**
 * SQL condition that a user counts in public numbers: the account is older than four times NEW_ACCOUNT_DAYS, or was on a
 * completed trip that counts. "At least five people" protects nobody from somebody who brings four fresh accounts.
 */
export function isEstablished(
  { now, settings }: Pick<Context, "now" | "settings">,
  uid: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const createdBefore = new Date(now().getTime() - AGE_FACTOR * settings.NEW_ACCOUNT_DAYS * DAY_MS);
  return sql<boolean>`(
    exists (select from account as counted where counted.uid = ${uid} and counted.created_at <= ${createdBefore}::timestamptz)
    or exists (select from seat_request as booking join ride as trip on trip.id = booking.ride_id
      where booking.seeker_id = ${uid} and booking.status = 'completed' and booking_counts(booking, trip))
    or exists (select from ride as trip join seat_request as booking on booking.ride_id = trip.id
      where trip.host_id = ${uid} and booking.status = 'completed' and booking_counts(booking, trip)))`;
}
