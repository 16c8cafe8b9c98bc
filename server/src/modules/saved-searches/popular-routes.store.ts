import type { LatLng, Place } from "@commonlane/contract/shapes";
import { sql } from "kysely";
import { isEstablished } from "#modules/privacy/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";

/** A person waiting for a ride, with both ends rounded to about a kilometre. */
export interface UnmetSearch {
  readonly personId: string;
  readonly from: LatLng;
  readonly to: LatLng;
}

/** A route between two towns, with the approximate number of people waiting. */
export interface CountedRoute {
  readonly origin: Place;
  readonly destination: Place;
  readonly people: number;
}

/**
 * Unmet demand: saved searches that match no upcoming ride, open requests without an offer, and requests that expired
 * since `since`; only of people who count in public numbers. If there are more than `limit`, those of the most popular ends, rounded to tenths of a degree.
 */
export async function findUnmetSearches(
  ctx: Context,
  since: Date,
  limit: number,
): Promise<UnmetSearch[]> {
  const { db, now } = ctx;
  // Uses integers and hash joins: row by row, a hundred thousand searches took seconds.
  const { rows } = await sql<UnmetSearch>`
    with met as (
      select unnest(saved_search_ids) as saved_search_id from ride_alert join ride on ride.id = ride_id
      where ride.status = 'scheduled' and ride.departs_at > ${now()}
    ), asked as (
      select owner_id as person_id, ${hundredthsOfDegree(searchEnds)}
      from saved_search
      where removed_at is null and paused_at is null and (departs_before is null or departs_before > ${now()})
        and not exists (select from met where saved_search_id = saved_search.id)
      union
      select seeker_id, ${hundredthsOfDegree(requestEnds)}
      from ride_request
      where status = 'open' and departs_before > ${now()}
        and not exists (select from offer where request_id = ride_request.id and offer.status = 'pending')
        and not exists (select from ride_alert join ride on ride.id = ride_alert.ride_id
          where ride_alert.request_id = ride_request.id and ride.status = 'scheduled' and ride.departs_at > ${now()})
      union
      select seeker_id, ${hundredthsOfDegree(requestEnds)} from ride_request where status = 'expired' and ended_at > ${since}
    ), counted as (
      select person_id from (select distinct person_id from asked) as person
      where ${isEstablished(ctx, sql`person.person_id`)}
    ), wish as (
      select asked.* from asked join counted using (person_id)
    ), crowd as (
      select ${sql.raw(ENDS.map((end) => `${tenthsOfDegree(end)} as rough_${end}`).join())}, count(distinct person_id) as people
      from wish group by 1, 2, 3, 4
    )
    select person_id as "personId", ${positionJson("from")} as "from", ${positionJson("to")} as "to"
    from wish join crowd on ${sql.raw(ENDS.map((end) => `rough_${end} = ${tenthsOfDegree(end)}`).join(" and "))}
    order by people desc, ${sql.raw(ENDS.map((end) => `rough_${end}`).join())}, person_id
    limit ${limit}`.execute(db);
  return rows;
}

/** Replaces all popular routes. */
export async function replacePopularRoutes(
  { db }: InTransaction,
  routes: readonly CountedRoute[],
): Promise<void> {
  await db.deleteFrom("popular_route").execute();
  if (routes.length === 0) return;
  const rows = routes.map(({ origin, destination, people }, rank) => ({
    rank,
    origin: JSON.stringify(origin),
    destination: JSON.stringify(destination),
    people,
  }));
  await db.insertInto("popular_route").values(rows).execute();
}

export function findPopularRoutes({ db }: Context): Promise<CountedRoute[]> {
  return db
    .selectFrom("popular_route")
    .select(["origin", "destination", "people"])
    .orderBy("rank")
    .execute();
}

const ENDS = ["from_lat", "from_lng", "to_lat", "to_lng"] as const;
type EndColumns = Readonly<Record<(typeof ENDS)[number], string>>;
const searchEnds: EndColumns = {
  from_lat: "origin_lat",
  from_lng: "origin_lng",
  to_lat: "destination_lat",
  to_lng: "destination_lng",
};
const requestEnds: EndColumns = {
  from_lat: "approximate_lat",
  from_lng: "approximate_lng",
  to_lat: "(approximate_destination ->> 'lat')::float8",
  to_lng: "(approximate_destination ->> 'lng')::float8",
};

/** Both ends in hundredths of a degree. */
const hundredthsOfDegree = (ends: EndColumns) =>
  sql.raw(ENDS.map((end) => `round(${ends[end]} * 100)::int as ${end}`).join());
/** Same in tenths. */
const tenthsOfDegree = (end: string) => `round(${end} / 10::float8)::int`;
const positionJson = (end: "from" | "to") =>
  sql.raw(`json_build_object('lat', ${end}_lat / 100::float8, 'lng', ${end}_lng / 100::float8)`);
