import { sql } from "kysely";
import type { TypoPattern } from "../name-matching.ts";
import { isCurrent, type PlaceRow, type PlacesContext } from "../places.store.ts";
import { EVERYWHERE } from "./area-keys.ts";

/** A place of a region that was found by a name in an area. */
export interface AreaHit extends PlaceRow {
  readonly district: string;
  readonly postcode: string;
  /** The name that was found, folded, and the area that it was looked for in. */
  readonly key: string;
  readonly area: string;
}

/** A name to look for in an area. */
export interface AreaLookup {
  readonly key: string;
  readonly area: string;
}

const ROWS_PER_LOOKUP = 12;
const ROWS_PER_CELL = 8;
/** Places with a short prefix anywhere: the first in the alphabet, since those near are read from their cells. */
const ROWS_ANYWHERE = 40;
const ROWS_PER_PATTERN = 3;
const ROWS_MAX = 300;
// Sorts after every letter.
const LAST_LETTER = "\u{10ffff}";

interface Lookups {
  /** Names in areas that are complete; the names may go on. */
  readonly inAreas: readonly AreaLookup[];
  /** Complete names in areas that may go on. */
  readonly areaPrefixes: readonly AreaLookup[];
  /** Names to look for in the cells around, and everywhere. */
  readonly keys: readonly string[];
  readonly cells: readonly string[];
}

const IS_CURRENT = isCurrent("place_area");

/** Rows of (region, place_id, key, area). */
const inArea = sql`
  (select region, place_id, place_area.key, place_area.area from place_area
   where place_area.area = lookup.area and place_area.key >= lookup.key and place_area.key < lookup.key || ${LAST_LETTER}
     and ${IS_CURRENT}
   order by place_area.key = lookup.key desc, importance desc limit ${ROWS_PER_LOOKUP})`;

/** Each lookup is a short range of an index. */
export async function findInAreas(
  ctx: PlacesContext,
  { inAreas, areaPrefixes, keys, cells }: Lookups,
): Promise<AreaHit[]> {
  const found = sql`
    select hit.* from ${unnestLookups(inAreas)}, lateral ${inArea} hit
    union all
    select hit.* from ${unnestLookups(areaPrefixes)}, lateral
      (select region, place_id, place_area.key, place_area.area from place_area
       where place_area.key = lookup.key and place_area.area >= lookup.area and place_area.area < lookup.area || ${LAST_LETTER}
         and place_area.area >= 'A' and ${IS_CURRENT}
       order by importance desc limit ${ROWS_PER_LOOKUP}) hit
    union all
    select hit.* from unnest(${[...keys]}::text[]) as name (key), unnest(${[...cells]}::text[]) as cell (area), lateral
      (select region, place_id, place_area.key, place_area.area from place_area
       where place_area.area = cell.area and place_area.key >= name.key and place_area.key < name.key || ${LAST_LETTER}
         and ${IS_CURRENT}
       order by place_area.key = name.key desc, importance desc limit ${ROWS_PER_CELL}) hit
    union all
    select hit.* from unnest(${[...keys]}::text[]) as name (key), lateral
      (select region, place_id, place_area.key, place_area.area from place_area
       where place_area.area = ${EVERYWHERE} and place_area.key >= name.key and place_area.key < name.key || ${LAST_LETTER}
         and ${IS_CURRENT}
       order by place_area.area, place_area.key, importance desc limit ${ROWS_ANYWHERE}) hit`;
  return loadHits(ctx, found);
}

/** Names in an area that match one of the patterns, in order of importance. */
export async function findInAreaByTypo(
  ctx: PlacesContext,
  area: string,
  patterns: readonly TypoPattern[],
): Promise<AreaHit[]> {
  const found = sql`
    select hit.* from ${unnestPatterns(patterns)}, lateral
      (select region, place_id, key, area from place_area
       where area = ${area} and key >= slip.head and key < slip.head || ${LAST_LETTER} and key like slip.pattern
         and ${IS_CURRENT}
       order by importance desc limit ${ROWS_PER_PATTERN}) hit`;
  return loadHits(ctx, found);
}

/** Places with exactly this name in an area whose name matches one of the patterns. */
export async function findInAreaTypos(
  ctx: PlacesContext,
  key: string,
  patterns: readonly TypoPattern[],
): Promise<AreaHit[]> {
  const found = sql`
    select hit.* from ${unnestPatterns(patterns)}, lateral
      (select region, place_id, key, area from place_area
       where key = ${key} and area >= slip.head and area < slip.head || ${LAST_LETTER} and area like slip.pattern
         and area >= 'A' and ${IS_CURRENT}
       order by importance desc limit ${ROWS_PER_PATTERN}) hit`;
  return loadHits(ctx, found);
}

/** Those of the areas and names that exist. */
export async function findKnown(
  { db }: PlacesContext,
  areas: readonly string[],
  keys: readonly string[],
): Promise<{ areas: ReadonlySet<string>; keys: ReadonlySet<string> }> {
  const { rows } = await sql<{ area: string | null; key: string | null }>`
    select input.area, null as key from unnest(${[...areas]}::text[]) as input (area)
    where exists (select from place_area where place_area.area = input.area and ${IS_CURRENT})
    union all
    select null, input.key from unnest(${[...keys]}::text[]) as input (key)
    where exists (select from place_area where place_area.area = ${EVERYWHERE} and place_area.key = input.key and ${IS_CURRENT})`.execute(
    db,
  );
  return {
    areas: new Set(rows.flatMap(({ area }) => area ?? [])),
    keys: new Set(rows.flatMap(({ key }) => key ?? [])),
  };
}

const unnestLookups = (lookups: readonly AreaLookup[]) =>
  sql`unnest(${lookups.map(({ key }) => key)}::text[], ${lookups.map(({ area }) => area)}::text[]) as lookup (key, area)`;
const unnestPatterns = (patterns: readonly TypoPattern[]) =>
  sql`unnest(${patterns.map(({ head }) => head)}::text[], ${patterns.map(({ pattern }) => pattern)}::text[])
    as slip (head, pattern)`;

async function loadHits({ db }: PlacesContext, found: ReturnType<typeof sql>): Promise<AreaHit[]> {
  const { rows } = await sql<AreaHit>`
    select place.region, place.id, place.kind, place.name, place.town, place.district, place.postcode, place.state,
      place.country, place.importance, place.lat, place.lng, place.local_names, hit.key, hit.area
    from (select distinct * from (${found}) as each_hit limit ${ROWS_MAX}) hit
    join place on place.region = hit.region and place.id = hit.place_id`.execute(db);
  return rows;
}

export interface House {
  readonly region: string;
  readonly street_id: number;
  readonly number: string;
  readonly lat: number;
  readonly lng: number;
}

/** House numbers of the streets that are one of these, or ranges such as "12-16". */
export async function findHouses(
  { db }: PlacesContext,
  streets: readonly { readonly region: string; readonly id: number }[],
  numbers: readonly string[],
): Promise<House[]> {
  const { rows } = await sql<House>`
    select house.region, house.street_id, house.number, house.lat, house.lng
    from unnest(${streets.map(({ region }) => region)}::text[], ${streets.map(({ id }) => id)}::bigint[]) as street (region, id)
    join house_number house on house.region = street.region and house.street_id = street.id
    where house.number = any (${[...numbers]}) or house.number like '%-%'`.execute(db);
  return rows;
}
