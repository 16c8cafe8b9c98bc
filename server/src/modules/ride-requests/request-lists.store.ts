import { WALK_DEFAULT_M } from "@commonlane/contract/limits";
import type { RideRequestStatus } from "@commonlane/contract/ride-requests";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { isForMember } from "#modules/groups/index.ts";
import {
  type AlongRide,
  type Corridor,
  fitsCorridorLength,
  isForAudience,
  joinInBoxes,
} from "#modules/rides/search/index.ts";
import { areRestricted, isRemovedContent, canInteractWithColumn } from "#modules/privacy/index.ts";
import type { Context } from "#platform/context.ts";
import { withinRadius } from "#platform/db/within-radius.ts";
import type { RideRequestRow } from "./ride-requests.store.ts";

interface Page {
  readonly limit: number;
  readonly afterId: string | undefined;
}

/** Newest first; ids are time-ordered. */
export function listRequestsOfSeeker(
  { db }: Context,
  seekerId: string,
  { limit, afterId, status }: Page & { readonly status: RideRequestStatus | undefined },
): Promise<RideRequestRow[]> {
  return db
    .selectFrom("ride_request")
    .selectAll()
    .where("seeker_id", "=", seekerId)
    .$if(status !== undefined, (query) => query.where(sql<SqlBool>`status = ${status}`))
    .$if(afterId !== undefined, (query) => query.where(sql<SqlBool>`id < ${afterId}::uuid`))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** Those of these requests that are open for every member and driver, no matter who asks. */
export function findRequestsForAll(
  { db, now }: Context,
  ids: readonly string[],
): Promise<Pick<RideRequestRow, "id" | "departs_before">[]> {
  return db
    .selectFrom("ride_request")
    .select(["id", "departs_before"])
    .where("id", "=", (id) => id.fn.any(sql<string[]>`${ids}::uuid[]`))
    .where("status", "=", "open")
    .where("departs_before", ">", now())
    .where("audience", "=", "everyone")
    .where("members_of", "is", null)
    .where("driver_uid", "is", null)
    .where(sql<SqlBool>`not ${isRemovedContent(sql`ride_request.id`)}`)
    .where(sql<SqlBool>`not ${areRestricted(sql`seeker_id`, sql`seeker_id`)}`)
    .execute();
}

/** The viewer, whose gender decides which restricted requests are visible. */
export interface Viewer {
  readonly uid: string;
  readonly gender: string | null;
}

/** Open requests of other users that this viewer may answer. */
const selectAnswerable = ({ db, now }: Context, { uid, gender }: Viewer) => {
  const at = now();
  return db
    .selectFrom("ride_request")
    .selectAll()
    .where("status", "=", "open")
    .where("departs_before", ">", at)
    .where(isForMember(sql.ref("ride_request.members_of"), sql`${uid}::uuid`, at))
    .where("seeker_id", "!=", uid)
    .where(canInteractWithColumn(uid, "seeker_id"))
    .where(sql<SqlBool>`not ${isRemovedContent(sql.ref("ride_request.id"))}`)
    .where((row) =>
      row.or([
        row("audience", "=", "everyone"),
        ...(gender === null ? [] : [row("seeker_gender", "=", gender)]),
      ]),
    );
};

export type NearbyRequestRow = RideRequestRow & { readonly distance_km: number };

/** Requests that start within `radiusKm`, nearest first, by their approximate origin. */
export function findRequestsNear(
  ctx: Context,
  viewer: Viewer,
  near: {
    lat: number;
    lng: number;
    radiusKm: number;
  },
  {
    limit,
    after,
  }: {
    limit: number;
    after:
      | {
          readonly at: string;
          readonly id: string;
        }
      | undefined;
  },
): Promise<NearbyRequestRow[]> {
  const { distanceKm, within } = withinRadius(near, {
    lat: "approximate_lat",
    lng: "approximate_lng",
  });
  return selectAnswerable(ctx, viewer)
    .select(distanceKm.as("distance_km"))
    .where(within)
    .$if(after !== undefined, (query) =>
      query.where(sql<SqlBool>`(${distanceKm}, id) > (${after?.at}::float8, ${after?.id}::uuid)`),
    )
    .orderBy("distance_km")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Requests within a ride's corridor by id, at most `limit`, after `afterId`. */
export function findRequestsInCorridor(
  ctx: Context,
  viewer: Viewer,
  {
    corridor,
    sameGender,
    membersOf,
  }: {
    corridor: Corridor;
    sameGender: string | null;
    membersOf: string | null;
  },
  { limit, afterId }: Page,
): Promise<RideRequestRow[]> {
  return selectAnswerable(ctx, viewer)
    .where(
      sql<SqlBool>`
        id in (
          select request.id
          from ${joinRequestsInCorridors([corridor])})`,
    )
    .$if(sameGender !== null, (query) => query.where("seeker_gender", "=", sameGender))
    .$if(membersOf !== null, (query) =>
      query.where(
        isForMember(sql`${membersOf}::uuid`, sql.ref("ride_request.seeker_id"), ctx.now()),
      ),
    )
    .$if(afterId !== undefined, (query) => query.where(sql<SqlBool>`id > ${afterId}::uuid`))
    .orderBy("id")
    .limit(limit)
    .execute();
}

const requestsInArea = sql`
  select *, (approximate_destination ->> 'lat')::float8 as to_lat,
    (approximate_destination ->> 'lng')::float8 as to_lng
  from ride_request
  where point(approximate_lng, approximate_lat) <@ part.area and status = 'open'`;

/** Corridors as `part`, each with the open requests that may lie in it as `request`; a pair may occur several times. */
function joinRequestsInCorridors(corridors: readonly Corridor[]): RawBuilder<unknown> {
  const isShortEnough = fitsCorridorLength(
    "part",
    { lat: "request.approximate_lat", lng: "request.approximate_lng" },
    { lat: "request.to_lat", lng: "request.to_lng" },
    sql`${WALK_DEFAULT_M}::float8`,
  );
  return sql`
    ${joinInBoxes(corridors, { alias: "request", inArea: requestsInArea })}
    where request.departs_before >= part.starts
      and request.departs_after <= part.ends
      and request.seats <= part.seats
      and point(request.to_lng, request.to_lat) <@ part.reach
      and ${isShortEnough}`;
}

/** SQL: the request is for everyone, or for this gender. */
const isForGender = (request: string, gender: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${request}.audience`)} = 'everyone' or ${sql.ref(`${request}.seeker_gender`)} = ${gender})`;

/**
 * Pairs of an open request and a corridor in which it may lie, ordered by request.
 * Leaves out pairs whose two users may not meet, or where one does not belong to the audience of the other's: what is
 * hidden is not read and costs no further statement (decision 79).
 */
export async function findOpenRequestsAlong(
  { db, now }: Context,
  corridors: readonly Corridor[],
): Promise<AlongRide[]> {
  if (corridors.length === 0) return [];
  const seeker = sql.ref("request.seeker_id");
  const host = sql.ref("near.host_id");
  const isForSeeker = isForAudience("near", {
    gender: sql.ref("request.seeker_gender"),
    isMember: isForMember(sql.ref("near.members_of"), seeker, now()),
  });
  const { rows } = await sql<AlongRide>`
    with near as materialized (
      select distinct request.id, part.ride_id, part.host_id, part.host_gender, part.audience,
        part.members_of
      from ${joinRequestsInCorridors(corridors)}
        and request.seeker_id <> part.host_id and request.departs_before > ${now()})
    select request.id, near.ride_id as passing_ride_id
    from near
    join ride_request as request on request.id = near.id
    where ${isForSeeker}
      and ${isForGender("request", sql.ref("near.host_gender"))}
      and ${isForMember(sql.ref("request.members_of"), host, now())}
      and not ${areRestricted(seeker, host)}
      and not ${isRemovedContent(sql.ref("request.id"))}
    order by request.id, near.ride_id`.execute(db);
  return rows;
}

/**
 * Those of the users who may see one of these requests while it is open. The others must not even learn that a request
 * was posted, changed or ended.
 */
export async function findRequestViewers(
  { db, now }: Pick<Context, "db" | "now">,
  requestIds: readonly string[],
  uids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (requestIds.length === 0 || uids.length === 0) return new Set();
  const viewer = sql.ref("viewer.uid");
  const { rows } = await sql<{ uid: string }>`
    select viewer.uid from unnest(${uids}::uuid[]) as viewer (uid)
    where exists (select from ride_request where ride_request.id = any(${requestIds}::uuid[])
      and ${isForGender("ride_request", sql`(select gender from profile where profile.uid = ${viewer})`)}
      and ${isForMember(sql.ref("ride_request.members_of"), viewer, now())}
      and not ${areRestricted(viewer, sql.ref("ride_request.seeker_id"))}
      and not ${isRemovedContent(sql.ref("ride_request.id"))})`.execute(db);
  return new Set(rows.map(({ uid }) => uid));
}
