import { sql } from "kysely";
import { isForMember } from "#modules/groups/index.ts";
import { areRestricted } from "#modules/privacy/index.ts";
import {
  type AlongRide,
  type Corridor,
  fitsCorridorLength,
  isForAudience,
  joinInBoxes,
} from "#modules/rides/search/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";

const searchesInArea = sql`
  select * from saved_search
  where point(origin_lng, origin_lat) <@ part.area and paused_at is null and removed_at is null`;

/**
 * Pairs of an active search and one of these corridors that may contain it, by search, without those of rides that the
 * owner knows. Leaves out rides of hosts the owner may not meet and rides for other audiences: a hidden ride is not
 * read and costs no further statement (decision 79).
 */
export async function findSearchesAlong(
  { db, now }: Context,
  corridors: readonly Corridor[],
): Promise<AlongRide[]> {
  if (corridors.length === 0) return [];
  const owner = sql.ref("near.owner_id");
  const isForOwner = isForAudience("near", {
    gender: sql`(select gender from profile where profile.uid = ${owner})`,
    isMember: isForMember(sql.ref("near.members_of"), owner, now()),
  });
  const isShortEnough = fitsCorridorLength(
    "part",
    { lat: "search.origin_lat", lng: "search.origin_lng" },
    { lat: "search.destination_lat", lng: "search.destination_lng" },
    sql.ref("search.walk_m"),
  );
  // Blocks and memberships take longer to check than places, so they are checked last, once for each pair.
  const { rows } = await sql<AlongRide>`
    with near as materialized (
      select distinct search.id, search.owner_id, part.ride_id, part.host_id, part.host_gender,
        part.audience, part.members_of
      from ${joinInBoxes(corridors, { alias: "search", inArea: searchesInArea })}
      where search.owner_id <> part.host_id and search.seats <= part.seats
        and (search.departs_before is null or search.departs_before > ${now()}
          and search.departs_before >= part.starts and search.departs_after <= part.ends)
        and point(search.destination_lng, search.destination_lat) <@ part.reach
        and ${isShortEnough})
    select near.id, near.ride_id as passing_ride_id
    from near
    where not exists (select from ride_alert known
        where known.owner_id = near.owner_id and known.ride_id = near.ride_id)
      and ${isForOwner}
      and not ${areRestricted(owner, sql.ref("near.host_id"))}
    order by near.id, near.ride_id`.execute(db);
  return rows;
}

/** The reasons for an alert: the user's searches or a request. */
export interface RideAlert {
  readonly ownerId: string;
  readonly rideId: string;
  readonly savedSearchIds: readonly string[];
  readonly requestId: string | null;
}

// Nested arrays must have equal length, so each list of ids is passed as one text.
const toAlertRows = (alerts: readonly RideAlert[]) => sql`
  (
    select owner_id, ride_id, ids::uuid[] as saved_search_ids, request_id
    from unnest(
      ${alerts.map(({ ownerId }) => ownerId)}::uuid[],
      ${alerts.map(({ rideId }) => rideId)}::uuid[],
      ${alerts.map(({ savedSearchIds }) => `{${savedSearchIds.join()}}`)}::text[],
      ${alerts.map(({ requestId }) => requestId)}::uuid[])
      as given (owner_id, ride_id, ids, request_id))`;

export interface InsertedRideAlerts {
  /** Alerts to send. */
  readonly alertsToSend: RideAlert[];
  /** Owners who reached the limit and therefore do not hear of every ride. */
  readonly limitedOwners: string[];
}

/**
 * Records alerts and decides which ones are sent: none for a ride that its owner knows, one per series, soonest rides
 * first, and at most `limitPerOwner` since an instant. Alerts beyond the limit are not recorded.
 */
export async function insertRideAlerts(
  { db, now }: InTransaction,
  alerts: readonly RideAlert[],
  {
    limitPerOwner,
    since,
  }: {
    readonly limitPerOwner: number;
    readonly since: Date;
  },
): Promise<InsertedRideAlerts> {
  if (alerts.length === 0)
    return {
      alertsToSend: [],
      limitedOwners: [],
    };
  const { rows } = await sql<
    RideAlert & {
      readonly isNews: boolean;
      readonly isLimited: boolean;
    }
  >`
    with candidate as (
      select given.*, ride.departs_at, ride.series_id is null
        or ( row_number() over (partition by given.owner_id, ride.series_id order by ride.departs_at) = 1 and not exists (
          select
          from ride_alert earlier
          join ride day on day.id = earlier.ride_id
          where earlier.owner_id = given.owner_id
            and earlier.notified
            and day.series_id = ride.series_id)) as is_news
      from ${toAlertRows(alerts)} given
      join ride on ride.id = given.ride_id
      where not exists (
        select
        from ride_alert known
        where known.owner_id = given.owner_id and known.ride_id = given.ride_id)),
      ranked as (
        select *, is_news
          and ${limitPerOwner} < row_number() over (partition by owner_id, is_news order by departs_at, ride_id) + (
            select count(*)
            from ride_alert before
            where before.owner_id = candidate.owner_id
              and before.notified
              and before.at > ${since}) as is_limited
        from candidate),
      inserted as (
        insert into ride_alert (
          owner_id, ride_id, saved_search_ids, request_id, notified, at)
        select owner_id, ride_id, saved_search_ids, request_id, is_news,
          ${now()}::timestamptz
        from ranked
        where not is_limited
        on conflict do nothing
        returning owner_id, ride_id, saved_search_ids, request_id, notified)
    select inserted.owner_id as "ownerId", inserted.ride_id as "rideId",
      saved_search_ids as "savedSearchIds", request_id as "requestId",
      notified as "isNews", false as "isLimited"
    from inserted
    union all select owner_id, ride_id, saved_search_ids, request_id, false,
      true
    from ranked
    where is_limited`.execute(db);
  const limitedOwners = rows.filter(({ isLimited }) => isLimited).map(({ ownerId }) => ownerId);
  return {
    alertsToSend: rows.filter(({ isNews }) => isNews),
    limitedOwners: [...new Set(limitedOwners)],
  };
}

/** Records rides that users know without an alert. For rides they know already, adds the reasons. */
export async function insertSeenRides(
  { db, now }: InTransaction,
  rides: readonly RideAlert[],
): Promise<void> {
  if (rides.length === 0) return;
  await sql`
    insert into ride_alert (
      owner_id, ride_id, saved_search_ids, request_id, notified, at)
    select owner_id, ride_id, saved_search_ids, request_id, false,
      ${now()}::timestamptz
    from ${toAlertRows(rides)} given
    on conflict (owner_id, ride_id) do update set
      saved_search_ids = ride_alert.saved_search_ids || excluded.saved_search_ids,
      request_id = coalesce(ride_alert.request_id, excluded.request_id)`.execute(db);
}

/**
 * Deletes records of rides that departed before an instant; at most `limit`. Keeps the record of an ongoing series,
 * because it shows that its owner knows the series.
 */
export async function deleteOldRideAlerts(
  { db }: Context,
  departedBefore: Date,
  limit: number,
): Promise<number> {
  const { rows } = await sql`
    delete from ride_alert
    where (owner_id, ride_id) in (
      select owner_id, ride_id
      from ride_alert
      join ride on ride.id = ride_id
      where ride_alert.at < ${departedBefore}
        and ride.departs_at < ${departedBefore}
        and not (ride_alert.notified and exists (
          select
          from ride later
          where later.series_id = ride.series_id
            and later.departs_at >= ${departedBefore}))
      limit ${limit})
    returning ride_id`.execute(db);
  return rows.length;
}
