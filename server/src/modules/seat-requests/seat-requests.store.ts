import type { SeatRequestStatus } from "@commonlane/contract/seat-requests";
import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import type { Context } from "#platform/context.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

export type SeatRequestRow = Selectable<Schema["seat_request"]>;
export type NewSeatRequest = Omit<
  SeatRequestRow,
  "id" | "reason" | "ended_by" | "ended_at" | "agreed" | "host_moved_at" | keyof ReservationColumns
>;
/** Set while a seat is reserved until the passenger confirms. */
type ReservationColumns = Pick<SeatRequestRow, "reserved" | "confirm_by" | "confirm_requested_at">;

/** Generates an id like the table's default, before the row is inserted. */
export async function generateId({ db }: Context): Promise<string> {
  const { rows } = await sql<{ id: string }>`select uuidv7() as id`.execute(db);
  const [generated] = rows;
  if (!generated) throw new Error("uuidv7() returned no row.");
  return generated.id;
}

/**
 * Inserts a request and ends the seeker's place in the standby queue of the ride, whose id it returns as well. Returns
 * undefined if the seeker already has an active request on this ride.
 */
export function insertSeatRequest(
  { db, now }: Context,
  newRequest: NewSeatRequest & Partial<ReservationColumns> & { readonly id?: string },
): Promise<(SeatRequestRow & { readonly standby_id: string | null }) | undefined> {
  return db
    .with("inserted", (query) =>
      query
        .insertInto("seat_request")
        .values({
          ...newRequest,
          pickup: JSON.stringify(newRequest.pickup),
          dropoff: JSON.stringify(newRequest.dropoff),
          approximate_stops:
            newRequest.approximate_stops && JSON.stringify(newRequest.approximate_stops),
        })
        .onConflict((active) =>
          active
            .columns(["ride_id", "seeker_id"])
            .where(sql<SqlBool>`status in ('pending', 'accepted')`)
            .doNothing(),
        )
        .returningAll(),
    )
    .with("served", (query) =>
      query
        .updateTable("standby")
        .from("inserted")
        .set((row) => ({
          status: "served",
          ended_at: now(),
          seat_request_id: row.ref("inserted.id"),
        }))
        .whereRef("standby.ride_id", "=", "inserted.ride_id")
        .whereRef("standby.seeker_id", "=", "inserted.seeker_id")
        .where("standby.status", "=", "waiting")
        .returning("standby.id as standby_id"),
    )
    .selectFrom("inserted")
    .leftJoin("served", (join) => join.onTrue())
    .selectAll("inserted")
    .select("served.standby_id")
    .executeTakeFirst();
}

export function findSeatRequest({ db }: Context, id: string): Promise<SeatRequestRow | undefined> {
  return db.selectFrom("seat_request").selectAll().where("id", "=", id).executeTakeFirst();
}

export function findSeatRequests(
  { db }: Context,
  ids: readonly string[],
): Promise<SeatRequestRow[]> {
  return db
    .selectFrom("seat_request")
    .selectAll()
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
}

type PlacementColumns = Pick<
  SeatRequestRow,
  "pickup_at" | "dropoff_at" | "first_leg" | "last_leg" | "detour_m" | "detour_s" | "agreed"
>;

/** One state transition in one statement. Returns undefined if the request was not in the state `from`. */
export function transitionSeatRequest(
  { db, now }: Context,
  id: string,
  transition: {
    from: SeatRequestStatus;
    to: SeatRequestStatus;
    endedBy?: "seeker" | "host" | "system";
    reason?: string | null | undefined;
    /** Confirmation deadline if the ride changed since it was requested. */
    confirmBy?: Date | null;
    /** Placement on the driven route, and the originally requested terms if they differ. */
    placement?: PlacementColumns;
  },
): Promise<SeatRequestRow | undefined> {
  const { from, to, endedBy, reason, confirmBy, placement } = transition;
  return (
    db
      .updateTable("seat_request")
      .set({
        status: to,
        ...(endedBy && {
          ended_by: endedBy,
          ended_at: now(),
        }),
        ...(reason && { reason }),
        ...(confirmBy && {
          confirm_by: confirmBy,
          confirm_requested_at: now(),
        }),
        ...(placement && {
          ...placement,
          agreed: placement.agreed && JSON.stringify(placement.agreed),
        }),
        ...((to === "accepted" || to === "rejected") && { decided_at: now() }),
      })
      .where("id", "=", id)
      .where("status", "=", from)
      // Requests past their deadline cannot be decided, even before the sweep expires them; the system may still end
      // them.
      .$if(to === "accepted" || (to === "rejected" && endedBy === "host"), (query) =>
        query.where("expires_at", ">", now()),
      )
      .returningAll()
      .executeTakeFirst()
  );
}

/** Moves all requests of these rides from one state to another. */
export function transitionSeatRequestsOfRides(
  { db, now }: Context,
  rideIds: readonly string[],
  transition: {
    from: SeatRequestStatus;
    to: SeatRequestStatus;
    endedBy?: "host" | "system";
    reason?: string;
    /** Restricts to reserved (true) or unreserved (false) seats; all if omitted. */
    reserved?: boolean;
  },
): Promise<SeatRequestRow[]> {
  if (rideIds.length === 0) return Promise.resolve([]);
  return db
    .updateTable("seat_request")
    .set({
      status: transition.to,
      ended_by: transition.endedBy ?? null,
      ended_at: now(),
      ...(transition.reason && { reason: transition.reason }),
    })
    .where("ride_id", "in", rideIds)
    .where("status", "=", transition.from)
    .$if(transition.reserved !== undefined, (query) =>
      query.where("reserved", "=", transition.reserved === true),
    )
    .returningAll()
    .execute();
}

/** Expires up to `limit` overdue pending requests, skipping those that are being decided at the moment. */
export function expireDueSeatRequests(
  { db, now }: Context,
  limit: number,
): Promise<SeatRequestRow[]> {
  return db
    .updateTable("seat_request")
    .set({
      status: "expired",
      ended_by: "system",
      ended_at: now(),
    })
    .where("id", "in", (pending) =>
      pending
        .selectFrom("seat_request as due")
        .select("due.id")
        .where("due.status", "=", "pending")
        .where("due.expires_at", "<=", now())
        .orderBy("due.expires_at")
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
}

/** Users with an active request on these rides. */
export function findActiveSeekers(
  { db }: Context,
  rideIds: readonly string[],
): Promise<Pick<SeatRequestRow, "ride_id" | "seeker_id">[]> {
  if (rideIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom("seat_request")
    .select(["ride_id", "seeker_id"])
    .where("ride_id", "=", sql<string>`any(${rideIds}::uuid[])`)
    .where("status", "in", ["pending", "accepted"])
    .execute();
}

/** Upcoming rides whose driven route lacks the stop of a passenger with a detour, in lock order. */
export async function findRidesWithUncountedDetours(
  { db, now }: Context,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ ride_id: string }>`
    select distinct ride_id from seat_request join ride on ride.id = ride_id
    where seat_request.status = 'accepted'
      and detour_m > 0
      and ride.status = 'scheduled'
      and departs_at > ${now()}
      and not coalesce(
        driven_route->'stops' @> jsonb_build_array(jsonb_build_object('id', seat_request.id)),
        false)
    order by ride_id limit ${limit}`.execute(db);
  return rows.map(({ ride_id }) => ride_id);
}

/** Upcoming rides whose driven route lacks the form for passengers, in lock order. */
export async function findRidesWithoutPassengerForms(
  { db, now }: Context,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id
    from ride
    where status = 'scheduled'
      and departs_at > ${now()}
      and driven_route is not null
      and not driven_route ? 'forPassengers'
      and driven_route -> 'exact' <> driven_route -> 'approximate'
    order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Statement that marks a completed seat request as disputed if `condition` holds, and returns its id. */
export function markDisputed(id: string, condition: RawBuilder<unknown>) {
  return sql<{ id: string }>`
  update seat_request
  set status = 'disputed'
  where id = ${id} and status = 'completed' and ${condition}
  returning id`;
}
