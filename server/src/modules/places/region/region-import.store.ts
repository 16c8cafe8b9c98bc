import type { PlaceKind } from "@commonlane/contract/places";
import { pathToFileURL } from "node:url";
import type { Client, ClientConfig } from "pg";
import { formatLocalNames } from "../local-names.ts";
import { parseHouseNumber, parsePlace, type PlaceRecord, readLines } from "../place-file.ts";
import { KEYS_VERSION, placeKeys } from "../place-keys.ts";
import { Copy, NULL, PLACE_TABLES, withClient, withImportLock } from "../places-import.store.ts";
import { houseNumberKey } from "./addresses.ts";
import { cellArea, areaKey, EVERYWHERE } from "./area-keys.ts";
import { type PlaceAreasRecord, parsePlaceAreas } from "./place-areas-file.ts";
import { REGION_FILES } from "./region-files.ts";
import { regionKeys } from "./region-keys.ts";

/** A built region, as far as its places are concerned. */
export interface RegionPlaces {
  readonly id: string;
  readonly builtAt: Date;
  path(file: string): string;
}

/** Regions whose places the tables hold, with the time of their build. */
export interface ImportedRegion {
  readonly region: string;
  readonly builtAt: Date;
  /** False if a later release reads other keys from the same files. */
  readonly isCurrent: boolean;
}

/** Other rows of the table are parts of the world's places. */
const IS_REGION = "region ~ '^[a-z0-9]'";

export const listImportedRegions = (connection: ClientConfig): Promise<ImportedRegion[]> =>
  withClient(connection, async (client) => {
    const { rows } = await client.query<{ region: string; version: string }>(
      `select region, version from place_import where ${IS_REGION}`,
    );
    return rows.map(({ region, version }) => {
      const [keys, builtAt = ""] = version.split(" ");
      return { region, builtAt: new Date(builtAt), isCurrent: keys === ROWS_VERSION };
    });
  });

/** Change the last part whenever other rows are made of the same files. */
const ROWS_VERSION = `${KEYS_VERSION}.3`;
const versionOf = ({ builtAt }: RegionPlaces) => `${ROWS_VERSION} ${builtAt.toISOString()}`;

/**
 * Replaces the places of a region in one transaction: a search sees the old ones or the new ones. Only one process at a
 * time works; those that waited find the work done. Searches never wait, because nothing is locked but rows.
 */
export async function importRegionPlaces(
  connection: ClientConfig,
  region: RegionPlaces,
  signal?: AbortSignal,
): Promise<void> {
  const version = versionOf(region);
  let isChanged = false;
  await withImportLock(
    connection,
    async (client) => {
      const imported = "select from place_import where region = $1 and version = $2";
      if ((await client.query(imported, [region.id, version])).rowCount === 1) return;
      await deletePlaces(client, region.id);
      await copyPlaces(client, region);
      await copyHouses(client, region);
      await client.query(
        `insert into place_import (region, version) values ($1, $2)
        on conflict (region) do update set version = excluded.version`,
        [region.id, version],
      );
      isChanged = true;
    },
    signal,
  );
  if (isChanged) await vacuumTables(connection);
}

/** Removes the places of a region, likewise in one transaction. */
export async function removeRegionPlaces(connection: ClientConfig, region: string): Promise<void> {
  await withImportLock(connection, async (client) => {
    await deletePlaces(client, region);
    await client.query("delete from place_import where region = $1", [region]);
  });
  await vacuumTables(connection);
}

async function deletePlaces(client: Client, region: string): Promise<void> {
  for (const table of PLACE_TABLES) await client.query(`delete from ${table} where region = $1`, [region]);
}

/** Lets searches read indexes only, and the space of deleted rows be used again; blocks no one. */
const vacuumTables = (connection: ClientConfig) =>
  withClient(connection, (client) => client.query(`vacuum (analyze) ${PLACE_TABLES.join(", ")}`));

/** Kinds that are found like places of the world, by name alone and with the words for stations left out. */
const WORLD_KINDS: ReadonlySet<PlaceKind> = new Set([
  "town",
  "village",
  "district",
  "station",
  "airport",
  "ferry",
  "university",
  "hospital",
  "school",
  "parking",
]);
const PLACE_COLUMNS =
  "place (region, id, kind, name, town, district, postcode, state, country, importance, lat, lng, local_names)";

async function copyPlaces(client: Client, region: RegionPlaces): Promise<void> {
  const tables = {
    place: new Copy(client, PLACE_COLUMNS, false),
    name: new Copy(client, "place_name (class, key, importance, region, place_id, name)", false),
    area: new Copy(client, "place_area (area, key, importance, region, place_id)", false),
  };
  for await (const places of readPlaces(region)) {
    for (const [place, where] of places) addPlace(tables, region.id, place, where);
    for (const copy of Object.values(tables)) await copy.flushIfFull();
  }
  for (const copy of Object.values(tables)) await copy.finish();
}

function addPlace(
  tables: Readonly<Record<"place" | "name" | "area", Copy>>,
  region: string,
  place: PlaceRecord,
  where: PlaceAreasRecord,
): void {
  const { placeId, postcode, areas } = where;
  const { kind, name, town, state, country, importance, lat, lng } = place;
  const district = areas.find((area) => areaKey(area) !== areaKey(town)) ?? "";
  const position = `${lat}\t${lng}`;
  tables.place.add(
    `${region}\t${placeId}\t${kind}\t${name}\t${town}\t${district}\t${postcode}\t${state}\t${country}\t${importance}\t${position}\t${formatLocalNames(place.localNames)}\n`,
  );
  if (WORLD_KINDS.has(kind))
    for (const { class: keyClass, key, name: spelling } of placeKeys(place))
      tables.name.add(`${keyClass}\t${key}\t${importance}\t${region}\t${placeId}\t${spelling ?? NULL}\n`);
  const keys = regionKeys(place);
  for (const area of areasOf(place, where))
    for (const key of keys) tables.area.add(`${area}\t${key}\t${importance}\t${region}\t${placeId}\n`);
}

/** Everywhere, the grid cell, and each area by name. */
const areasOf = ({ lat, lng }: PlaceRecord, { areas, postcode }: PlaceAreasRecord): Set<string> =>
  new Set([EVERYWHERE, cellArea(lat, lng), ...[...areas, postcode].map(areaKey).filter((area) => area !== "")]);

/** Pairs the lines of the two files, which have the same places in the same order. */
async function* readPlaces(region: RegionPlaces): AsyncGenerator<(readonly [PlaceRecord, PlaceAreasRecord])[]> {
  const areas = readPlaceAreas(region);
  try {
    for await (const lines of readLines(fileUrl(region, REGION_FILES.places))) {
      const pairs: (readonly [PlaceRecord, PlaceAreasRecord])[] = [];
      for (const line of lines) {
        const place = parsePlace(line);
        const { value } = await areas.next();
        if (!value || place.id !== value.placeId) throw new Error(`the areas of place ${place.id} are missing`);
        pairs.push([place, value]);
      }
      yield pairs;
    }
  } finally {
    await areas.return(undefined);
  }
}

async function* readPlaceAreas(region: RegionPlaces): AsyncGenerator<PlaceAreasRecord, undefined> {
  for await (const lines of readLines(fileUrl(region, REGION_FILES.areas)))
    for (const line of lines) yield parsePlaceAreas(line);
}

async function copyHouses(client: Client, region: RegionPlaces): Promise<void> {
  const houses = new Copy(client, "house_number (region, street_id, number, lat, lng)", false);
  for (const file of [REGION_FILES.houseNumbers, REGION_FILES.streetPoints])
    for await (const lines of readLines(fileUrl(region, file))) {
      for (const line of lines) {
        const { streetId, number, lat, lng } = parseHouseNumber(line);
        houses.add(`${region.id}\t${streetId}\t${houseNumberKey(number)}\t${lat}\t${lng}\n`);
      }
      await houses.flushIfFull();
    }
  await houses.finish();
}

const fileUrl = (region: RegionPlaces, name: string): URL => pathToFileURL(region.path(name));
