import { sql } from "kysely";
import { isCurrent, type PlaceHit, type PlacesContext, PLACE_COLUMNS } from "../places.store.ts";

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
}

// Sorts after every letter.
const LAST_LETTER = "\u{10ffff}";
const EXACT_ROWS = 24;
const PREFIX_ROWS = 40;

/** The most important places of each lookup, in one statement. Reads the index for all rows, and tables for few. */
export async function runLookups({ db }: PlacesContext, lookups: readonly Lookup[]): Promise<LookupHit[]> {
  const exact = numbered(lookups, false);
  const prefix = numbered(lookups, true);
  const { rows } = await sql<LookupHit>`
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
    select hit.lookup, hit.key, spelling.name as alias, ${PLACE_COLUMNS} from hit
    join place on place.region = hit.region and place.id = hit.place_id
    left join lateral (select name from place_name where (class, key, importance, region, place_id) =
      (hit.class, hit.key, hit.importance, hit.region, hit.place_id) limit 1) spelling on true`.execute(db);
  return rows;
}

function numbered(lookups: readonly Lookup[], isPrefix: boolean) {
  const chosen = lookups.map((lookup, n) => ({ ...lookup, n })).filter((lookup) => lookup.isPrefix === isPrefix);
  return {
    n: chosen.map(({ n }) => n),
    classes: chosen.map((lookup) => lookup.class),
    keys: chosen.map(({ key }) => key),
    patterns: chosen.map(({ pattern }) => pattern ?? "%"),
  };
}
