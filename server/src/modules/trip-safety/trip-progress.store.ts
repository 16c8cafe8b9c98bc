import { DAY_MS } from "@commonlane/contract/durations";
import type { LatLng } from "@commonlane/contract/shapes";
import { sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import { firstVisiblePickup, hasTravelled, isOnComingRide } from "./trip-participants.store.ts";

/**
 * Records an arrival and deletes the position. Returns undefined if it was already recorded. The same statement reads
 * whether the contacts were notified, waiting for a concurrent notification.
 */
export async function recordArrival(
  { db, now }: InTransaction,
  rideId: string,
  uid: string,
): Promise<{ readonly notified_at: Date | null } | undefined> {
  const { rows } = await sql<{ notified_at: Date | null }>`
    insert into trip_progress (ride_id, uid, arrived_at)
    values (${rideId}, ${uid}, ${now()})
    on conflict (ride_id, uid) do update set arrived_at = excluded.arrived_at,
      lat = null, lng = null, position_at = null
      where trip_progress.arrived_at is null
    returning notified_at`.execute(db);
  return rows[0];
}

/**
 * Stores the user's latest position while a share link exists, or, for a host, while passengers are on board or picked
 * up soon.
 */
export async function recordPosition(
  { db, now }: Context,
  {
    rideId,
    uid,
  }: {
    readonly rideId: string;
    readonly uid: string;
  },
  { lat, lng }: LatLng,
): Promise<boolean> {
  const { rows } = await sql`
    insert into trip_progress (ride_id, uid, lat, lng, position_at)
    select ${rideId}::uuid, ${uid}::uuid, ${lat}::float8, ${lng}::float8,
      ${now()}::timestamptz
    where exists (
      select from ride_share where ride_id = ${rideId} and uid = ${uid})
      or exists (
        select
        from seat_request
        join ride on ride.id = seat_request.ride_id
        where ride.id = ${rideId}
          and ride.host_id = ${uid}
          and ${isOnComingRide}
          and pickup_at <= ${firstVisiblePickup(now())})
    on conflict (ride_id, uid) do update set lat = excluded.lat,
      lng = excluded.lng, position_at = excluded.position_at
    where trip_progress.arrived_at is null
    returning ride_id`.execute(db);
  return rows.length > 0;
}

/**
 * Deletes positions that no one may see any more: without a link to a ride that takes place, and without passengers who
 * wait for the driver or are on board. Of one user on one ride or of all; at most `limit`.
 */
export async function deleteUnsharedPositions(
  { db }: InTransaction,
  filter:
    | {
        readonly rideId: string;
        readonly uid: string;
      }
    | undefined,
  limit: number,
): Promise<number> {
  const condition = filter
    ? sql`
      trip_progress.ride_id = ${filter.rideId}
      and trip_progress.uid = ${filter.uid}
      and`
    : sql``;
  const { rows } = await sql`
    update trip_progress set lat = null, lng = null, position_at = null
    where (ride_id, uid) in (select ride_id, uid from trip_progress where ${condition} position_at is not null
      and not exists (select from ride_share as share join ride on ride.id = share.ride_id
        where share.ride_id = trip_progress.ride_id and share.uid = trip_progress.uid and ride.status <> 'cancelled')
      and not exists (select from seat_request join ride on ride.id = seat_request.ride_id
        where ride.id = trip_progress.ride_id and ride.host_id = trip_progress.uid and ${isOnComingRide})
      limit ${limit})
    returning ride_id`.execute(db);
  return rows.length;
}

export interface OverdueTrip {
  readonly ride_id: string;
  readonly uid: string;
  readonly arrival_asked_at: Date;
}

/** Arrivals older than this are no longer asked about. */
const ASK_WITHIN_MS = DAY_MS;

/**
 * Claims trips of users with trusted contacts that should have arrived by `due` and are not confirmed; each trip once,
 * at most `limit`.
 */
export async function claimOverdueToAsk(
  { db, now }: InTransaction,
  due: Date,
  limit: number,
): Promise<OverdueTrip[]> {
  const since = new Date(due.getTime() - ASK_WITHIN_MS);
  const { rows } = await sql<OverdueTrip>`
    insert into trip_progress (ride_id, uid, arrival_asked_at)
    select trip.ride_id, trip.uid, ${now()}::timestamptz
    from (select distinct owner_id from trusted_contact where status = 'confirmed') as owner, lateral (
      select ride.id as ride_id, host_id as uid from ride
        where host_id = owner_id and ride.status in ('departed', 'completed') and arrives_at > ${since} and arrives_at <= ${due}
      union all
      select ride_id, seeker_id from seat_request join ride on ride.id = ride_id
        where seeker_id = owner_id and ${hasTravelled}
          and ride.status in ('departed', 'completed') and dropoff_at > ${since} and dropoff_at <= ${due}) as trip
    where not exists (select from trip_progress where trip_progress.ride_id = trip.ride_id and trip_progress.uid = trip.uid
      and (arrived_at is not null or arrival_asked_at is not null))
    limit ${limit}
    on conflict (ride_id, uid) do update set arrival_asked_at = excluded.arrival_asked_at
      where trip_progress.arrival_asked_at is null and trip_progress.arrived_at is null
    returning ride_id, uid, arrival_asked_at`.execute(db);
  return rows;
}

/** Claims trips whose users were asked before `askedBefore` and did not answer; each trip once, at most `limit`. */
export async function claimOverdueToReport(
  { db, now }: InTransaction,
  askedBefore: Date,
  limit: number,
): Promise<OverdueTrip[]> {
  const { rows } = await sql<OverdueTrip>`
    update trip_progress
    set notified_at = ${now()}
    where (ride_id, uid) in (
      select ride_id, uid
      from trip_progress
      where arrival_asked_at is not null
        and arrived_at is null
        and notified_at is null
        and arrival_asked_at <= ${askedBefore}
      order by arrival_asked_at
      limit ${limit}
      for update skip locked)
    returning ride_id, uid, arrival_asked_at`.execute(db);
  return rows;
}

/** Withdraws the question and the notification claimed by this transaction. */
export async function resetOverdue(
  { db }: InTransaction,
  { ride_id, uid }: OverdueTrip,
): Promise<void> {
  await sql`
    update trip_progress
    set arrival_asked_at = null, notified_at = null
    where ride_id = ${ride_id} and uid = ${uid}`.execute(db);
}
