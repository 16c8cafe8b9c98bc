import type { RideStatus } from "@commonlane/contract/rides";
import { type LatLng, type Place, roundToCentimetre } from "@commonlane/contract/shapes";
import { type Selectable, type SqlBool, sql } from "kysely";
import type { Context } from "#platform/context.ts";
import type { Schema } from "#platform/db/schema/schema.ts";
import { mapDoubleBookingError } from "./rules/double-booking.store.ts";

export type RideRow = Selectable<Schema["ride"]>;

/** Columns needed for a new ride; the others are derived. */
export type NewRide = Omit<RideRow, DerivedColumns | keyof LinkColumns> & Partial<LinkColumns>;
type DerivedColumns =
  | "id"
  | "status"
  | "seats_left"
  | "origin_lat"
  | "origin_lng"
  | "detached"
  | "promised_minor"
  | "return_id"
  | "driven_route"
  | "driven_route_version";
/** Columns that have a default. */
type LinkColumns = Pick<
  RideRow,
  "series_id" | "series_day" | "return_of" | "is_public" | "shows_rating"
>;

/** @throws Problem already_travelling */
export function insertRide({ db }: Context, ride: NewRide): Promise<RideRow> {
  const origin = searchableOrigin(ride.public_route?.points ?? ride.points);
  const inserted = db
    .insertInto("ride")
    .values({
      ...ride,
      points: JSON.stringify(ride.points),
      public_route: ride.public_route && JSON.stringify(ride.public_route),
      preferences: JSON.stringify(ride.preferences),
      vehicle: ride.vehicle && JSON.stringify(ride.vehicle),
      origin_lat: origin.lat,
      origin_lng: origin.lng,
      seats_left: ride.leg_distance_m.map(() => ride.seats_total),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return mapDoubleBookingError(inserted);
}

/** Links two rides as outward and return ride, and returns the outward one. */
export async function linkReturnRide(
  { db }: Context,
  outward: RideRow,
  returnRide: RideRow,
): Promise<RideRow> {
  await db
    .updateTable("ride")
    .set({ return_of: outward.id })
    .where("id", "=", returnRide.id)
    .execute();
  return db
    .updateTable("ride")
    .set({ return_id: returnRide.id })
    .where("id", "=", outward.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Origin for radius searches. The label stays in the points. */
function searchableOrigin(points: readonly Place[]): LatLng {
  const [origin] = points;
  if (!origin) throw new Error("A ride needs at least two points.");
  return {
    lat: roundToCentimetre(origin.lat),
    lng: roundToCentimetre(origin.lng),
  };
}

/**
 * Rides in which this host has learned places from seekers, newest first. The number is limited; the newest are enough.
 */
export function findPublicRoutesOfHost(
  { db }: Context,
  hostId: string,
): Promise<Pick<RideRow, "points" | "public_route">[]> {
  return db
    .selectFrom("ride")
    .select(["points", "public_route"])
    .where("host_id", "=", hostId)
    .where("public_route", "is not", null)
    .where(sql<SqlBool>`coalesce((public_route -> 'learned')::jsonb @> 'true', true)`)
    .orderBy("id", "desc")
    .limit(50)
    .execute();
}

/**
 * Places of the user's own: from seat requests, ride requests, searches, templates, and ends shown approximately.
 * Excludes towns. The number is limited; the newest are enough.
 */
export async function findOwnPlaces({ db }: Context, uid: string): Promise<LatLng[]> {
  const { rows } = await sql<LatLng>`
    select (place ->> 'lat')::float8 as lat, (place ->> 'lng')::float8 as lng from (
      (select unnest(array[origin, destination]) as place from ride_request where seeker_id = ${uid} order by id desc limit 50)
      union all
      (select unnest(array[origin, destination]) from saved_search where owner_id = ${uid} and removed_at is null order by id desc limit 50)
      union all
      (select unnest(array[terms -> 'origin', terms -> 'destination']) from ride_template where host_id = ${uid} limit 50)
      union all
      (select point from ride, jsonb_array_elements(points::jsonb) with ordinality as own (point, n)
        where host_id = ${uid} and public_route is not null and not ((public_route -> 'points')::jsonb @> jsonb_build_array(point))
        order by id desc limit 50)
    ) as chosen
    where coalesce(place ->> 'placeId', '') !~ '^(gn|cl|poi):' and place ->> 'shown' is distinct from 'exact'`.execute(
    db,
  );
  return rows;
}

export function findRide({ db }: Context, id: string): Promise<RideRow | undefined> {
  return db.selectFrom("ride").selectAll().where("id", "=", id).executeTakeFirst();
}

/**
 * Locks the ride until the transaction ends. A transaction that locks a ride and its seat requests locks the ride
 * first.
 */
export function lockRide({ db }: Context, id: string): Promise<RideRow | undefined> {
  return db.selectFrom("ride").selectAll().where("id", "=", id).forNoKeyUpdate().executeTakeFirst();
}

/** An upcoming ride that waits for its roads, the next to depart, except some. */
export function findRideWithoutRoads(
  { db, now }: Context,
  exceptIds: readonly string[],
): Promise<RideRow | undefined> {
  return db
    .selectFrom("ride")
    .selectAll()
    .where("roads_missing", "=", true)
    .where("status", "=", "scheduled")
    .where("departs_at", ">", now())
    .where(sql<boolean>`id <> all (${exceptIds}::uuid[])`)
    .orderBy("departs_at")
    .limit(1)
    .executeTakeFirst();
}

export function findRides({ db }: Context, ids: readonly string[]): Promise<RideRow[]> {
  return ids.length === 0
    ? Promise.resolve([])
    : db.selectFrom("ride").selectAll().where("id", "in", ids).execute();
}

export type RideSummary = Pick<RideRow, "id" | "host_id" | "status">;

/** Host and status of these rides by id, without the other columns. */
export async function findRideSummaries(
  { db }: Context,
  ids: readonly string[],
): Promise<Map<string, RideSummary>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("ride")
    .select(["id", "host_id", "status"])
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Without points the route stays. With new points all seats are free, and every passenger must be seated again. */
export type RideUpdate = Partial<
  Omit<
    NewRide,
    "host_id" | "created_at" | "points" | Exclude<keyof LinkColumns, "is_public" | "shows_rating">
  >
> & {
  readonly seats_total: number;
  readonly points?: Place[] | undefined;
  readonly detached?: boolean;
};

/**
 * Updates a ride that the transaction has locked and that has not departed. Changing the number of seats changes every
 * leg equally. Returns undefined if a leg has more passengers than seats.
 * @throws Problem already_travelling
 */
export function updateRide(
  { db, now }: Context,
  { id }: { id: string },
  edit: RideUpdate,
): Promise<RideRow | undefined> {
  const { points, public_route, preferences, vehicle, ...plain } = edit;
  const seats = sql`${edit.seats_total}::int`;
  const origin = points && searchableOrigin(public_route?.points ?? points);
  const updated = db
    .updateTable("ride")
    .set({
      ...plain,
      ...(preferences && { preferences: JSON.stringify(preferences) }),
      ...(vehicle !== undefined && { vehicle: vehicle && JSON.stringify(vehicle) }),
      ...(origin && {
        points: JSON.stringify(points),
        public_route: public_route ? JSON.stringify(public_route) : null,
        driven_route: null,
        driven_route_version: sql<number>`driven_route_version + 1`,
        origin_lat: origin.lat,
        origin_lng: origin.lng,
      }),
      seats_left: points
        ? sql<number[]>`array_fill(${seats}, array[${points.length - 1}::int])`
        : sql<number[]>`
          array(
            select left_on_leg + ${seats} - seats_total
            from unnest(seats_left) with ordinality as ledger (left_on_leg, leg)
            order by leg)`,
    })
    .where("id", "=", id)
    .where("status", "=", "scheduled")
    .where("departs_at", ">", now())
    .$if(points === undefined, (query) =>
      query.where(sql<boolean>`seats_total - ${seats} <= all (seats_left)`),
    )
    .returningAll()
    .executeTakeFirst();
  return mapDoubleBookingError(updated);
}

/** One transition of the state machine. Returns undefined unless the ride was in one of the states `from`. */
export function transitionRide(
  { db, now }: Context,
  id: string,
  {
    from,
    to,
    hasDeparted,
  }: {
    from: readonly RideStatus[];
    to: RideStatus;
    hasDeparted: boolean;
  },
): Promise<RideRow | undefined> {
  return db
    .updateTable("ride")
    .set({ status: to })
    .where("id", "=", id)
    .where("status", "in", from)
    .where("departs_at", hasDeparted ? "<=" : ">", now())
    .returningAll()
    .executeTakeFirst();
}

/** Rides that are due to depart or arrive; at most `limit` at a time, skipping locked rows. */
export async function transitionDueRides(
  { db, now }: Context,
  transition: {
    from: RideStatus;
    to: RideStatus;
    share: number;
    limit: number;
  },
): Promise<RideRow[]> {
  const due = now();
  const dueAt = sql<Date>`departs_at + (arrives_at - departs_at) * ${transition.share}::float8`;
  return db
    .updateTable("ride")
    .set({ status: transition.to })
    .where(({ eb, selectFrom }) =>
      eb(
        "id",
        "in",
        selectFrom("ride as due")
          .select("due.id")
          .where("due.status", "=", transition.from)
          .where("due.departs_at", "<=", due)
          .where(dueAt, "<=", due)
          .limit(transition.limit)
          .forUpdate()
          .skipLocked(),
      ),
    )
    .returningAll()
    .execute();
}
