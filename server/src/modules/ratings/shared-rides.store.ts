import type { Place } from "@commonlane/contract/shapes";
import { type RawBuilder, sql } from "kysely";
import { canInteractWithColumn } from "#modules/privacy/index.ts";
import type { Context } from "#platform/context.ts";

/** A ride that two users shared, with the period in which they can rate each other. */
export interface SharedRide {
  readonly ride_id: string;
  readonly host_id: string;
  readonly seeker_id: string;
  /** Null if strangers see the exact points. */
  readonly public_points: Place[] | null;
  readonly points: Place[];
  readonly departs_at: Date;
  readonly time_zone: string;
  readonly opens_at: Date;
  readonly closes_at: Date;
  readonly early: boolean;
  readonly open: boolean;
  /** Whether its ratings count (domain.md, Ratings). */
  readonly counts: boolean;
}

export interface RatingPair {
  readonly raterUid: string;
  readonly ratedUid: string;
}

/**
 * Rides that a host and a passenger shared (domain.md, Ratings): the seat was confirmed and not cancelled in good time.
 * Late cancellations and rides cancelled by the host count as shared, by the times that were agreed; reserved seats that
 * were never confirmed do not. Of
 * several bookings of one passenger on a ride, one that counts decides, and the newest of those.
 */
export const sharedRidesQuery = ({ now, settings }: Context, condition: RawBuilder<unknown>) => {
  const { COMPLETE_AFTER_FRACTION, RATING_OPEN_DAYS, LATE_CANCELLATION_H } = settings;
  return sql<SharedRide>`(
    select distinct on (ride.id, seeker_id) ride.id as ride_id, host_id, seeker_id, points, public_route -> 'points' as public_points, departs_at, time_zone,
      opens_at, closes_at, booking_counts(seat_request, ride) as counts, arrived is not true and closes_at > ${now()} as early, arrived and closes_at > ${now()} as open
    from seat_request join ride on ride.id = seat_request.ride_id
      cross join lateral (select case when seat_request.status = 'cancelled' and is_unconfirmed(seat_request)
        then (agreed ->> 'departsAt')::timestamptz else departs_at end as agreed_departs_at) as terms
      cross join lateral (select agreed_departs_at + (arrives_at - departs_at) * ${COMPLETE_AFTER_FRACTION}::float8 as opens_at) as hour
      cross join lateral (select opens_at + make_interval(days => ${RATING_OPEN_DAYS}) as closes_at,
        ride.status = 'completed' or opens_at <= ${now()} as arrived) as span
    where ${condition} and (seat_request.status in ('accepted', 'completed', 'disputed')
      or seat_request.status = 'cancelled' and not reserved
        and (ended_at > agreed_departs_at - make_interval(hours => ${LATE_CANCELLATION_H})
          or ride.status = 'cancelled' and ended_by = 'host'))
    order by ride.id, seeker_id, counts desc, seat_request.id desc)`;
};

// Hosts are never passengers of their own ride, so one of the two is the host and the other the passenger.
export const pairCondition = ({ raterUid, ratedUid }: RatingPair) =>
  sql`
    seeker_id in (${raterUid}, ${ratedUid})
    and host_id in (${raterUid}, ${ratedUid})`;
const notRatedCondition = ({
  raterUid,
  ratedUid,
}: {
  raterUid: string;
  ratedUid: RawBuilder<unknown>;
}) => sql`
  not exists (
    select 1
    from rating
    where rating.ride_id = shared.ride_id
      and rater_uid = ${raterUid}
      and rated_uid = ${ratedUid})`;

/** The newest ride shared by two users that the rater can rate and has not rated. */
export async function findNewestUnratedRide(
  ctx: Context,
  pair: RatingPair,
): Promise<string | undefined> {
  const { rows } = await sql<{ ride_id: string }>`
    select ride_id from ${sharedRidesQuery(ctx, pairCondition(pair))} as shared
    where open and ${notRatedCondition({
      raterUid: pair.raterUid,
      ratedUid: sql`${pair.ratedUid}`,
    })}
    order by departs_at desc, ride_id desc limit 1`.execute(ctx.db);
  return rows[0]?.ride_id;
}

export async function findSharedRide(
  ctx: Context,
  rideId: string,
  pair: RatingPair,
): Promise<SharedRide | undefined> {
  const { rows } = await sql<SharedRide>`
    select *
    from ${sharedRidesQuery(ctx, sql`ride.id = ${rideId} and ${pairCondition(pair)}`)} as shared`.execute(
    ctx.db,
  );
  return rows[0];
}

/** Shared rides of this user on one ride: with the host, or with all passengers. */
export async function findSharedOnRide(
  ctx: Context,
  rideId: string,
  uid: string,
): Promise<SharedRide[]> {
  const condition = sql`ride.id = ${rideId} and ${uid} in (host_id, seeker_id)`;
  const { rows } = await sql<SharedRide>`
    select *
    from ${sharedRidesQuery(ctx, condition)} as shared
    order by seeker_id`.execute(ctx.db);
  return rows;
}

/** Shared rides that this user can still rate, newest first. */
export async function findUnratedSharedRides(
  ctx: Context,
  uid: string,
  limit: number,
): Promise<SharedRide[]> {
  const { rows } = await sql<SharedRide>`
    select * from (
      select * from ${sharedRidesQuery(ctx, sql`host_id = ${uid}`)} as shared
        where open and ${notRatedCondition({
          raterUid: uid,
          ratedUid: sql`seeker_id`,
        })} and ${canInteractWithColumn(uid, "seeker_id")}
      union all
      select * from ${sharedRidesQuery(ctx, sql`seeker_id = ${uid}`)} as shared
        where open and ${notRatedCondition({
          raterUid: uid,
          ratedUid: sql`host_id`,
        })} and ${canInteractWithColumn(uid, "host_id")}) as due
    order by departs_at desc, ride_id desc, seeker_id limit ${limit}`.execute(ctx.db);
  return rows;
}
