import type { LatLng } from "@commonlane/contract/shapes";
import { type RawBuilder, sql } from "kysely";
import type { Context } from "#platform/context.ts";
import type { TypoPattern } from "./name-matching.ts";
import type { Box } from "./bounding-boxes.ts";

/** Context that places need. */
export type PlacesContext = Pick<Context, "db">;

export interface PlaceRow {
  readonly id: number;
  readonly name: string;
  readonly country: string;
  readonly region: string;
  readonly population: number;
  readonly lat: number;
  readonly lng: number;
}

/**
 * A place found by one of its names: `key` is the normalized name, `alias` its spelling if it is not the place's own
 * name.
 */
export interface PlaceHit extends PlaceRow {
  readonly key: string;
  readonly alias: string | null;
}

const ROWS_MAX = 60;
const ROWS_PER_PATTERN = 3;
const CITY = sql`population >= 100000`;
// Sorts after every letter.
const LAST_LETTER = "\u{10ffff}";

const startsWith = (key: string) => sql`key >= ${key} and key < ${key + LAST_LETTER}`;

/**
 * Largest places with a name that equals `key` or begins with it; with `cities`, prefixes only match places of 100,000
 * people and more.
 */
export const findByPrefix = (ctx: PlacesContext, key: string, { cities }: { cities: boolean }) =>
  loadHits(
    ctx,
    sql`${largestPlaces(sql`key = ${key}`, ROWS_MAX)} union all
      ${largestPlaces(cities ? sql`${startsWith(key)} and ${CITY}` : startsWith(key), ROWS_MAX)}`,
  );

/** Largest places with a name that begins with `key`, within the boxes. */
export const findByPrefixIn = (ctx: PlacesContext, key: string, boxes: readonly Box[]) =>
  loadHits(
    ctx,
    sql`
      with near as materialized (select id from place where not is_quarter and ${isInBoxes(boxes)})
      (select id, key, population, null::int as place_id from place join near using (id) where ${startsWith(key)}
       order by population desc limit ${ROWS_MAX})
      union all
      (select place_id, key, population, place_id from place_name join near on near.id = place_id where ${startsWith(key)}
       order by population desc limit ${ROWS_MAX})`,
  );

/** Largest places with a name that matches one of the typo patterns. */
export function findByTypo(ctx: PlacesContext, patterns: readonly TypoPattern[]): Promise<PlaceHit[]> {
  const matchesPattern = sql`key >= slip.head and key < slip.head || ${LAST_LETTER} and key like slip.pattern`;
  return loadHits(
    ctx,
    sql`
      select hit.* from unnest(${patterns.map(({ head }) => head)}::text[], ${patterns.map(({ pattern }) => pattern)}::text[])
        as slip (head, pattern), lateral (${largestPlaces(matchesPattern, ROWS_PER_PATTERN)}) hit
      order by hit.population desc limit ${ROWS_MAX}`,
  );
}

/**
 * Rows of (id, key, population, place_id); the last is null if the key is of the place's own name. Reads indexes only.
 */
const largestPlaces = (where: RawBuilder<unknown>, rows: number) => sql`
  (select id, key, population, null::int as place_id from place where ${where} order by population desc limit ${rows})
  union all
  (select place_id, key, population, place_id from place_name where ${where} order by population desc limit ${rows})`;

async function loadHits({ db }: PlacesContext, found: RawBuilder<unknown>): Promise<PlaceHit[]> {
  const { rows } = await sql<PlaceHit>`
    select place.id, place.name, place.country, place.region, place.population, place.lat, place.lng,
      hit.key, place_name.name as alias
    from (${found}) hit
    join place on place.id = hit.id
    left join place_name on (place_name.key, place_name.population, place_name.place_id) = (hit.key, hit.population, hit.place_id)`.execute(
    db,
  );
  return rows;
}

export function findPlaceRow({ db }: PlacesContext, id: number): Promise<PlaceRow | undefined> {
  return db
    .selectFrom("place")
    .select(["id", "name", "country", "region", "population", "lat", "lng"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/**
 * Towns that are nearest if degrees are used as lengths, also across the 180th meridian: near, but not always the
 * nearest.
 */
export async function findRoughlyNearest({ db }: PlacesContext, { lat, lng }: LatLng): Promise<PlaceRow[]> {
  const nearestFlat = (lng: number) => sql`
    (select id, name, country, region, population, lat, lng from place where not is_quarter
     order by point(lng, lat) <-> point(${lng}, ${lat}) limit 1)`;
  const { rows } =
    await sql<PlaceRow>`${nearestFlat(lng)} union all ${nearestFlat(lng - Math.sign(lng) * 360)}`.execute(db);
  return rows;
}

/**
 * For each position, by its index, a few places of at least this population that are near if degrees are used as
 * lengths.
 */
export async function findRoughlyNearestTowns(
  { db }: PlacesContext,
  positions: readonly LatLng[],
  minPopulation: number,
): Promise<(PlaceRow & { readonly asked: number })[]> {
  const [lats, lngs] = [positions.map(({ lat }) => lat), positions.map(({ lng }) => lng)];
  const { rows } = await sql<PlaceRow & { asked: number }>`
    select (at.n - 1)::int as asked, town.* from unnest(${lats}::float8[], ${lngs}::float8[]) with ordinality as at (lat, lng, n),
    lateral (
      select id, name, country, region, population, place.lat, place.lng from place
      where not is_quarter and population >= ${minPopulation}
      order by point(place.lng, place.lat) <-> point(at.lng, at.lat) limit 4) town`.execute(db);
  return rows;
}

/** The nearest town on the sphere, within the boxes. */
export async function findNearestIn(
  { db }: PlacesContext,
  { lat, lng }: LatLng,
  boxes: readonly Box[],
): Promise<PlaceRow | undefined> {
  const { rows } = await sql<PlaceRow>`
    select id, name, country, region, population, lat, lng from place where not is_quarter and ${isInBoxes(boxes)}
    order by power(sind((lat - ${lat}) / 2), 2) + cosd(lat) * cosd(${lat}) * power(sind((lng - ${lng}) / 2), 2), id
    limit 1`.execute(db);
  return rows[0];
}

const isInBoxes = (boxes: readonly Box[]) =>
  sql`(${sql.join(
    boxes.map(
      ({ south, north, west, east }) => sql`point(lng, lat) <@ box(point(${west}, ${south}), point(${east}, ${north}))`,
    ),
    sql` or `,
  )})`;

/** Returns false before a list of places was imported. */
export async function hasPlaces({ db }: PlacesContext): Promise<boolean> {
  const { rows } = await sql`select from place limit 1`.execute(db);
  return rows.length > 0;
}
