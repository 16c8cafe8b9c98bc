import type { PlaceKind } from "@commonlane/contract/places";
import type { LatLng } from "@commonlane/contract/shapes";
import { type RawBuilder, sql } from "kysely";
import { distanceM, METRES_PER_DEGREE } from "@commonlane/matching/geo";
import type { Context } from "#platform/context.ts";
import type { Db } from "#platform/db/database.ts";
import { NEAR, NEAR_FADES_M } from "./importance.ts";
import { placeIdOf } from "./place-id.ts";
import { keysWithTypos, type TypoPattern } from "./name-matching.ts";
import type { Box } from "./bounding-boxes.ts";

/** Context that places need. */
export type PlacesContext = Pick<Context, "db" | "language">;

export interface PlaceRow {
  readonly region: string;
  readonly id: number;
  readonly kind: PlaceKind;
  readonly name: string;
  readonly town: string;
  /** Part of the town, or the municipality of an address elsewhere; only of places of regions, as is the postcode. */
  readonly district: string;
  readonly postcode: string;
  readonly state: string;
  readonly country: string;
  readonly importance: number;
  readonly lat: number;
  readonly lng: number;
  /** See `parseLocalNames`. */
  readonly local_names: string;
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
const LARGE = sql`importance >= 500`;
const TOWN = sql`kind in ('town', 'village')`;
/** As in the index `place_public_position`. */
const PUBLIC = sql`kind not in ('town', 'village', 'district', 'street', 'postcode')`;
/** Of `place`, as a row. */
export const PLACE_COLUMNS = sql`place.region, place.id, place.kind, place.name, place.town, place.district, place.postcode, place.state, place.country, place.importance, place.lat, place.lng, place.local_names`;
/**
 * True for rows of a current import: not of one that is being made, nor of one that another replaced. The list is read
 * once per statement; compared in this way it never changes which index is read.
 */
export const isCurrent = (table: string) =>
  sql`array_position((select array_agg(rows_region) from place_build), ${sql.ref(`${table}.region`)}) is not null`;

/** Sorts after every letter. */
export const LAST_LETTER = "\u{10ffff}";

const startsWith = (key: string) => sql`key >= ${key} and key < ${key + LAST_LETTER}`;

/**
 * Places with a name that begins with a few letters. Thousands of names do, so the large ones are enough if there are
 * `limit` of them.
 */
export async function findLarge(
  ctx: PlacesContext,
  key: string,
  limit: number,
): Promise<PlaceHit[]> {
  const large = await loadHits(
    ctx,
    importantPlaces(sql`${startsWith(key)} and ${LARGE}`, "", ROWS_MAX),
  );
  if (new Set(large.map(placeIdOf)).size >= limit) return large;
  return loadHits(ctx, importantPlaces(startsWith(key), "", ROWS_MAX));
}

/** Largest places with a name that begins with `key`, within the boxes. */
export const findByPrefixIn = (ctx: PlacesContext, key: string, boxes: readonly Box[]) =>
  loadHits(
    ctx,
    sql`
      with near as materialized (select region, id as place_id from place
        where ${TOWN} and ${isInBoxes(boxes)} and ${isCurrent("place")})
      select class, region, place_id, key, importance from place_name join near using (region, place_id)
      where class = '' and ${startsWith(key)} order by importance desc limit ${ROWS_MAX}`,
  );

/** Most important places with a key that matches one of the typo patterns; for `keyClass` see `PlaceKey`. */
export function findByTypo(
  ctx: PlacesContext,
  keyClass: string,
  patterns: readonly TypoPattern[],
): Promise<PlaceHit[]> {
  const matchesPattern = sql`key >= slip.head and key < slip.head || ${LAST_LETTER} and key like slip.pattern`;
  return loadHits(
    ctx,
    sql`
      select hit.* from unnest(${patterns.map(({ head }) => head)}::text[], ${patterns.map(({ pattern }) => pattern)}::text[])
        as slip (head, pattern), lateral (${importantPlaces(matchesPattern, keyClass, ROWS_PER_PATTERN)}) hit
      order by hit.importance desc limit ${ROWS_MAX}`,
  );
}

const TWO_TYPOS = 2;
const LONG_KEY = 8;
const SIMILAR_KEYS_MAX = 20;
/** Of smaller places, names that are so far from what was typed are rather other places. */
const WELL_KNOWN = sql`importance >= 350`;

/**
 * Names of towns and the like that are two typos away, the most similar first: those that begin with the same few
 * letters, and of large ones those with the same first letter.
 */
export async function findKeysWithTwoTypos({ db }: PlacesContext, key: string): Promise<string[]> {
  const beginning = key.slice(0, key.length < LONG_KEY ? 3 : 4);
  const isSimilar = sql`class = '' and length(key) between ${key.length - TWO_TYPOS} and ${key.length + TWO_TYPOS}
    and ${isCurrent("place_name")}`;
  const { rows } = await sql<{ key: string }>`
    select key from place_name where ${startsWith(beginning)} and ${WELL_KNOWN} and ${isSimilar}
    union select key from place_name where ${startsWith(key.slice(0, 1))} and ${LARGE} and ${isSimilar}`.execute(
    db,
  );
  const keys = rows.map((row) => row.key);
  return keysWithTypos(key, keys, TWO_TYPOS).slice(0, SIMILAR_KEYS_MAX);
}

const importantPlaces = (where: RawBuilder<unknown>, keyClass: string, rows: number) => sql`
  (select class, region, place_id, key, importance from place_name
   where class = ${keyClass} and ${where} and ${isCurrent("place_name")}
   order by importance desc limit ${rows})`;

/** Of a `hit` in `place_name`: how the name that was found is written. */
export const SPELLING = sql`left join lateral (select name from place_name where (class, key, importance, region, place_id) =
  (hit.class, hit.key, hit.importance, hit.region, hit.place_id) limit 1) spelling on true`;

async function loadHits({ db }: PlacesContext, found: RawBuilder<unknown>): Promise<PlaceHit[]> {
  const { rows } = await sql<PlaceHit>`
    select ${PLACE_COLUMNS}, hit.key, spelling.name as alias
    from (${found}) hit join place on place.region = hit.region and place.id = hit.place_id
    ${SPELLING}`.execute(db);
  return rows;
}

const OF_KIND_MAX = 12;

/** Places of a kind within the boxes, by importance and nearness, with their distance; they have no key. */
export async function findOfKindIn(
  { db }: PlacesContext,
  kind: PlaceKind,
  from: LatLng,
  boxes: readonly Box[],
): Promise<(PlaceHit & { readonly distanceM: number })[]> {
  // On a flat map, where the 180th meridian is no edge.
  const east = sql`${Math.cos((from.lat * Math.PI) / 180)} * least(abs(lng - ${from.lng}), 360 - abs(lng - ${from.lng}))`;
  const metres = sql`${METRES_PER_DEGREE} * sqrt((lat - ${from.lat}) ^ 2 + (${east}) ^ 2)`;
  const { rows } = await sql<PlaceRow>`
    select ${PLACE_COLUMNS} from place
    where kind = ${kind} and ${PUBLIC} and ${isInBoxes(boxes)} and ${isCurrent("place")}
    order by importance + ${100 * NEAR} * exp(-(${metres}) / ${NEAR_FADES_M}) desc limit ${OF_KIND_MAX}`.execute(
    db,
  );
  return rows.map((row) => ({
    ...row,
    key: "",
    alias: null,
    distanceM: distanceM(row, from),
  }));
}

export async function findPlaceRow(
  { db }: PlacesContext,
  region: string,
  id: number,
): Promise<PlaceRow | undefined> {
  const { rows } = await sql<PlaceRow>`
    select ${PLACE_COLUMNS} from place where region in (${rowsOf(region)}) and id = ${id} limit 1`.execute(
    db,
  );
  return rows[0];
}

/** The current rows of a region, or of the world if it is empty. */
const rowsOf = (region: string) => sql`
  select rows_region from place_build where part = any(${region === "" ? ["", "+"] : [region]}::text[])`;

/**
 * Towns that are nearest if degrees are used as lengths, also across the 180th meridian: near, but not always the
 * nearest.
 */
export async function findRoughlyNearest(
  { db }: PlacesContext,
  { lat, lng }: LatLng,
): Promise<PlaceRow[]> {
  const nearestFlat = (lng: number) => sql`
    (select ${PLACE_COLUMNS} from place where ${TOWN} and ${isCurrent("place")}
     order by point(lng, lat) <-> point(${lng}, ${lat}) limit 1)`;
  const { rows } =
    await sql<PlaceRow>`${nearestFlat(lng)} union all ${nearestFlat(lng - Math.sign(lng) * 360)}`.execute(
      db,
    );
  return rows;
}

/**
 * For each position, by its index, a few places of at least this importance that are near if degrees are used as
 * lengths.
 */
export async function findRoughlyNearestTowns(
  { db }: PlacesContext,
  positions: readonly LatLng[],
  minImportance: number,
): Promise<(PlaceRow & { readonly position_index: number })[]> {
  const lats = positions.map(({ lat }) => lat);
  const lngs = positions.map(({ lng }) => lng);
  const { rows } = await sql<PlaceRow & { position_index: number }>`
    select (at.n - 1)::int as position_index, town.* from unnest(${lats}::float8[], ${lngs}::float8[]) with ordinality as at (lat, lng, n),
    lateral (
      select ${PLACE_COLUMNS} from place
      where ${TOWN} and importance >= ${minImportance} and ${isCurrent("place")}
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
    select ${PLACE_COLUMNS} from place where ${TOWN} and ${isInBoxes(boxes)} and ${isCurrent("place")}
    order by power(sind((lat - ${lat}) / 2), 2) + cosd(lat) * cosd(${lat}) * power(sind((lng - ${lng}) / 2), 2), id
    limit 1`.execute(db);
  return rows[0];
}

const isInBoxes = (boxes: readonly Box[]) =>
  sql`(${sql.join(
    boxes.map(
      ({ south, north, west, east }) =>
        sql`point(lng, lat) <@ box(point(${west}, ${south}), point(${east}, ${north}))`,
    ),
    sql` or `,
  )})`;

/** Returns false before a list of places was imported. */
export async function hasPlaces({ db }: PlacesContext): Promise<boolean> {
  const { rows } = await sql`select from place where ${isCurrent("place")} limit 1`.execute(db);
  return rows.length > 0;
}

/** Stops, stations and universities of a region with these names. */
export async function findStopRows(
  ctx: PlacesContext,
  region: string,
  names: readonly string[],
): Promise<PlaceRow[]> {
  const { rows } = await sql<PlaceRow>`
    select ${PLACE_COLUMNS} from place where region in (${rowsOf(region)}) and name = any(${names}::text[])
      and kind in ('stop', 'station', 'university') order by id`.execute(ctx.db);
  return rows;
}

/** `local_names` is in the format of `local-names.ts`. */
export type NamedTown = Readonly<Record<"name" | "country" | "local_names", string>> & LatLng;

/** The towns of the world that have names in several languages, the most important first. */
export async function findNamedTowns(db: Db): Promise<NamedTown[]> {
  const { rows } = await sql<NamedTown>`
    select name, country, local_names, lat, lng from place
    where region = (select rows_region from place_build where part = '') and local_names <> '' order by importance desc`.execute(
    db,
  );
  return rows;
}
