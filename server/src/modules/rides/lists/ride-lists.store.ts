import { type CountOfPeople, listPeriods, type Period } from "#platform/db/periods.ts";
import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { isForMember, memberIds } from "#modules/groups/index.ts";
import { canInteractWithColumn, isEstablished, isRemovedContent } from "#modules/privacy/index.ts";
import type { Box } from "#modules/places/index.ts";
import type { Context } from "#platform/context.ts";
import { PREPARED } from "#platform/db/prepared-statements.ts";
import type { Schema } from "#platform/db/schema/schema.ts";
import type { RideRow } from "../rides.store.ts";

/** Where a page ended: sort value and id of its last ride. */
export interface PageCursor {
  readonly at: string;
  readonly id: string;
}
export interface Page {
  readonly limit: number;
  readonly after: PageCursor | undefined;
}
/** The viewer's id and gender. The gender decides about rides for one gender only. */
export interface Viewer {
  readonly uid: string;
  readonly gender: string | null;
}

/** Upcoming rides with at least one free seat that this user may see. */
export const upcomingRides = ({ db, now }: Context, viewer: Viewer) => {
  const at = now();
  return db
    .selectFrom("ride")
    .selectAll()
    .where("status", "=", "scheduled")
    .where("departs_at", ">", at)
    .where(sql<boolean>`0 < any (seats_left)`)
    .where(canInteractWithColumn(viewer.uid, "host_id"))
    .where(sql<boolean>`(host_id = ${viewer.uid} or not ${isRemovedContent(sql.ref("ride.id"))})`)
    .where((row) =>
      row.or([
        row("audience", "=", "everyone"),
        row("host_id", "=", viewer.uid),
        ...(viewer.gender === null ? [] : [row("host_gender", "=", viewer.gender)]),
      ]),
    )
    .where(
      sql<boolean>`
        (host_id = ${viewer.uid}
          or ${isForMember(sql.ref("ride.members_of"), sql`${viewer.uid}::uuid`, at)})`,
    );
};

/** Soonest first. */
export function findUpcomingRides(ctx: Context, viewer: Viewer, page: Page): Promise<RideRow[]> {
  return soonestFirst(upcomingRides(ctx, viewer), page).execute();
}

/** Rides of one host that others may see, soonest first. */
export function findUpcomingRidesOfHost(
  ctx: Context,
  viewer: Viewer,
  hostId: string,
  page: Page,
): Promise<RideRow[]> {
  return soonestFirst(upcomingRides(ctx, viewer).where("host_id", "=", hostId), page).execute();
}

/**
 * Rides for the members of one mark or group that this user may see, soonest first; of a group also those that its
 * members offer to everyone, if asked for.
 */
export function findUpcomingRidesForMembers(
  ctx: Context,
  viewer: Viewer,
  { audienceId, withOpenRides }: { readonly audienceId: string; readonly withOpenRides: boolean },
  page: Page,
): Promise<RideRow[]> {
  const openRides = sql<boolean>`
    (members_of is null and host_id in ${memberIds(audienceId, ctx.now())})`;
  const rides = upcomingRides(ctx, viewer).where((row) =>
    row.or([row("members_of", "=", audienceId), ...(withOpenRides ? [openRides] : [])]),
  );
  return soonestFirst(rides, page).execute();
}

/** A host's upcoming rides, soonest first; or the past ones, or all of them, latest first. */
export function findOwnRides(
  { db }: Context,
  hostId: string,
  isUpcoming: boolean | undefined,
  page: Page,
): Promise<RideRow[]> {
  const ridesOfHost = db.selectFrom("ride").selectAll().where("host_id", "=", hostId);
  const ahead = ["scheduled", "departed"] as const;
  if (isUpcoming) return soonestFirst(ridesOfHost.where("status", "in", ahead), page).execute();
  const { limit, after } = page;
  return ridesOfHost
    .$if(isUpcoming === false, (query) => query.where("status", "not in", ahead))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(departs_at, id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy("departs_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** A host's scheduled rides that drive at any time between two instants, soonest first. */
export function findRidesUnderway(
  { db }: Context,
  hostId: string,
  { after, before, limit }: { readonly after: Date; readonly before: Date; readonly limit: number },
): Promise<RideRow[]> {
  return db
    .selectFrom("ride")
    .selectAll()
    .where("host_id", "=", hostId)
    .where("status", "=", "scheduled")
    .where("departs_at", "<=", before)
    .where("arrives_at", ">=", after)
    .orderBy("departs_at")
    .limit(limit)
    .execute();
}

/** Occurrences of a series from an instant on, soonest first. */
export function findRidesOfSeries(
  { db }: Context,
  { seriesId, from }: { readonly seriesId: string; readonly from: Date },
  page: Page,
): Promise<RideRow[]> {
  const ridesInSeries = db
    .selectFrom("ride")
    .selectAll()
    .where("series_id", "=", seriesId)
    .where("departs_at", ">=", from);
  return soonestFirst(ridesInSeries, page).execute();
}

function soonestFirst<O>(query: SelectQueryBuilder<Schema, "ride", O>, { limit, after }: Page) {
  return query
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(departs_at, id) > (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy("departs_at")
    .orderBy("id")
    .limit(limit);
}

interface AtPlace {
  /** Which end of the ride is at the place: its arrival or its departure is in the window. */
  readonly end: "origin" | "destination";
  readonly boxes: readonly Box[];
  readonly from: Date;
  readonly until: Date;
}

/**
 * Rides with an end in one of these boxes as strangers see it: those that leave there soonest first, those that arrive
 * there latest first.
 */
export function findRidesAtPlace(
  ctx: Context,
  viewer: Viewer,
  { end, boxes, from, until }: AtPlace,
  limit: number,
): Promise<RideRow[]> {
  const point = sql`
    coalesce(
      public_route -> 'points',
      points) -> ${sql.raw(end === "origin" ? "0" : "-1")}`;
  const lat = sql`(${point} ->> 'lat')::float8`;
  const lng = sql`(${point} ->> 'lng')::float8`;
  const isInBoxes = boxes.map(
    ({ south, north, west, east }) =>
      sql`
        ${lat} between ${south} and ${north}
        and ${lng} between ${west} and ${east}`,
  );
  const timeAtEnd = end === "origin" ? "departs_at" : "arrives_at";
  return upcomingRides(ctx, viewer)
    .where(timeAtEnd, ">=", from)
    .where(timeAtEnd, "<=", until)
    .where(sql<boolean>`(${sql.join(isInBoxes, sql` or `)})`)
    .orderBy(timeAtEnd, end === "origin" ? "asc" : "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Columns that the corridor index reads of a ride. */
export const INDEXED_COLUMNS = [
  "id",
  "points",
  "departs_at",
  "seats_left",
  "max_detour_m",
  "max_detour_s",
  "status",
  "public_route",
  "driven_route",
  "leg_points",
  "leg_distance_m",
  "leg_duration_s",
] as const;
/** The line is read only if it follows roads. */
export const ROAD_LINE = sql<string | null>`case when leg_points is not null then polyline end`.as(
  "polyline",
);
export type IndexedRide = Pick<RideRow, (typeof INDEXED_COLUMNS)[number]> & {
  readonly polyline: string | null;
};

/** Pages of scheduled rides that have not departed, by id, for the corridor index. */
export function findRidesForIndex(
  { db, now }: Context,
  afterId: string | undefined,
  limit: number,
): Promise<IndexedRide[]> {
  return db
    .selectFrom("ride")
    .select([...INDEXED_COLUMNS, ROAD_LINE])
    .where("status", "=", "scheduled")
    .where("departs_at", ">", now())
    .$if(afterId !== undefined, (query) => query.where("id", ">", afterId ?? ""))
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Same columns of these rides in any state. */
export function findIndexedRides({ db }: Context, ids: readonly string[]): Promise<IndexedRide[]> {
  return ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom("ride")
        .select([...INDEXED_COLUMNS, ROAD_LINE])
        .where(sql<boolean>`id = any (${ids}::uuid[])`)
        .execute();
}

export interface SeatsLeft extends Pick<RideRow, "id" | "status" | "seats_left"> {
  /** True if the host stops for a passenger between the points of the ride. */
  readonly stops: boolean;
}

/** Reads the free seats of these rides, and whether they are still going to depart. */
export async function findSeatsLeft({ db }: Context, ids: readonly string[]): Promise<SeatsLeft[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<SeatsLeft>`${PREPARED}
    select id, status, seats_left, driven_route is not null as stops
    from ride
    where id = any (${ids}::uuid[])`.execute(db);
  return rows;
}

/** Detaches a cancelled ride from its series, so that the day can be created again. */
export async function detachRide({ db }: Context, rideId: string): Promise<void> {
  await db
    .updateTable("ride")
    .set({ series_id: null, series_day: null })
    .where("id", "=", rideId)
    .execute();
}

/** Links outward rides with their returns; `pairs` selects both ids as `there` and `back`. */
export async function linkRidePairs({ db }: Context, pairs: RawBuilder<unknown>): Promise<void> {
  await sql`
    with pair as (${pairs}),
    backs as (
      update ride
      set return_of = pair.there
      from pair
      where ride.id = pair.back)
    update ride set return_id = pair.back from pair where ride.id = pair.there`.execute(db);
}

/** How many rides for the members of an audience depart in each period, and how many hosts offer them. */
export async function countRidesForMembers(
  ctx: Context,
  membersOf: string,
  periods: readonly Period[],
): Promise<CountOfPeople[]> {
  const { rows } = await sql<CountOfPeople>`
    select count(ride.id)::int as count,
      count(distinct host_id) filter (where ${isEstablished(ctx, sql`host_id`)})::int as people
    from ${listPeriods(periods)}
    left join ride on members_of = ${membersOf}
      and departs_at >= starts_at
      and departs_at < ends_at
      and status <> 'cancelled'
    group by nth order by nth`.execute(ctx.db);
  return rows;
}
