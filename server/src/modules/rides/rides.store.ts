import type { RideStatus } from "@commonlane/contract/rides";
import { type LatLng, type Money, type Place, toCentimetre } from "@commonlane/contract/shapes";
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { NamesRow } from "#modules/profiles/index.ts";
import { areApart } from "#modules/safety/index.ts";
import { batched } from "#platform/batched.ts";
import type { Context } from "#platform/context.ts";
import { OFTEN } from "#platform/db/often.ts";
import type { Schema } from "#platform/db/schema.ts";
import { unlessTravelling } from "./commitments.store.ts";

export type RideRow = Selectable<Schema["ride"]>;

/** What a new ride needs; the rest follows from it. */
export type NewRide = Omit<RideRow, Derived | keyof Linked> & Partial<Linked>;
type Derived = "id" | "status" | "seats_left" | "origin_lat" | "origin_lng" | "apart" | "promised_minor" | "return_id";
type Linked = Pick<RideRow, "series_id" | "series_day" | "return_of">;

/** @throws Problem already_travelling */
export function insertRide({ db }: Context, ride: NewRide): Promise<RideRow> {
  const origin = originOf(ride.told_way?.points ?? ride.points);
  const inserted = db
    .insertInto("ride")
    .values({
      ...ride,
      points: JSON.stringify(ride.points),
      told_way: ride.told_way && JSON.stringify(ride.told_way),
      preferences: JSON.stringify(ride.preferences),
      vehicle: ride.vehicle && JSON.stringify(ride.vehicle),
      origin_lat: origin.lat,
      origin_lng: origin.lng,
      seats_left: ride.leg_distance_m.map(() => ride.seats_total),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return unlessTravelling(inserted);
}

/** Notes of two rides that one is the way back of the other; gives the way there. */
export async function linkReturn({ db }: Context, there: RideRow, back: RideRow): Promise<RideRow> {
  await db.updateTable("ride").set({ return_of: there.id }).where("id", "=", back.id).execute();
  return db
    .updateTable("ride")
    .set({ return_id: back.id })
    .where("id", "=", there.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Where it can be looked for; what was said of it stays in the points. */
function originOf(points: readonly Place[]): LatLng {
  const [origin] = points;
  if (!origin) throw new Error("A ride has at least two points.");
  return { lat: toCentimetre(origin.lat), lng: toCentimetre(origin.lng) };
}

/** What this host has learned from seekers, newest first; of very much the last says enough. */
export function toldWaysOf({ db }: Context, hostId: string): Promise<Pick<RideRow, "points" | "told_way">[]> {
  return db
    .selectFrom("ride")
    .select(["points", "told_way"])
    .where("host_id", "=", hostId)
    .where("told_way", "is not", null)
    .orderBy("id", "desc")
    .limit(50)
    .execute();
}

export function findRide({ db }: Context, id: string): Promise<RideRow | undefined> {
  return db.selectFrom("ride").selectAll().where("id", "=", id).executeTakeFirst();
}

/**
 * The ride, held as it is until the transaction ends: what is asked of it meanwhile waits. Whoever locks a ride and its
 * seat requests locks the ride first.
 */
export function lockRide({ db }: Context, id: string): Promise<RideRow | undefined> {
  return db.selectFrom("ride").selectAll().where("id", "=", id).forNoKeyUpdate().executeTakeFirst();
}

export function findRides({ db }: Context, ids: readonly string[]): Promise<RideRow[]> {
  return ids.length === 0 ? Promise.resolve([]) : db.selectFrom("ride").selectAll().where("id", "in", ids).execute();
}

export type RideHead = Pick<RideRow, "id" | "host_id" | "status">;

/** Whose these rides are and how they stand, by id, without all the rest. */
export async function rideHeads({ db }: Context, ids: readonly string[]): Promise<Map<string, RideHead>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("ride")
    .select(["id", "host_id", "status"])
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** How far a person is, or was, with a ride: "aboard" may see more of it, "left" was accepted once and is not any more. */
export type Part = "aboard" | "left" | undefined;

export interface RideSeen {
  readonly row: RideRow;
  readonly part: Part;
  /** Host and viewer keep away from each other. */
  readonly apart: boolean;
  readonly host: NamesRow;
  /** Changes with every change of the ride or of its host's profile. */
  readonly version: string;
}

/** A ride, its host, and how far this person is with it. */
export function findRideFor({ db }: Context, id: string, uid: string): Promise<RideSeen | undefined> {
  return oneRideFor(db, { id, uid });
}

/** Those of these rides that there are, in one statement with whoever else asks at the same moment. */
export async function findRidesFor({ db }: Context, ids: readonly string[], uid: string): Promise<RideSeen[]> {
  const seen = await Promise.all(ids.map((id) => oneRideFor(db, { id, uid })));
  return seen.filter((ride) => ride !== undefined);
}

/** What is needed to know whether a ride seen before is still as it was: cheap, because no call is made as often. */
export function rideStateFor(
  { db }: Context,
  id: string,
  uid: string,
): Promise<Pick<RideSeen, "version" | "part" | "apart"> | undefined> {
  return oneState(db, { id, uid });
}

type Asked = readonly { readonly id: string; readonly uid: string }[];

// A row's xmin is the transaction that wrote it: another one after every change.
const VERSION = sql<string>`ride.xmin || ' ' || profile.xmin`;
const PART = sql<Part | null>`(
  select case when bool_and(status = 'cancelled') then 'left' when count(*) > 0 then 'aboard' end
  from seat_request where ride_id = ride.id and seeker_id = asked.uid
    and status in ('accepted', 'completed', 'disputed', 'cancelled'))`;
const APART = areApart(sql`asked.uid`, sql`ride.host_id`);
const ridesAsked = (asked: Asked) => sql`
  unnest(${asked.map(({ id }) => id)}::uuid[], ${asked.map(({ uid }) => uid)}::uuid[]) with ordinality as asked (id, uid, nth)
  join ride on ride.id = asked.id join profile on profile.uid = ride.host_id`;

const oneRideFor = batched(async (db, asked: Asked) => {
  const { rows } = await sql<
    RideRow & NamesRow & { nth: number; part: Part | null; apart: boolean; version: string }
  >`${OFTEN}
    select ride.*, nth, profile.uid, display_name, first_name, last_name, photo_id,
      rating_count, rating_sum, reliability, ${VERSION} as version, ${PART} as part, ${APART} as apart
    from ${ridesAsked(asked)}`.execute(db);
  const seen = new Map(
    rows.map((row) => [
      row.nth,
      { row, part: row.part ?? undefined, apart: row.apart, host: row, version: row.version },
    ]),
  );
  return asked.map((_, n) => seen.get(n + 1));
});

const oneState = batched(async (db, asked: Asked) => {
  const { rows } = await sql<{ nth: number; part: Part | null; apart: boolean; version: string }>`${OFTEN}
    select nth, ${VERSION} as version, ${PART} as part, ${APART} as apart from ${ridesAsked(asked)}`.execute(db);
  const states = new Map(
    rows.map(({ nth, part, apart, version }) => [nth, { version, apart, part: part ?? undefined }]),
  );
  return asked.map((_, n) => states.get(n + 1));
});

export function partIn({ db }: Context, rideId: string, uid: string): Promise<Part> {
  return onePart(db, { rideId, uid });
}

const onePart = batched(async (db, asked: readonly { rideId: string; uid: string }[]): Promise<Part[]> => {
  const pairs = sql<{ ride_id: string; uid: string }>`unnest(
    ${asked.map(({ rideId }) => rideId)}::uuid[], ${asked.map(({ uid }) => uid)}::uuid[])`;
  const rows = await db
    .selectFrom("seat_request")
    .innerJoin(pairs.as<"asked">(sql`asked (ride_id, uid)`), (join) =>
      join.onRef("asked.ride_id", "=", "seat_request.ride_id").onRef("asked.uid", "=", "seeker_id"),
    )
    .select(["seat_request.ride_id", "seeker_id", "status"])
    .where("status", "in", ["accepted", "completed", "disputed", "cancelled"])
    .execute();
  const parts = new Map<string, Part>();
  for (const { ride_id, seeker_id, status } of rows) {
    const pair = `${ride_id} ${seeker_id}`;
    if (status !== "cancelled") parts.set(pair, "aboard");
    else if (!parts.has(pair)) parts.set(pair, "left");
  }
  return asked.map(({ rideId, uid }) => parts.get(`${rideId} ${uid}`));
});

/** Without points the way stays; with them, its ledger starts anew, and whoever is on it has to be seated again. */
export type RideEdit = Partial<Omit<NewRide, "host_id" | "created_at" | "points" | keyof Linked>> & {
  readonly seats_total: number;
  readonly points?: Place[] | undefined;
  readonly apart?: boolean;
};

/**
 * Changes a ride that the transaction has locked and that has not left. More or fewer seats move every leg alike; nothing
 * comes back when a leg has more passengers than that.
 * @throws Problem already_travelling
 */
export function updateRide({ db, now }: Context, { id }: { id: string }, edit: RideEdit): Promise<RideRow | undefined> {
  const { points, told_way, preferences, vehicle, ...plain } = edit;
  const seats = sql`${edit.seats_total}::int`;
  const origin = points && originOf(told_way?.points ?? points);
  const updated = db
    .updateTable("ride")
    .set({
      ...plain,
      ...(preferences && { preferences: JSON.stringify(preferences) }),
      ...(vehicle !== undefined && { vehicle: vehicle && JSON.stringify(vehicle) }),
      ...(origin && {
        points: JSON.stringify(points),
        told_way: told_way ? JSON.stringify(told_way) : null,
        origin_lat: origin.lat,
        origin_lng: origin.lng,
      }),
      seats_left: points
        ? sql<number[]>`array_fill(${seats}, array[${points.length - 1}::int])`
        : sql<number[]>`array(
            select left_on_leg + ${seats} - seats_total
            from unnest(seats_left) with ordinality as ledger (left_on_leg, leg) order by leg)`,
    })
    .where("id", "=", id)
    .where("status", "=", "scheduled")
    .where("departs_at", ">", now())
    .$if(points === undefined, (query) => query.where(sql<boolean>`seats_total - ${seats} <= all (seats_left)`))
    .returningAll()
    .executeTakeFirst();
  return unlessTravelling(updated);
}

/** One step of the state machine: nothing comes back unless the ride was in one of the states it may leave. */
export function moveRide(
  { db, now }: Context,
  id: string,
  { from, to, left }: { from: readonly RideStatus[]; to: RideStatus; left: boolean },
): Promise<RideRow | undefined> {
  return db
    .updateTable("ride")
    .set({ status: to })
    .where("id", "=", id)
    .where("status", "in", from)
    .where("departs_at", left ? "<=" : ">", now())
    .returningAll()
    .executeTakeFirst();
}

/** Rides whose hour of departure, or of arrival, has come; at most `limit` at a time, and never one that is in other hands. */
export async function moveDueRides(
  { db, now }: Context,
  step: { from: RideStatus; to: RideStatus; share: number; limit: number },
): Promise<RideRow[]> {
  const due = now();
  const hour = sql<Date>`departs_at + (arrives_at - departs_at) * ${step.share}::float8`;
  return db
    .updateTable("ride")
    .set({ status: step.to })
    .where(({ eb, selectFrom }) =>
      eb(
        "id",
        "in",
        selectFrom("ride as due")
          .select("due.id")
          .where("due.status", "=", step.from)
          .where("due.departs_at", "<=", due)
          .where(hour, "<=", due)
          .limit(step.limit)
          .forUpdate()
          .skipLocked(),
      ),
    )
    .returningAll()
    .execute();
}

/** Seats on some legs, and what each of them adds to the costs. A negative number gives seats back. */
export interface Stretch {
  readonly firstLeg: number;
  readonly lastLeg: number;
  readonly seats: number;
  readonly contribution: Money | null;
}

/**
 * Takes seats on every leg of a stretch, or none: one statement on one row, so that two acceptances cannot share a seat
 * and need no order of locking. Only a ride still to leave has seats to take, and only passengers who together add no
 * more than the way costs can have them.
 */
export async function takeSeats(ctx: Context, rideId: string, stretch: Stretch): Promise<RideRow | undefined> {
  const { rows } = await sql<RideRow>`${taking(ctx, rideId, stretch)} returning *`.execute(ctx.db);
  return rows[0];
}

const taking = ({ now }: Context, rideId: string, { firstLeg, lastLeg, seats, contribution }: Stretch) => {
  const promised = seats * (contribution?.amountMinor ?? 0);
  return sql`
    update ride set promised_minor = promised_minor + ${promised}, seats_left = array(
      select case when leg between ${firstLeg + 1} and ${lastLeg + 1} then seats - ${seats} else seats end
      from unnest(seats_left) with ordinality as ledger (seats, leg) order by leg)
    where ride.id = ${rideId} and status = 'scheduled' and departs_at > ${now()}
      and (${promised}::int <= 0 or running_cost_minor is null or promised_minor + ${promised} <= running_cost_minor)
      and ${seats}::int <= all (seats_left[${firstLeg + 1}::int:${lastLeg + 1}::int])`;
};

/**
 * The statement of takeSeats, as a part of another one: for who has read the ride without holding it, so that it must still
 * be as it was in all that decides who gets in where and for how much.
 */
export const takingSeatsOf = (ctx: Context, ride: RideRow, stretch: Stretch): RawBuilder<unknown> => sql`
  ${taking(ctx, ride.id, stretch)} and approval = ${ride.approval} and audience = ${ride.audience}
    and points = ${JSON.stringify(ride.points)}::jsonb and date_trunc('milliseconds', departs_at) = ${ride.departs_at}
    and (host_gender, contribution_minor, currency, max_detour_m, max_detour_s, leg_distance_m, leg_duration_s, leg_points)
      is not distinct from (${ride.host_gender}::text, ${ride.contribution_minor}::int, ${ride.currency}::text,
        ${ride.max_detour_m}::int, ${ride.max_detour_s}::int, ${ride.leg_distance_m}::int[],
        ${ride.leg_duration_s}::int[], ${ride.leg_points}::int[])`;
