import type { PlaceKind } from "@commonlane/contract/places";
import type { LatLng } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import { sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import { importanceOf } from "./importance.ts";
import { hashedPlaceId } from "./place-id.ts";
import { placeKeys } from "./place-keys.ts";
import { findRoughlyNearestTowns } from "./places.store.ts";

/** A place that another module imported, which place fields suggest. */
export interface ImportedPlace extends LatLng {
  /** Its id in the source: the place keeps its id as long as the source does. */
  readonly key: string;
  readonly kind: PlaceKind;
  readonly name: string;
  /** Undefined if the source does not say; then it is the nearest one. */
  readonly town: string | undefined;
}

/** Names of regions begin with a letter or digit: their imports leave these parts alone. */
const partOf = (source: string) => `_${source}`;
/** As a car park or a larger stop of a region. */
const IMPORTANCE = importanceOf(1500);
const BATCH = 1000;

/**
 * Replaces the places of a source with these, together with everything else that the transaction changes. Unlike
 * regions, a source is small enough for that.
 */
export async function replaceImportedPlaces(
  ctx: InTransaction,
  source: string,
  places: readonly ImportedPlace[],
): Promise<void> {
  await removeImportedPlaces(ctx, source);
  const { rows } = await sql<{ number: string }>`
    select nextval('place_build_number')::text as number`.execute(ctx.db);
  const rowsRegion = `${partOf(source)}@${rows[0]?.number}`;
  await sql`insert into place_build (part, rows_region, version)
    values (${partOf(source)}, ${rowsRegion}, '')`.execute(ctx.db);
  for (let from = 0; from < places.length; from += BATCH)
    await insertPlaces(ctx, rowsRegion, places.slice(from, from + BATCH));
}

/** Removes the places of a source. Rides that use them keep them. */
export async function removeImportedPlaces({ db }: InTransaction, source: string): Promise<void> {
  const { rows } = await sql<{ rows_region: string }>`
    delete from place_build where part = ${partOf(source)} returning rows_region`.execute(db);
  for (const { rows_region } of rows) {
    await sql`delete from place_name where region = ${rows_region}`.execute(db);
    await sql`delete from place where region = ${rows_region}`.execute(db);
  }
}

async function insertPlaces(
  ctx: Context,
  rowsRegion: string,
  places: readonly ImportedPlace[],
): Promise<void> {
  const records = await withTowns(ctx, places);
  const keys = records.flatMap((record) =>
    placeKeys({
      ...record,
      names: [],
    }).map((found) => ({
      ...found,
      id: record.id,
    })),
  );
  await sql`
    insert into place (region, id, kind, name, town, state, country, importance, lat, lng, local_names)
    select ${rowsRegion}, place.id, place.kind, place.name, place.town, place.state, place.country, ${IMPORTANCE}::int,
      place.lat, place.lng, ''
    from json_to_recordset(${JSON.stringify(records)}::json)
      as place (id int8, kind text, name text, town text, state text, country text, lat float8, lng float8)`.execute(
    ctx.db,
  );
  await sql`
    insert into place_name (class, key, importance, region, place_id, name)
    select found.class, found.key, ${IMPORTANCE}::int, ${rowsRegion}, found.id, null
    from json_to_recordset(${JSON.stringify(keys)}::json) as found (class text, key text, id int8)`.execute(
    ctx.db,
  );
}

/** With the country, and the nearest town where the source does not name it. */
async function withTowns(ctx: Context, places: readonly ImportedPlace[]) {
  const nearest = new Map<
    number,
    {
      name: string;
      state: string;
      country: string;
      at: LatLng;
    }
  >();
  for (const { position_index: index, ...town } of await findRoughlyNearestTowns(ctx, places, 0)) {
    const { name, state, country, lat, lng } = town;
    const place = places[index];
    const known = nearest.get(index);
    const isNearer = !known || (place && distanceM(place, town) < distanceM(place, known.at));
    if (isNearer)
      nearest.set(index, {
        name,
        state,
        country,
        at: { lat, lng },
      });
  }
  return places.flatMap(({ key, kind, name, town, lat, lng }, index) => {
    const found = nearest.get(index);
    // Before the towns of the world are imported, no place has a label.
    if (!found) return [];
    const { state, country } = found;
    const id = hashedPlaceId(key);
    return {
      id,
      kind,
      name,
      town: town ?? found.name,
      state,
      country,
      lat,
      lng,
      importance: IMPORTANCE,
    };
  });
}
