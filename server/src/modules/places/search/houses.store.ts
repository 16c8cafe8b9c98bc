import { METRES_PER_DEGREE } from "@commonlane/matching/geo";
import { sql } from "kysely";
import { PREPARED } from "#platform/db/prepared-statements.ts";
import type { PlaceReference } from "../place-id.ts";
import type { PlacesContext } from "../places.store.ts";

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
