import type { PlaceKind } from "@commonlane/contract/places";
import { pathToFileURL } from "node:url";
import { Client, type ClientConfig } from "pg";
import { parseHouseNumber, parsePlace, type PlaceRecord, readLines } from "../place-file.ts";
import { KEYS_VERSION, placeKeys } from "../place-keys.ts";
import { Copy, NULL, PLACE_TABLES, withImportLock } from "../places-import.store.ts";
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

export async function listImportedRegions(connection: ClientConfig): Promise<ImportedRegion[]> {
  const client = new Client({ ...connection, application_name: "commonlane" });
  client.on("error", () => {});
  await client.connect();
  try {
    return await readImported(client);
  } finally {
    await client.end();
  }
}

async function readImported(client: Client): Promise<ImportedRegion[]> {
  const { rows } = await client.query<{ region: string; version: string }>(
    // Other rows are parts of the world's places.
    "select region, version from place_import where region ~ '^[a-z0-9]'",
  );
  return rows.map(({ region, version }) => {
    const [keys, builtAt = ""] = version.split(" ");
    return { region, builtAt: new Date(builtAt), isCurrent: keys === ROWS_VERSION };
  });
}

/** Change the last part whenever other rows are made of the same files. */
const ROWS_VERSION = `${KEYS_VERSION}.1`;
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
async function vacuumTables(connection: ClientConfig): Promise<void> {
  const client = new Client({ ...connection, application_name: "commonlane" });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query(`vacuum (analyze) ${PLACE_TABLES.join(", ")}`);
  } finally {
    await client.end();
  }
}

/** Kinds that are found like places of the world, by name alone and with the words for stations left out. */
const WORLD_KINDS: ReadonlySet<PlaceKind> = new Set([
  "town",
  "village",
  "district",
  "station",
  "airport",
  "ferry",
  "university",
]);
const PLACE_COLUMNS = "place (region, id, kind, name, town, district, postcode, state, country, importance, lat, lng)";

async function copyPlaces(client: Client, region: RegionPlaces): Promise<void> {
  const places = new Copy(client, PLACE_COLUMNS, false);
  const names = new Copy(client, "place_name (class, key, importance, region, place_id, name)", false);
  const areas = new Copy(client, "place_area (area, key, importance, region, place_id)", false);
  const flush = async () => {
    for (const copy of [places, names, areas]) await copy.flush();
  };
  for await (const [place, where] of readPlaces(region)) {
    const { placeId, postcode, areas: areaNames } = where;
    const { kind, name, town, state, country, importance, lat, lng } = place;
    const district = areaNames.find((area) => areaKey(area) !== areaKey(town)) ?? "";
    places.add([region.id, placeId, kind, name, town, district, postcode, state, country, importance, lat, lng]);
    if (WORLD_KINDS.has(kind))
      for (const { class: keyClass, key, name: spelling } of placeKeys(place))
        names.add([keyClass, key, importance, region.id, placeId, spelling ?? NULL]);
    for (const area of areasOf(place, where))
      for (const key of regionKeys(place)) areas.add([area, key, importance, region.id, placeId]);
    if ([places, names, areas].some((copy) => copy.isFull)) await flush();
  }
  await flush();
}

/** Everywhere, the grid cell, and each area by name. */
const areasOf = ({ lat, lng }: PlaceRecord, { areas, postcode }: PlaceAreasRecord): Set<string> =>
  new Set([EVERYWHERE, cellArea(lat, lng), ...[...areas, postcode].map(areaKey).filter((area) => area !== "")]);

/** The two files have the same places in the same order. */
async function* readPlaces(region: RegionPlaces): AsyncGenerator<readonly [PlaceRecord, PlaceAreasRecord]> {
  const areaLines = readLines(fileUrl(region, REGION_FILES.areas));
  try {
    for await (const line of readLines(fileUrl(region, REGION_FILES.places))) {
      const { value } = await areaLines.next();
      const [place, areas] = [parsePlace(line), parsePlaceAreas(value ?? "")];
      if (place.id !== areas.placeId) throw new Error(`the areas of place ${place.id} are missing`);
      yield [place, areas];
    }
  } finally {
    await areaLines.return(undefined);
  }
}

async function copyHouses(client: Client, region: RegionPlaces): Promise<void> {
  const houses = new Copy(client, "house_number (region, street_id, number, lat, lng)", false);
  for (const file of [REGION_FILES.houseNumbers, REGION_FILES.streetPoints])
    for await (const line of readLines(fileUrl(region, file))) {
      const { streetId, number, lat, lng } = parseHouseNumber(line);
      houses.add([region.id, streetId, houseNumberKey(number), lat, lng]);
      if (houses.isFull) await houses.flush();
    }
  await houses.flush();
}

const fileUrl = (region: RegionPlaces, name: string): URL => pathToFileURL(region.path(name));
