import type { AccessNeed } from "@commonlane/contract/profiles";
import { STANDBY_MAX } from "@commonlane/contract/limits";
import type { Place } from "@commonlane/contract/shapes";
import type { StandbyStatus } from "@commonlane/contract/standby";
import { type Selectable, sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import type { Schema } from "#platform/db/schema/schema.ts";
import type { SeatRequestRow } from "../seat-requests.store.ts";

export type StandbyRow = Selectable<Schema["standby"]>;

export interface NewStandbyEntry {
  readonly rideId: string;
  readonly seekerId: string;
  readonly seats: number;
  readonly pickup: Place | undefined;
  readonly dropoff: Place | undefined;
  readonly needs: readonly AccessNeed[];
  readonly afterCancellation: boolean;
}

/**
 * Joins the standby queue. Returns undefined if the queue is full, or the seeker is already in it or has an active
 * request on the ride.
 */
export async function insertStandbyEntry(
  { db, now }: InTransaction,
  entry: NewStandbyEntry,
): Promise<StandbyRow | undefined> {
  const { rideId, seekerId, seats, pickup, dropoff, needs, afterCancellation } = entry;
  const { rows } = await sql<StandbyRow>`
    insert into standby (ride_id, seeker_id, seats, pickup, dropoff, needs, after_cancellation, created_at)
    select ${rideId}::uuid, ${seekerId}::uuid, ${seats}::int, ${toJson(pickup)}::jsonb, ${toJson(dropoff)}::jsonb,
      ${needs}::text[], ${afterCancellation}::boolean, ${now()}::timestamptz
    where (select count(*) from standby where ride_id = ${rideId} and status = 'waiting') < ${STANDBY_MAX}
      and not exists (select from seat_request where ride_id = ${rideId} and seeker_id = ${seekerId}
        and status in ('pending', 'accepted'))
    on conflict (ride_id, seeker_id) where status = 'waiting' do nothing
    returning *`.execute(db);
  return rows[0];
}

function toJson(stop: Place | undefined) {
  return stop ? JSON.stringify(stop) : null;
}

/** Standby entries of a ride in order. */
export function findStandbyQueue({ db }: Context, rideId: string): Promise<StandbyRow[]> {
  return db
    .selectFrom("standby")
    .selectAll()
    .where("ride_id", "=", rideId)
    .where("status", "=", "waiting")
    .orderBy("position")
    .limit(STANDBY_MAX)
    .execute();
}

export function findStandbyEntry({ db }: Context, id: string): Promise<StandbyRow | undefined> {
  return db.selectFrom("standby").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Ends a standby entry; returns undefined if it had already ended. */
export function endStandbyEntry(
  { db, now }: InTransaction,
  id: string,
  to: Exclude<StandbyStatus, "waiting" | "served">,
): Promise<StandbyRow | undefined> {
  return db
    .updateTable("standby")
    .set({
      status: to,
      ended_at: now(),
    })
    .where("id", "=", id)
    .where("status", "=", "waiting")
    .returningAll()
    .executeTakeFirst();
}

/** Ends a seeker's standby entries on a host's rides, after waiting for those being promoted at the moment. */
export async function endStandbyEntriesBetween(
  { db, now }: InTransaction,
  {
    seeker,
    host,
  }: {
    readonly seeker: string;
    readonly host: string;
  },
  to: "left" | "ended",
): Promise<StandbyRow[]> {
  const { rows } = await sql<StandbyRow>`
    update standby set status = ${to}, ended_at = ${now()} where id in (
      select standby.id from standby join ride on ride.id = ride_id
      where seeker_id = ${seeker} and standby.status = 'waiting' and host_id = ${host}
      order by standby.id for update of standby)
    returning *`.execute(db);
  return rows;
}

/** Ends standby entries of rides that depart before an instant or do not take place. */
export async function endDueStandbyEntries(
  { db, now }: InTransaction,
  {
    departsBefore,
    limit,
  }: {
    departsBefore: Date;
    limit: number;
  },
): Promise<StandbyRow[]> {
  const { rows } = await sql<StandbyRow>`
    update standby set status = 'ended', ended_at = ${now()} where id in (
      select standby.id from standby join ride on ride.id = ride_id
      where standby.status = 'waiting' and (ride.status <> 'scheduled' or departs_at <= ${departsBefore})
      limit ${limit} for update of standby skip locked)
    returning *`.execute(db);
  return rows;
}

/** Pending requests that came from the standby queue; their seats are taken into account. */
export function findPromotedPending(
  { db }: Context,
  rideId: string,
): Promise<Pick<SeatRequestRow, "first_leg" | "last_leg" | "seats">[]> {
  return db
    .selectFrom("standby")
    .innerJoin("seat_request", "seat_request.id", "seat_request_id")
    .select(["first_leg", "last_leg", "seat_request.seats"])
    .where("standby.ride_id", "=", rideId)
    .where("standby.status", "=", "served")
    .where("seat_request.status", "=", "pending")
    .execute();
}

/**
 * Rides with free seats and a standby queue, at most `limit`. The selection rotates every 30 s; the result is in lock
 * order.
 */
export async function findRidesWithStandby({ db, now }: Context, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select distinct ride.id,
        hashtextextended(
          ride.id::text, ${Math.floor(now().getTime() / 30_000)}) as turn
      from standby join ride on ride.id = ride_id
      where standby.status = 'waiting'
        and ride.status = 'scheduled'
        and departs_at > ${now()}
        and 0 < any (seats_left)
      order by turn limit ${limit}) as chosen order by id`.execute(db);
  return rows.map(({ id }) => id);
}
