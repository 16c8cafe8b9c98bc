import { type RawBuilder, sql, type SqlBool } from "kysely";
import { isForMember, isForOthers } from "#modules/groups/index.ts";
import { areRestricted, isConfirmedBooking, isRemovedContent } from "#modules/privacy/index.ts";
import { createDataLoader } from "#platform/dataloader.ts";
import type { Context } from "#platform/context.ts";
import { PREPARED } from "#platform/db/prepared-statements.ts";
import type { RideRow } from "./rides.store.ts";

interface Viewing {
  /** Alias of the `ride` in the surrounding statement. */
  readonly ride: string;
  readonly uid: RawBuilder<unknown>;
  readonly at: RawBuilder<unknown>;
}

/** SQL: host and viewer have a contact restriction, or moderators hid the ride. */
export function isHiddenRide({ ride, uid }: Pick<Viewing, "ride" | "uid">): RawBuilder<boolean> {
  return sql<boolean>`
    (${areRestricted(uid, sql.ref(`${ride}.host_id`))}
      or ${isRemovedContent(sql.ref(`${ride}.id`))})`;
}

/** SQL: the ride's audience includes a user of this gender who `isMember` of the group it is for. */
export const isForAudience = (
  ride: string,
  {
    gender,
    isMember,
  }: {
    readonly gender: RawBuilder<unknown>;
    readonly isMember: RawBuilder<unknown>;
  },
): RawBuilder<boolean> => sql<boolean>`(
  (${sql.ref(`${ride}.audience`)} = 'everyone'
    or coalesce(${sql.ref(`${ride}.host_gender`)} = ${gender}, false))
  and ${isMember})`;

/** SQL: the ride's audience includes this user. */
const isForViewer = ({ ride, uid, at }: Viewing): RawBuilder<boolean> =>
  isForAudience(ride, {
    gender: sql`(select gender from profile where profile.uid = ${uid})`,
    isMember: isForMember(sql.ref(`${ride}.members_of`), uid, at),
  });

const hasSeat = ({ ride, uid }: Viewing, condition: RawBuilder<unknown>) => sql`
  exists (
    select
    from seat_request
    where ride_id = ${sql.ref(`${ride}.id`)}
      and seeker_id = ${uid}
      and ${condition})`;

const hasWaited = ({ ride, uid }: Viewing) => sql`
  exists (
    select
    from standby
    where ride_id = ${sql.ref(`${ride}.id`)} and seeker_id = ${uid})`;

/**
 * SQL: this user may see the ride. The one place that decides it; what a user may not see does not exist for them, in
 * any call (domain.md, What does not exist for a user).
 *
 * Host and passengers always see it, even after a block, because they have to find each other. A former passenger sees
 * how it ended, but no coming rides of a group that they have left. Who asked for a seat or waited for one sees that it
 * was cancelled. Others see it until it is over, unless it is hidden or for another audience.
 */
export const isVisibleRide = (viewing: Viewing): RawBuilder<boolean> => {
  const isOver = sql`${sql.ref(`${viewing.ride}.status`)} in ('cancelled', 'completed')`;
  const isCancelled = sql`${sql.ref(`${viewing.ride}.status`)} = 'cancelled'`;
  const wasPassenger = hasSeat(viewing, sql`status = 'cancelled'`);
  return sql<boolean>`(
    ${sql.ref(`${viewing.ride}.host_id`)} = ${viewing.uid}
    or ${hasSeat(viewing, isConfirmedBooking)}
    or (not ${isHiddenRide(viewing)} and (
      (${isOver} or ${sql.ref(`${viewing.ride}.members_of`)} is null)
      and ${wasPassenger}
      or ${isCancelled}
      and (${hasSeat(viewing, sql`true`)} or ${hasWaited(viewing)})
      or not ${isOver} and ${isForViewer(viewing)})))`;
};

/** The outward and the return ride of a ride, as far as a user may see them. */
export interface VisibleLinks {
  readonly returnOf: string | null;
  readonly returnId: string | null;
}

/** SQL: a linked ride's id, or null if this user may not see that ride. */
function visibleLink(viewing: Viewing, column: "return_of" | "return_id") {
  return sql<string | null>`
  (
    select linked.id
    from ride as linked
    where linked.id = ${sql.ref(`${viewing.ride}.${column}`)}
      and ${isVisibleRide({
        ...viewing,
        ride: "linked",
      })})`;
}

/** SQL: `VisibleLinks` as JSON. */
export function visibleLinks(viewing: Viewing): RawBuilder<VisibleLinks> {
  return sql<VisibleLinks>`
  json_build_object(
    'returnOf', ${visibleLink(viewing, "return_of")}, 'returnId',
    ${visibleLink(viewing, "return_id")})`;
}

/** What a user may know about a ride whose row is loaded already. */
interface Visibility {
  readonly isVisible: boolean;
  readonly links: VisibleLinks;
}

/** In one statement for all concurrent callers; undefined if there is no such ride. */
export const findVisibility = (
  { db, now }: Context,
  rideId: string,
  uid: string,
): Promise<Visibility | undefined> =>
  loadVisibility(db, {
    rideId,
    uid,
    at: now(),
  });

const VIEWING: Viewing = {
  ride: "ride",
  uid: sql`asked.uid`,
  at: sql`asked.at`,
};

const loadVisibility = createDataLoader(
  async (
    db,
    queries: readonly {
      readonly rideId: string;
      readonly uid: string;
      readonly at: Date;
    }[],
  ) => {
    const { rows } = await sql<Visibility & { nth: number }>`
      ${PREPARED}
      select nth, ${isVisibleRide(VIEWING)} as "isVisible",
        ${visibleLinks(VIEWING)} as links
      from unnest(
        ${queries.map(({ rideId }) => rideId)}::uuid[],
        ${queries.map(({ uid }) => uid)}::uuid[],
        ${queries.map(({ at }) => at)}::timestamptz[]) with ordinality
        as asked (id, uid, at, nth)
      join ride on ride.id = asked.id`.execute(db);
    const byQuery = new Map(rows.map(({ nth, ...visibility }) => [nth, visibility]));
    return queries.map((_, n) => byQuery.get(n + 1));
  },
);

/** Those of these rides that this user may see. */
export async function findVisibleRides(
  { db, now }: Context,
  ids: readonly string[],
  viewerUid: string,
): Promise<RideRow[]> {
  if (ids.length === 0) return [];
  const viewing = {
    ride: "ride",
    uid: sql`${viewerUid}::uuid`,
    at: sql`${now()}::timestamptz`,
  };
  return db
    .selectFrom("ride")
    .selectAll()
    .where("id", "in", ids)
    .where(isVisibleRide(viewing))
    .execute();
}

/** Upcoming rides of a host for the members of a mark or group that the host does not have, by id. */
export async function findRidesWithoutMembership(
  { db, now }: Context,
  hostId: string,
): Promise<Pick<RideRow, "id">[]> {
  return db
    .selectFrom("ride")
    .select("id")
    .where("host_id", "=", hostId)
    .where("status", "=", "scheduled")
    .where("departs_at", ">", now())
    .where(sql<SqlBool>`${isForOthers(sql.ref("members_of"), sql`${hostId}::uuid`, now())}`)
    .orderBy("id")
    .execute();
}

/** Whether a person outside of this audience has a pending or accepted request on a ride. */
export async function hasSeekersOutside(
  { db, now }: Context,
  rideId: string,
  { audience, host_gender, members_of }: Pick<RideRow, "audience" | "host_gender" | "members_of">,
): Promise<boolean> {
  const { rows } = await sql`
    select
    from seat_request
    cross join (
      select ${audience}::text as audience, ${host_gender}::text as host_gender,
        ${members_of}::uuid as members_of) as narrowed
    where ride_id = ${rideId} and status in ('pending', 'accepted')
      and not ${isForViewer({
        ride: "narrowed",
        uid: sql`seeker_id`,
        at: sql`${now()}::timestamptz`,
      })}
    limit 1`.execute(db);
  return rows.length > 0;
}
