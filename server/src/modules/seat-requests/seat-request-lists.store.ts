import type { SeatRequestStatus } from "@commonlane/contract/seat-requests";
import { type SqlBool, sql } from "kysely";
import type { Context } from "#platform/context.ts";
import type { SeatRequestRow } from "./seat-requests.store.ts";

/** A seeker's requests, optionally on one ride. */
export interface SeekerFilter {
  readonly seekerId: string;
  readonly rideId: string | undefined;
}
/** Requests of one ride, of all rides of a host, or of a seeker. */
export type SeatRequestFilter =
  { readonly rideId: string } | { readonly hostId: string } | SeekerFilter;

/** Newest first; ids are time-ordered. */
export function listSeatRequests(
  { db }: Context,
  filter: SeatRequestFilter,
  {
    limit,
    afterId,
    status,
  }: {
    limit: number;
    afterId: string | undefined;
    status?: SeatRequestStatus | undefined;
  },
): Promise<SeatRequestRow[]> {
  return db
    .selectFrom("seat_request")
    .selectAll()
    .where((row) => {
      if ("seekerId" in filter) {
        const bySeeker = row("seeker_id", "=", filter.seekerId);
        return filter.rideId === undefined
          ? bySeeker
          : row.and([bySeeker, row("ride_id", "=", filter.rideId)]);
      }
      if ("rideId" in filter) return row("ride_id", "=", filter.rideId);
      return row(
        "ride_id",
        "in",
        row.selectFrom("ride").select("ride.id").where("ride.host_id", "=", filter.hostId),
      );
    })
    .$if(status !== undefined, (query) => query.where(sql<SqlBool>`status = ${status}`))
    .$if(afterId !== undefined, (query) => query.where(sql<SqlBool>`id < ${afterId}::uuid`))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** A page of requests in the order of their pickups. */
interface PickupPage {
  readonly limit: number;
  readonly after:
    | {
        readonly at: string;
        readonly id: string;
      }
    | undefined;
}

const selectOfSeeker = ({ db }: Context, { seekerId, rideId }: SeekerFilter) =>
  db
    .selectFrom("seat_request")
    .selectAll()
    .where("seeker_id", "=", seekerId)
    .$if(rideId !== undefined, (query) => query.where(sql<SqlBool>`ride_id = ${rideId}::uuid`));

/** A seeker's past trips with a seat that was theirs, also if it was cancelled later; latest pickup first. */
export function listPastSeatRequests(
  ctx: Context,
  filter: SeekerFilter,
  { limit, after }: PickupPage,
): Promise<SeatRequestRow[]> {
  return selectOfSeeker(ctx, filter)
    .where("dropoff_at", "<=", ctx.now())
    .where("status", "in", ["accepted", "completed", "disputed", "cancelled"])
    .$if(after !== undefined, (query) =>
      query.where(sql<SqlBool>`(pickup_at, id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy("pickup_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** A seeker's upcoming requests except those they ended themselves, soonest pickup first. */
export function listUpcomingSeatRequests(
  ctx: Context,
  filter: SeekerFilter,
  { limit, after }: PickupPage,
): Promise<SeatRequestRow[]> {
  return selectOfSeeker(ctx, filter)
    .where("dropoff_at", ">", ctx.now())
    .where(sql<SqlBool>`ended_by is distinct from 'seeker'`)
    .$if(after !== undefined, (query) =>
      query.where(sql<SqlBool>`(pickup_at, id) > (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy("pickup_at")
    .orderBy("id")
    .limit(limit)
    .execute();
}
