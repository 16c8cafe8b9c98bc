import type { OfferStatus } from "@commonlane/contract/offers";
import { type Selectable, type SqlBool, sql } from "kysely";
import type { Context } from "#platform/context.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

type Row = Selectable<Schema["offer"]>;
type Booking = Selectable<Schema["seat_request"]>;
/** How the booking of an accepted offer ended, if it was read with the offer. */
interface BookingOutcome {
  readonly booking?: OfferStatus | null;
  readonly booking_ended_by?: Booking["ended_by"];
  readonly booking_reason?: Booking["reason"];
  /** When its passenger arrives, as long as the booking exists. */
  readonly booking_dropoff_at?: Date | null;
}
export type OfferRow = Row & BookingOutcome;
export type NewOffer = Omit<
  Row,
  "id" | "seat_request_id" | "status" | "reason" | "ended_by" | "ended_at"
>;

/** Returns undefined if this driver already has an active offer on this request. */
export function insertOffer(
  { db }: Context,
  { vehicle, ...offer }: NewOffer,
): Promise<OfferRow | undefined> {
  return db
    .insertInto("offer")
    .values({
      ...offer,
      vehicle: vehicle && JSON.stringify(vehicle),
      status: "pending",
    })
    .onConflict((active) =>
      active
        .columns(["request_id", "driver_id"])
        .where(sql<SqlBool>`status in ('pending', 'accepted')`)
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
}

/** Number of pending offers on a request; exact while the request is locked. */
export async function countPendingOffers({ db }: Context, requestId: string): Promise<number> {
  const { count } = await db
    .selectFrom("offer")
    .select((offer) => offer.fn.countAll<number>().as("count"))
    .where("request_id", "=", requestId)
    .where("status", "=", "pending")
    .executeTakeFirstOrThrow();
  return count;
}

/** Number of pending offers per request; requests without any are missing. */
export async function countPendingOffersByRequest(
  { db }: Context,
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (requestIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("offer")
    .select(["request_id", (offer) => offer.fn.countAll<number>().as("count")])
    .where("request_id", "in", requestIds)
    .where("status", "=", "pending")
    .groupBy("request_id")
    .execute();
  return new Map(rows.map(({ request_id, count }) => [request_id, count]));
}

const selectOffers = ({ db }: Context) =>
  db
    .selectFrom("offer")
    .leftJoin("seat_request", (join) =>
      join
        .onRef("seat_request.id", "=", "offer.seat_request_id")
        .on("seat_request.status", "in", ["cancelled", "completed", "disputed"]),
    )
    .selectAll("offer")
    .select([
      sql<OfferStatus | null>`seat_request.status`.as("booking"),
      "seat_request.ended_by as booking_ended_by",
      "seat_request.reason as booking_reason",
      sql<Date | null>`(select dropoff_at from seat_request where id = offer.seat_request_id)`.as(
        "booking_dropoff_at",
      ),
    ]);

export function findOffer(ctx: Context, id: string): Promise<OfferRow | undefined> {
  return selectOffers(ctx).where("offer.id", "=", id).executeTakeFirst();
}

export async function findOffers(ctx: Context, ids: readonly string[]): Promise<OfferRow[]> {
  if (ids.length === 0) return [];
  return selectOffers(ctx).where("offer.id", "in", ids).execute();
}

/** This driver's accepted offers on these requests, by request. */
export async function findAcceptedOffers(
  ctx: Context,
  requestIds: readonly string[],
  driverId: string,
): Promise<ReadonlyMap<string, OfferRow>> {
  if (requestIds.length === 0) return new Map();
  const rows = await selectOffers(ctx)
    .where("offer.request_id", "in", requestIds)
    .where("offer.driver_id", "=", driverId)
    .where("offer.status", "=", "accepted")
    .execute();
  return new Map(rows.map((row) => [row.request_id, row]));
}

/** True if this driver has made an offer on the request, or an accepted one whose booking was not cancelled. */
export async function hasOffered(
  { db }: Context,
  requestId: string,
  driverId: string,
  { accepted }: { readonly accepted: boolean },
): Promise<boolean> {
  const found = await db
    .selectFrom("offer")
    .select("id")
    .where("request_id", "=", requestId)
    .where("driver_id", "=", driverId)
    .$if(accepted, (query) =>
      query.where("status", "=", "accepted").where(
        sql<SqlBool>`
            not exists (
              select
              from seat_request
              where id = offer.seat_request_id and status = 'cancelled')`,
      ),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Newest first; ids are time-ordered. */
export function listOffers(
  ctx: Context,
  filter: { readonly requestId: string } | { readonly driverId: string },
  {
    limit,
    afterId,
  }: {
    limit: number;
    afterId: string | undefined;
  },
): Promise<OfferRow[]> {
  return selectOffers(ctx)
    .where((row) =>
      "requestId" in filter
        ? row("offer.request_id", "=", filter.requestId)
        : row("offer.driver_id", "=", filter.driverId),
    )
    .$if(afterId !== undefined, (query) => query.where(sql<SqlBool>`offer.id < ${afterId}::uuid`))
    .orderBy("offer.id", "desc")
    .limit(limit)
    .execute();
}

/** How a pending offer ends without acceptance. */
export interface OfferEnd {
  readonly status: "declined" | "withdrawn" | "expired";
  readonly endedBy: "seeker" | "driver" | "system";
  readonly reason?: string | null | undefined;
}

function endColumns({ now }: Context, { status, endedBy, reason }: OfferEnd) {
  return {
    status,
    ended_by: endedBy,
    ended_at: now(),
    ...(reason && { reason }),
  };
}

/** One state transition in one statement. Returns undefined unless the offer was pending. */
export function endOffer(ctx: Context, id: string, end: OfferEnd): Promise<OfferRow | undefined> {
  return (
    ctx.db
      .updateTable("offer")
      .set(endColumns(ctx, end))
      .where("id", "=", id)
      .where("status", "=", "pending")
      // An overdue offer cannot be decided, even before the sweep expires it.
      .$if(end.status === "declined", (query) => query.where("expires_at", ">", ctx.now()))
      .returningAll()
      .executeTakeFirst()
  );
}

/** Returns undefined unless the offer is pending and not overdue, even before the sweep expires it. */
export function acceptPendingOffer(
  { db, now }: Context,
  id: string,
  booking: {
    readonly ride_id: string;
    readonly seat_request_id: string;
  },
): Promise<OfferRow | undefined> {
  return db
    .updateTable("offer")
    .set({ ...booking, status: "accepted" })
    .where("id", "=", id)
    .where("status", "=", "pending")
    .where("expires_at", ">", now())
    .returningAll()
    .executeTakeFirst();
}

/** Ends all pending offers on some requests or on a ride, locking them in id order to avoid deadlocks. */
export function endPendingOffers(
  ctx: Context,
  filter: { readonly requestIds: readonly string[] } | { readonly rideId: string },
  end: OfferEnd,
): Promise<OfferRow[]> {
  if ("requestIds" in filter && filter.requestIds.length === 0) return Promise.resolve([]);
  return ctx.db
    .updateTable("offer")
    .set(endColumns(ctx, end))
    .where("id", "in", (pending) =>
      pending
        .selectFrom("offer as held")
        .select("held.id")
        .where("held.status", "=", "pending")
        .where((row) =>
          "rideId" in filter
            ? row("held.ride_id", "=", filter.rideId)
            : row("held.request_id", "in", filter.requestIds),
        )
        .orderBy("held.id")
        .forNoKeyUpdate(),
    )
    .returningAll()
    .execute();
}

/** A driver's offers, optionally to one seeker, or all offers to a seeker. */
type OfferParties =
  | {
      readonly driver: string;
      readonly seeker?: string;
    }
  | {
      readonly driver?: undefined;
      readonly seeker: string;
    };

/** Ends pending offers, after waiting for those that are being decided at the moment. */
export async function endPendingOffersBetween(
  { db, now }: Context,
  { driver, seeker }: OfferParties,
  { status, endedBy }: OfferEnd,
): Promise<OfferRow[]> {
  const { rows } = await sql<OfferRow>`
    update offer
    set status = ${status}, ended_by = ${endedBy}, ended_at = ${now()}
    where id in (
      select pending.id
      from offer as pending
      join ride_request on ride_request.id = pending.request_id
      where pending.status = 'pending'
        and ${driver === undefined ? sql`true` : sql`pending.driver_id = ${driver}`}
        and ${seeker === undefined ? sql`true` : sql`ride_request.seeker_id = ${seeker}`}
      order by pending.id for no key update of pending)
    returning *`.execute(db);
  return rows;
}

/** Expires up to `limit` overdue pending offers, skipping those that are being decided at the moment. */
export function expireDueOffers(ctx: Context, limit: number): Promise<OfferRow[]> {
  return ctx.db
    .updateTable("offer")
    .set(
      endColumns(ctx, {
        status: "expired",
        endedBy: "system",
      }),
    )
    .where("id", "in", (pending) =>
      pending
        .selectFrom("offer as due")
        .select("due.id")
        .where("due.status", "=", "pending")
        .where("due.expires_at", "<=", ctx.now())
        .orderBy("due.expires_at")
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
}
