import type { LatLng } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import { sql } from "kysely";
import { isCurrent, type PlaceRow, type PlacesContext } from "../places.store.ts";

/** The house or street at a position. */
export interface NearestAddress extends PlaceRow {
  /** Position of the house, or of the nearest point of the street. */
  readonly lat: number;
  readonly lng: number;
  /** Empty for a street. */
  readonly number: string;
  readonly distanceM: number;
}

/** A house further away does not name a position; the street does. */
const HOUSE_M = 60;
const STREET_M = 300;
/** A street that is this much nearer than any house names the position. */
const HOUSE_LEAD_M = 30;
const CELLS_PER_DEGREE = 200;
const ROWS_FACTOR = 100_000;
const STEPS = [-1, 0, 1];

interface Row extends PlaceRow {
  readonly number: string;
}

/** Reads nine cells of an index; finds everything within 300 m up to 75 degrees of latitude. */
export async function findNearestAddress(
  { db }: PlacesContext,
  at: LatLng,
): Promise<NearestAddress | undefined> {
  const row = Math.floor(at.lat * CELLS_PER_DEGREE);
  const column = Math.floor(at.lng * CELLS_PER_DEGREE);
  const cells = STEPS.flatMap((y) => STEPS.map((x) => (row + y) * ROWS_FACTOR + column + x));
  const { rows } = await sql<Row>`
    with near as materialized (
      select region, street_id, number, lat, lng,
        power(lat - ${at.lat}, 2) + power((lng - ${at.lng}) * cosd(${at.lat}), 2) as distance
      from house_number
      where (floor(lat * 200)::int * 100000 + floor(lng * 200)::int) = any (${cells})
        and ${isCurrent("house_number")})
    select place.region, place.id, place.kind, place.name, place.town, place.district, place.postcode, place.state,
      place.country, place.importance, place.local_names, point.lat, point.lng, point.number
    from ((select * from near where number = '' order by distance limit 1)
      union all (select * from near where number <> '' order by distance limit 1)) point
    join place on place.region = point.region and place.id = point.street_id`.execute(db);
  const measured = rows.map((row) => ({
    ...row,
    distanceM: distanceM(at, row),
  }));
  const street = measured.find(({ number }) => number === "");
  const house = measured.find(({ number }) => number !== "");
  if (
    house &&
    house.distanceM <= HOUSE_M &&
    house.distanceM <= (street?.distanceM ?? Infinity) + HOUSE_LEAD_M
  )
    return house;
  return street && street.distanceM <= STREET_M ? street : undefined;
}
