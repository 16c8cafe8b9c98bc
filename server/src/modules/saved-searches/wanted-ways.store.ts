import type { WantedWay } from "@commonlane/contract/saved-searches";
import type { LatLng } from "@commonlane/contract/shapes";
import { sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";

/** Somebody who waits for a ride, with the ends as coarse as about a kilometre. */
export interface Wish {
  readonly personId: string;
  readonly from: LatLng;
  readonly to: LatLng;
}

/**
 * The wishes that nothing answers: saved searches that match no ride still to come, open requests without an offer, and
 * requests that ran out since `since`. Of more than `limit` those where most people wait, by ends in tenths of a degree.
 */
export async function unansweredWishes({ db, now }: Context, since: Date, limit: number): Promise<Wish[]> {
  const { rows } = await sql<Wish>`
    with wish as (
      select owner_id as person_id, ${about("origin_lat", "origin_lng")} as origin,
        ${about("destination_lat", "destination_lng")} as destination
      from saved_search
      where removed_at is null and paused_at is null and (departs_before is null or departs_before > ${now()})
        and not exists (select from ride_alert join ride on ride.id = ride_id
          where saved_search_ids @> array[saved_search.id] and ride.status = 'scheduled' and ride.departs_at > ${now()})
      union
      select seeker_id, ${about("area_lat", "area_lng")},
        ${about("(destination_area ->> 'lat')", "(destination_area ->> 'lng')")}
      from ride_request
      where status = 'open' and departs_before > ${now()}
        and not exists (select from offer where request_id = ride_request.id and offer.status = 'pending')
        and not exists (select from ride_alert join ride on ride.id = ride_alert.ride_id
          where ride_alert.request_id = ride_request.id and ride.status = 'scheduled' and ride.departs_at > ${now()})
        or status = 'expired' and ended_at > ${since}
    ), told as (
      select *, ${roughly("origin")} as rough_origin, ${roughly("destination")} as rough_destination from wish
    ), crowd as (
      select rough_origin, rough_destination, count(distinct person_id) as people from told group by 1, 2
    )
    select person_id as "personId", ${position("origin")} as "from", ${position("destination")} as "to"
    from told join crowd using (rough_origin, rough_destination)
    order by people desc, rough_origin, rough_destination, person_id
    limit ${limit}`.execute(db);
  return rows;
}

/** Puts these in the place of all that were counted before. */
export async function replaceWantedWays({ db }: InTransaction, ways: readonly WantedWay[]): Promise<void> {
  await db.deleteFrom("wanted_way").execute();
  if (ways.length === 0) return;
  const rows = ways.map(({ origin, destination, people }, place) => ({
    place,
    origin: JSON.stringify(origin),
    destination: JSON.stringify(destination),
    people,
  }));
  await db.insertInto("wanted_way").values(rows).execute();
}

export function wantedWaysKept({ db }: Context): Promise<WantedWay[]> {
  return db.selectFrom("wanted_way").select(["origin", "destination", "people"]).orderBy("place").execute();
}

/** A position of two columns, in hundredths of a degree. */
const about = (lat: string, lng: string) =>
  sql`array[round(${sql.raw(lat)}::numeric, 2), round(${sql.raw(lng)}::numeric, 2)]`;
const roughly = (about: string) => sql`array[round(${sql.ref(about)}[1], 1), round(${sql.ref(about)}[2], 1)]`;
const position = (about: string) => sql`json_build_object('lat', ${sql.ref(about)}[1], 'lng', ${sql.ref(about)}[2])`;
