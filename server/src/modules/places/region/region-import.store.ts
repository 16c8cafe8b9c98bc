import type { PlaceKind } from "@commonlane/contract/places";
import { pathToFileURL } from "node:url";
import type { Client, ClientConfig } from "pg";
import { houseNumberKey } from "../house-numbers.ts";
import { formatLocalNames } from "../local-names.ts";
import { foldName } from "../name-matching.ts";
import { parseHouseNumber, parsePlace, type PlaceRecord, readLines } from "../place-file.ts";
import { KEYS_VERSION, placeKeys } from "../place-keys.ts";
import {
  Copy,
  importParts,
  NULL,
  readBuilds,
  removePart,
  withClient,
  withImportLock,
} from "../place-builds.store.ts";
import { REGION_FILES } from "./build-places.ts";
import { parsePlaceAreas, type PlaceAreasRecord } from "./place-files.ts";
import { cellArea, EVERYWHERE, regionKeys } from "./region-keys.ts";

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
  /** Whether an older release, this one or a newer one made the rows of its files. */
  readonly rows: "older" | "current" | "newer";
}

/** Other parts are the world's places. */
const REGION = /^[a-z0-9]/;

export async function listImportedRegions(connection: ClientConfig): Promise<ImportedRegion[]> {
  const builds = await withClient(connection, readBuilds);
  return [...builds]
    .filter(([part]) => REGION.test(part))
    .map(([region, version]) => parseVersion(region, version));
}

/** A newer release that runs beside this one makes better rows of the same files. */
export const isImported = ({ builtAt, rows }: ImportedRegion, region: RegionPlaces): boolean =>
  rows !== "older" && builtAt.getTime() === region.builtAt.getTime();

function parseVersion(region: string, version: string): ImportedRegion {
  const [rowsVersion = "", builtAt = ""] = version.split(" ");
  return {
    region,
    builtAt: new Date(builtAt),
    rows: compareRows(rowsVersion),
  };
}

function compareRows(version: string): ImportedRegion["rows"] {
  if (version === ROWS_VERSION) return "current";
  return version.localeCompare(ROWS_VERSION, "en", { numeric: true }) > 0 ? "newer" : "older";
}

/** Change the last part whenever other rows are made of the same files. */
const ROWS_VERSION = `${KEYS_VERSION}.5`;
/** So that release 0.2, which reads `place_import`, need not import the same files. */
const ROWS_VERSION_OF_0_2 = "2.3";

/**
 * Replaces the places of a region: a search sees the old ones until all new ones are there, and no one waits. Only one
 * process at a time works; those that waited find the work done.
 */
export const importRegionPlaces = (
  connection: ClientConfig,
  region: RegionPlaces,
  signal?: AbortSignal,
): Promise<void> =>
  withImportLock(
    connection,
    async (client) => {
      const imported = (await readBuilds(client)).get(region.id) ?? "";
      if (isImported(parseVersion(region.id, imported), region)) return;
      const builtAt = region.builtAt.toISOString();
      const version = `${ROWS_VERSION} ${builtAt}`;
      const copy = (_: Client, rowsRegion: string) => copyRegion(client, region, rowsRegion);
      await importParts(client, [{ part: region.id, version, copy }]);
      await client.query(
        `insert into place_import (region, version) values ($1, $2)
         on conflict (region) do update set version = excluded.version`,
        [region.id, `${ROWS_VERSION_OF_0_2} ${builtAt}`],
      );
    },
    signal,
  );

/** Removes the places of a region: at once for searches, and then from the tables. */
export const removeRegionPlaces = (connection: ClientConfig, region: string): Promise<void> =>
  withImportLock(connection, async (client) => {
    await client.query("delete from place_import where region = $1", [region]);
    await removePart(client, region);
  });

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

async function copyRegion(client: Client, region: RegionPlaces, rowsRegion: string): Promise<void> {
  await copyPlaces(client, region, rowsRegion);
  await copyHouses(client, region, rowsRegion);
}

async function copyPlaces(client: Client, region: RegionPlaces, rowsRegion: string): Promise<void> {
  const tables = {
    place: new Copy(client, PLACE_COLUMNS),
    name: new Copy(client, "place_name (class, key, importance, region, place_id, name)"),
    area: new Copy(client, "place_area (area, key, importance, region, place_id)"),
  };
  const copies = Object.values(tables);
  for await (const places of readPlaces(region)) {
    for (const [place, where] of places) {
      addPlace(tables, rowsRegion, place, where);
      for (const copy of copies) if (copy.isFull) await copy.flush();
    }
  }
  for (const copy of copies) await copy.finish();
}

function addPlace(
  tables: Readonly<Record<"place" | "name" | "area", Copy>>,
  region: string,
  place: PlaceRecord,
  where: PlaceAreasRecord,
): void {
  const { placeId, postcode, areas } = where;
  const { kind, name, town, state, country, importance, lat, lng } = place;
  const district = areas.find((area) => foldName(area) !== foldName(town)) ?? "";
  const position = `${lat}\t${lng}`;
  tables.place.add(
    `${region}\t${placeId}\t${kind}\t${name}\t${town}\t${district}\t${postcode}\t${state}\t${country}\t${importance}\t${position}\t${formatLocalNames(place.localNames)}\n`,
  );
  if (WORLD_KINDS.has(kind))
    for (const found of placeKeys(place))
      tables.name.add(
        `${found.class}\t${found.key}\t${importance}\t${region}\t${placeId}\t${found.name ?? NULL}\n`,
      );
  const keys = regionKeys(place);
  for (const area of areasOf(place, where))
    for (const key of keys)
      tables.area.add(`${area}\t${key}\t${importance}\t${region}\t${placeId}\n`);
}

/** Everywhere, the grid cell, and each area by name. */
const areasOf = ({ lat, lng }: PlaceRecord, { areas, postcode }: PlaceAreasRecord): Set<string> =>
  new Set([
    EVERYWHERE,
    cellArea(lat, lng),
    ...[...areas, postcode].map(foldName).filter((area) => area !== ""),
  ]);

/** Pairs the lines of the two files, which have the same places in the same order. */
async function* readPlaces(
  region: RegionPlaces,
): AsyncGenerator<(readonly [PlaceRecord, PlaceAreasRecord])[]> {
  const areas = readPlaceAreas(region);
  try {
    for await (const lines of readLines(fileUrl(region, REGION_FILES.places))) {
      const pairs: (readonly [PlaceRecord, PlaceAreasRecord])[] = [];
      for (const line of lines) {
        const place = parsePlace(line);
        const { value } = await areas.next();
        if (!value || place.id !== value.placeId)
          throw new Error(`the areas of place ${place.id} are missing`);
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

async function copyHouses(client: Client, region: RegionPlaces, rowsRegion: string): Promise<void> {
  const houses = new Copy(client, "house_number (region, street_id, number, lat, lng)");
  for (const file of [REGION_FILES.houseNumbers, REGION_FILES.streetPoints])
    for await (const lines of readLines(fileUrl(region, file))) {
      for (const line of lines) {
        const { streetId, number, lat, lng } = parseHouseNumber(line);
        houses.add(`${rowsRegion}\t${streetId}\t${houseNumberKey(number)}\t${lat}\t${lng}\n`);
        if (houses.isFull) await houses.flush();
      }
    }
  await houses.finish();
}

const fileUrl = (region: RegionPlaces, name: string): URL => pathToFileURL(region.path(name));
