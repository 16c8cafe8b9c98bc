import { type Kysely, sql } from "kysely";
import { encodePolyline } from "#platform/routing/polyline.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  await tellOfThoseMadeBefore(db);
}

const statements = [
  // What strangers are told of a way that touches where a seeker lives; null where it may be told as it is.
  `alter table ride add told_way jsonb`,
  `create index ride_told on ride (host_id, id) where told_way is not null`,
  // What one side of a seat request is told of a place until the seat is agreed.
  `alter table seat_request add areas jsonb`,
];

interface Place {
  readonly lat: number;
  readonly lng: number;
}
interface Made {
  readonly id: string;
  readonly points: readonly Place[];
  readonly origin: Place;
  readonly destination: Place;
  readonly origin_area: Place;
  readonly destination_area: Place;
  readonly leg_distance_m: readonly number[];
  readonly leg_duration_s: readonly number[];
}

/** Rides that an offer made before begin and end as their request says. */
async function tellOfThoseMadeBefore(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<Made>`
    select ride.id, points, leg_distance_m, leg_duration_s, origin, destination, origin_area, destination_area
    from ride join ride_request on ride_request.ride_id = ride.id`.execute(db);
  for (const { id, points, leg_distance_m, leg_duration_s, ...request } of rows) {
    const told = points.map((point) => {
      if (isAt(point, request.origin)) return request.origin_area;
      return isAt(point, request.destination) ? request.destination_area : point;
    });
    if (told.every((place, n) => place === points[n])) continue;
    const way = { points: told, leg_distance_m, leg_duration_s, leg_points: null, polyline: encodePolyline(told) };
    await sql`update ride set told_way = ${JSON.stringify(way)}::jsonb,
      origin_lat = ${told[0]?.lat}, origin_lng = ${told[0]?.lng} where id = ${id}`.execute(db);
  }
}

const isAt = (one: Place, other: Place) => one.lat === other.lat && one.lng === other.lng;
