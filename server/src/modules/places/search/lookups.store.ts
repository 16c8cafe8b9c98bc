import { sql } from "kysely";
import { PREPARED } from "#platform/db/prepared-statements.ts";
import { keysWithTypos, type TypoPattern } from "../name-matching.ts";
import {
  isCurrent,
  LAST_LETTER,
  PLACE_COLUMNS,
  type PlaceHit,
  type PlacesContext,
  SPELLING,
} from "../places.store.ts";
import { POSTCODE } from "../place-keys.ts";
import { EVERYWHERE } from "../region/region-keys.ts";
import type { TokenSet } from "./tokens.ts";

/** A range of keys, and the maximum number of places to read. */
export interface Lookup {
  /** As in `PlaceKey`. */
  readonly class: string;
  /** The whole key, or its beginning with `isPrefix`. */
  readonly key: string;
  readonly isPrefix: boolean;
  /** What a key must be like, in the syntax of SQL; only with `isPrefix`. */
  readonly pattern?: string;
  readonly typos?: number;
}

export interface LookupHit extends PlaceHit {
  /** Index of the lookup. */
  readonly lookup: number;
  /** A postcode that addresses of a built region have. */
  readonly is_in_region: boolean;
}

const EXACT_ROWS = 24;
/** At most so many places begin with a key; there may be more. */
export const PREFIX_ROWS = 40;
const IS_CURRENT = isCurrent("place_area");

/** The most important places of each lookup, in one statement. Reads the index for all rows, and tables for few. */
export async function runLookups(
  { db }: PlacesContext,
  lookups: readonly Lookup[],
): Promise<LookupHit[]> {
  const exact = numbered(lookups, false);
  const prefix = numbered(lookups, true);
  const { rows } = await sql<LookupHit>`${PREPARED}
    with hit as materialized (
      select wanted.n as lookup, found.* from
        unnest(${exact.n}::int[], ${exact.classes}::text[], ${exact.keys}::text[]) as wanted (n, class, key),
        lateral (select class, region, place_id, key, importance from place_name
          where class = wanted.class and key = wanted.key and ${isCurrent("place_name")}
          order by importance desc limit ${sql.lit(EXACT_ROWS)}) found
      union all
      select wanted.n, found.* from
        unnest(${prefix.n}::int[], ${prefix.classes}::text[], ${prefix.keys}::text[], ${prefix.patterns}::text[]) as wanted (n, class, key, pattern),
        lateral (select class, region, place_id, key, importance from place_name
          where class = wanted.class and key >= wanted.key and key < wanted.key || ${LAST_LETTER} and key like wanted.pattern
            and ${isCurrent("place_name")}
          order by importance desc limit ${sql.lit(PREFIX_ROWS)}) found)
    select hit.lookup, hit.key, spelling.name as alias, ${PLACE_COLUMNS},
      hit.class = ${POSTCODE} and place.country is not distinct from (
        select own.country from place_area join place own on own.region = place_area.region and own.id = place_area.place_id
        where place_area.area = hit.key and ${IS_CURRENT} limit 1) as is_in_region
    from hit
    join place on place.region = hit.region and place.id = hit.place_id
    ${SPELLING}`.execute(db);
  return rows;
}

function numbered(lookups: readonly Lookup[], isPrefix: boolean) {
  const chosen = lookups
    .map((lookup, n) => ({ ...lookup, n }))
    .filter((lookup) => lookup.isPrefix === isPrefix);
  return {
    n: chosen.map(({ n }) => n),
    classes: chosen.map((lookup) => lookup.class),
    keys: chosen.map(({ key }) => key),
    patterns: chosen.map(({ pattern }) => pattern ?? "%"),
  };
}

/** A name to look for in areas. */
export interface AreaName {
  readonly key: string;
  /** What the whole key must be like, in the syntax of SQL, if `key` is only its beginning: "K.-Marx-Allee". */
  readonly pattern?: string;
  readonly covers: TokenSet;
  /** Everything else that was typed is no name: it is also looked for around the user, and while it is being typed. */
  readonly isMain: boolean;
}

export interface AreaPlan {
  readonly names: readonly AreaName[];
  /** What may be the name of an area; most are none. */
  readonly areas: readonly {
    readonly key: string;
    readonly covers: TokenSet;
  }[];
  /** Complete names in areas that are still being typed. */
  readonly beginnings: readonly {
    readonly key: string;
    readonly area: string;
    readonly nameCovers: TokenSet;
    readonly areaCovers: TokenSet;
  }[];
}

/** A place of a region that was found by a name in an area. */
export interface AreaHit extends PlaceHit {
  readonly area: string;
  /** The name that was looked for; `key` is the one that was found. */
  readonly typed: string;
  readonly name_covers: TokenSet;
  readonly area_covers: TokenSet;
  /** The name of the area goes on. */
  readonly is_begun: boolean;
}

const AREAS_MAX = 8;
const ROWS_PER_AREA = 12;
const ROWS_PER_CELL = 8;
/** Places with a short prefix anywhere: the first in the alphabet, since those near are read from their cells. */
const ROWS_ANYWHERE = 40;
const ROWS_PER_PATTERN = 3;
const HITS_MAX = 400;
const FOUND = sql`region, place_id, place_area.key, place_area.area`;

const named = (list: readonly AreaName[]) =>
  sql`unnest(${list.map(({ key }) => key)}::text[], ${list.map(({ pattern }) => pattern ?? "%")}::text[],
    ${list.map(({ covers }) => covers)}::int[]) as name (typed, pattern, covers)`;

const BEGINS = sql`place_area.key >= name.typed and place_area.key < name.typed || ${LAST_LETTER}`;

/** Each name in each area is a short range of an index. Parts with nothing to look for are left out: planning takes longer than reading. */
export async function findInAreas(
  ctx: PlacesContext,
  plan: AreaPlan,
  cells: readonly string[],
): Promise<AreaHit[]> {
  const { names, areas, beginnings } = plan;
  const main = names.filter(({ isMain }) => isMain);
  const others = names.filter(({ isMain }) => !isMain);
  const isDivided = names.some((name) => areas.some((area) => (name.covers & area.covers) === 0));
  const parts = [
    ...(isDivided ? [inAreas(names, areas)] : []),
    ...(beginnings.length > 0 ? [inBegunAreas(beginnings)] : []),
    ...(main.length > 0 && cells.length > 0 ? [inCells(main, cells)] : []),
    ...(main.length > 0 ? [anywhere(main)] : []),
    ...(others.length > 0 ? [exactlyAnywhere(others)] : []),
  ];
  return parts.length === 0 ? [] : loadAreaHits(ctx, sql.join(parts, sql` union all `));
}

const inAreas = (names: AreaPlan["names"], areas: AreaPlan["areas"]) => sql`
  (with area as materialized (
    select input.key, input.covers from
      unnest(${areas.map(({ key }) => key)}::text[], ${areas.map(({ covers }) => covers)}::int[]) as input (key, covers)
    where input.key <> '' and exists (select from place_area where place_area.area = input.key and ${IS_CURRENT})
    order by length(input.key) desc limit ${AREAS_MAX})
  select hit.*, case when name.pattern = '%' then name.typed else hit.key end as typed,
    name.covers as name_covers, area.covers as area_covers, false as is_begun
  from ${named(names)} join area on name.covers & area.covers = 0, lateral
    (select ${FOUND} from place_area where place_area.area = area.key and ${BEGINS} and place_area.key like name.pattern and ${IS_CURRENT}
     order by place_area.key = name.typed desc, importance desc limit ${ROWS_PER_AREA}) hit)`;

const inBegunAreas = (beginnings: AreaPlan["beginnings"]) => sql`
  select hit.*, wanted.typed, wanted.name_covers, wanted.area_covers, true as is_begun
  from unnest(${beginnings.map(({ key }) => key)}::text[], ${beginnings.map(({ area }) => area)}::text[],
    ${beginnings.map(({ nameCovers }) => nameCovers)}::int[], ${beginnings.map(({ areaCovers }) => areaCovers)}::int[])
    as wanted (typed, area, name_covers, area_covers), lateral
    (select ${FOUND} from place_area where place_area.key = wanted.typed
       and place_area.area > wanted.area and place_area.area < wanted.area || ${LAST_LETTER} and place_area.area >= 'A' and ${IS_CURRENT}
     order by importance desc limit ${ROWS_PER_AREA}) hit`;

const WITHOUT_AREA = sql`hit.*, name.typed, name.covers as name_covers, 0 as area_covers, false as is_begun`;

const inCells = (main: AreaPlan["names"], cells: readonly string[]) => sql`
  select ${WITHOUT_AREA}
  from ${named(main)}, unnest(${[...cells]}::text[]) as cell (area), lateral
    (select ${FOUND} from place_area where place_area.area = cell.area and ${BEGINS} and ${IS_CURRENT}
     order by place_area.key = name.typed desc, importance desc limit ${ROWS_PER_CELL}) hit`;

const anywhere = (main: AreaPlan["names"]) => sql`
  select ${WITHOUT_AREA}
  from ${named(main)}, lateral
    (select ${FOUND} from place_area where place_area.area = ${EVERYWHERE} and ${BEGINS} and length(name.typed) > 2 and ${IS_CURRENT}
     order by place_area.area, place_area.key, importance desc limit ${ROWS_ANYWHERE}) hit`;

const exactlyAnywhere = (others: AreaPlan["names"]) => sql`
  select ${WITHOUT_AREA}
  from ${named(others)}, lateral
    (select ${FOUND} from place_area
     where place_area.area = ${EVERYWHERE} and place_area.key = name.typed and length(name.typed) > 2 and ${IS_CURRENT}
     order by importance desc limit ${ROWS_PER_AREA}) hit`;

/** A name with a typo in an area, or a name in an area with a typo. */
export interface AreaTypo {
  readonly key: string;
  readonly area: string;
  readonly patterns: readonly TypoPattern[];
  readonly nameCovers: TokenSet;
  readonly areaCovers: TokenSet;
}

/** Names that match one of the patterns in exactly this area. */
export function findNameTypos(ctx: PlacesContext, typo: AreaTypo): Promise<AreaHit[]> {
  const matches = sql`place_area.area = ${typo.area} and place_area.key >= slip.head
    and place_area.key < slip.head || ${LAST_LETTER} and place_area.key like slip.pattern`;
  return findTypos(ctx, typo, matches);
}

const BEGINNING = 3;
const TWO_TYPOS = 2;

/** Names in an area that are two typos away from `key`, with the same first letters, the most similar first. */
export async function findSimilarNames(
  { db }: PlacesContext,
  area: string,
  key: string,
): Promise<string[]> {
  const beginning = key.slice(0, BEGINNING);
  const { rows } = await sql<{ key: string }>`
    select distinct key from place_area
    where area = ${area} and key >= ${beginning} and key < ${beginning + LAST_LETTER} and ${IS_CURRENT}
      and length(key) between ${key.length - TWO_TYPOS} and ${key.length + TWO_TYPOS}`.execute(db);
  const keys = rows.map((row) => row.key);
  return keysWithTypos(key, keys, TWO_TYPOS).slice(0, ROWS_PER_AREA);
}

/** Exactly this name in areas that match one of the patterns. */
export function findAreaTypos(ctx: PlacesContext, typo: AreaTypo): Promise<AreaHit[]> {
  const matches = sql`place_area.key = ${typo.key} and place_area.area >= slip.head
    and place_area.area < slip.head || ${LAST_LETTER} and place_area.area like slip.pattern and place_area.area >= 'A'`;
  return findTypos(ctx, typo, matches);
}

const findTypos = (
  ctx: PlacesContext,
  { key, patterns, nameCovers, areaCovers }: AreaTypo,
  matches: ReturnType<typeof sql>,
): Promise<AreaHit[]> =>
  loadAreaHits(
    ctx,
    sql`
    select hit.*, ${key}::text as typed, ${nameCovers}::int as name_covers, ${areaCovers}::int as area_covers, false as is_begun
    from unnest(${patterns.map(({ head }) => head)}::text[], ${patterns.map(({ pattern }) => pattern)}::text[])
      as slip (head, pattern), lateral
      (select ${FOUND} from place_area where ${matches} and ${IS_CURRENT} order by importance desc limit ${ROWS_PER_PATTERN}) hit`,
  );

async function loadAreaHits(
  { db }: PlacesContext,
  found: ReturnType<typeof sql>,
): Promise<AreaHit[]> {
  const { rows } = await sql<AreaHit>`${PREPARED}
    select ${PLACE_COLUMNS}, hit.key, null as alias, hit.area, hit.is_begun, hit.typed, hit.name_covers, hit.area_covers
    from (select distinct * from (${found}) as each_hit limit ${HITS_MAX}) hit
    join place on place.region = hit.region and place.id = hit.place_id`.execute(db);
  return rows;
}

/** Which of the areas and names exist. */
export async function findKnown(
  { db }: PlacesContext,
  areas: readonly string[],
  keys: readonly string[],
): Promise<{
  areas: ReadonlySet<string>;
  keys: ReadonlySet<string>;
}> {
  const { rows } = await sql<{
    area: string | null;
    key: string | null;
  }>`
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
