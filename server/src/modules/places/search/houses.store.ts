import type { LatLng } from "@commonlane/contract/shapes";
import { distanceM, METRES_PER_DEGREE } from "@commonlane/matching/geo";
import { sql } from "kysely";
import { PREPARED } from "#platform/db/prepared-statements.ts";
import type { PlaceReference } from "../place-id.ts";
import { isCurrent, type PlaceRow, type PlacesContext } from "../places.store.ts";

export interface House {
  readonly region: string;
  readonly street_id: number;
  readonly number: string;
  readonly lat: number;
  readonly lng: number;
}

/** House numbers of the streets that are one of these, have one as a part ("1325/25"), or are ranges ("12-16"). */
export async function findHouses(
  { db }: PlacesContext,
  streets: readonly PlaceReference[],
  numbers: readonly string[],
): Promise<House[]> {
  const { rows } = await sql<House>`${PREPARED}
    select house.region, house.street_id, house.number, house.lat, house.lng
    from unnest(${streets.map(({ region }) => region)}::text[], ${streets.map(({ id }) => id)}::bigint[]) as street (region, id)
    join house_number house on house.region = street.region and house.street_id = street.id
    where house.number = any (${[...numbers]}) or house.number like '%-%'
      or split_part(house.number, '/', 1) = any (${[...numbers]}) or split_part(house.number, '/', 2) = any (${[...numbers]})`.execute(
    db,
  );
  return rows;
}

/** Two streets of a region that may meet. */
export interface StreetPair {
  readonly region: string;
  readonly first: number;
  readonly second: number;
}

export interface Crossing extends StreetPair {
  readonly lat: number;
  readonly lng: number;
}

/** Points of a street are up to 80 m apart, and ways end where streets meet. */
const CROSSING_M = 60;

/** Where the streets of each pair meet; pairs that do not are left out. */
export async function findCrossings(
  { db }: PlacesContext,
  pairs: readonly StreetPair[],
): Promise<Crossing[]> {
  const { rows } = await sql<Crossing>`
    select pair.region, pair.first, pair.second, near.lat, near.lng
    from unnest(${pairs.map(({ region }) => region)}::text[], ${pairs.map(({ first }) => first)}::bigint[],
      ${pairs.map(({ second }) => second)}::bigint[]) as pair (region, first, second), lateral (
      select (a.lat + b.lat) / 2 as lat, (a.lng + b.lng) / 2 as lng,
        ${METRES_PER_DEGREE} * sqrt((a.lat - b.lat) ^ 2 + (cosd(a.lat) * (a.lng - b.lng)) ^ 2) as metres
      from house_number a, house_number b
      where a.region = pair.region and a.street_id = pair.first and a.number = ''
        and b.region = pair.region and b.street_id = pair.second and b.number = ''
      order by metres limit 1) near
    where near.metres <= ${CROSSING_M}`.execute(db);
  return rows;
}

/** The house or street at a position. */
interface NearestAddress extends PlaceRow {
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
