import type { LatLng } from "@commonlane/contract/shapes";
import { type Selectable, type SqlBool, sql } from "kysely";
import { isForOthers } from "#modules/groups/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { lockAccount } from "#platform/db/locks.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

export type RideRequestRow = Selectable<Schema["ride_request"]>;
/** The terms of a request and values derived from them. */
export type RideRequestTerms = Omit<
  RideRequestRow,
  | "id"
  | "seeker_id"
  | "seeker_gender"
  | "driver_uid"
  | "status"
  | "ride_id"
  | "created_at"
  | "ended_at"
  | "approximate_lat"
  | "approximate_lng"
>;

const toColumns = ({
  origin,
  destination,
  approximate_origin,
  approximate_destination,
  preferences,
  ...plain
}: RideRequestTerms) => ({
  ...plain,
  origin: JSON.stringify(origin),
  destination: JSON.stringify(destination),
  approximate_origin: JSON.stringify(approximate_origin),
  approximate_destination: JSON.stringify(approximate_destination),
  preferences: JSON.stringify(preferences),
  approximate_lat: approximate_origin.lat,
  approximate_lng: approximate_origin.lng,
});

/**
 * Returns undefined if this seeker already has an open request for the same route with an overlapping window, to the
 * same driver if it has one.
 */
export async function insertRideRequest(
  ctx: InTransaction,
  parties: Pick<RideRequestRow, "seeker_id" | "seeker_gender" | "driver_uid">,
  terms: RideRequestTerms,
): Promise<RideRequestRow | undefined> {
  const { db, now } = ctx;
  await lockAccount(ctx, parties.seeker_id);
  if (await findDuplicateOpenRequest(ctx, parties, terms)) return undefined;
  return db
    .insertInto("ride_request")
    .values({
      ...toColumns(terms),
      ...parties,
      created_at: now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

function hasCoordinates(column: "origin" | "destination", { lat, lng }: LatLng) {
  return sql<SqlBool>`
    (${sql.ref(column)}->>'lat')::float8 = ${lat}
    and (${sql.ref(column)}->>'lng')::float8 = ${lng}`;
}

/**
 * The seeker's open request for the same route with an overlapping window, to the same driver or to no one in
 * particular.
 */
export function findDuplicateOpenRequest(
  { db, now }: Context,
  parties: Pick<RideRequestRow, "seeker_id" | "driver_uid">,
  { origin, destination, departs_after, departs_before }: RideRequestTerms,
): Promise<RideRequestRow | undefined> {
  return db
    .selectFrom("ride_request")
    .selectAll()
    .where("seeker_id", "=", parties.seeker_id)
    .where("driver_uid", "is not distinct from", parties.driver_uid)
    .where("status", "=", "open")
    .where("departs_before", ">", now())
    .where("departs_after", "<=", departs_before)
    .where("departs_before", ">=", departs_after)
    .where(hasCoordinates("origin", origin))
    .where(hasCoordinates("destination", destination))
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
}

export function findRideRequest({ db }: Context, id: string): Promise<RideRequestRow | undefined> {
  return db.selectFrom("ride_request").selectAll().where("id", "=", id).executeTakeFirst();
}

export function findRideRequests(
  { db }: Context,
  ids: readonly string[],
): Promise<RideRequestRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom("ride_request")
    .selectAll()
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
}

/**
 * Locks the request, so that its offers are made and decided one after another.
 * Lock order: ride, request, offers.
 */
export function lockRideRequest({ db }: Context, id: string): Promise<RideRequestRow | undefined> {
  return db
    .selectFrom("ride_request")
    .selectAll()
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/**
 * Changes a locked request. Returns undefined if it has ended, or if an offer is pending and `changesOfferedTerms` is
 * set.
 */
export function updateRideRequest(
  { db, now }: Context,
  id: string,
  { seeker_gender, ...terms }: RideRequestTerms & Pick<RideRequestRow, "seeker_gender">,
  { changesOfferedTerms }: { changesOfferedTerms: boolean },
): Promise<RideRequestRow | undefined> {
  return db
    .updateTable("ride_request")
    .set({ ...toColumns(terms), seeker_gender })
    .where("id", "=", id)
    .where("status", "=", "open")
    .where("departs_before", ">", now())
    .$if(changesOfferedTerms, (query) =>
      query.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("offer")
              .select("offer.id")
              .whereRef("offer.request_id", "=", "ride_request.id")
              .where("offer.status", "=", "pending"),
          ),
        ),
      ),
    )
    .returningAll()
    .executeTakeFirst();
}

/** One state transition. Returns undefined unless the request was open. */
export function endRideRequest(
  { db, now }: Context,
  id: string,
  end:
    | { readonly status: "cancelled" }
    | {
        readonly status: "matched";
        readonly ride_id: string;
      },
): Promise<RideRequestRow | undefined> {
  return db
    .updateTable("ride_request")
    .set({ ...end, ended_at: now() })
    .where("id", "=", id)
    .where("status", "=", "open")
    .where("departs_before", ">", now())
    .returningAll()
    .executeTakeFirst();
}

/** Expires up to `limit` open requests whose window has passed, skipping locked ones. */
export function expireDueRequests({ db, now }: Context, limit: number): Promise<RideRequestRow[]> {
  return db
    .updateTable("ride_request")
    .set({ status: "expired", ended_at: now() })
    .where("id", "in", (open) =>
      open
        .selectFrom("ride_request as due")
        .select("due.id")
        .where("due.status", "=", "open")
        .where("due.departs_before", "<=", now())
        .orderBy("due.departs_before")
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
}

/** Cancels a user's open requests to the members of a mark or group that the user does not have. */
export function endRequestsWithoutMembership(
  { db, now }: Context,
  seekerId: string,
): Promise<RideRequestRow[]> {
  return db
    .updateTable("ride_request")
    .set({ status: "cancelled", ended_at: now() })
    .where("seeker_id", "=", seekerId)
    .where("status", "=", "open")
    .where(sql<SqlBool>`${isForOthers(sql.ref("members_of"), sql`${seekerId}::uuid`, now())}`)
    .returningAll()
    .execute();
}
