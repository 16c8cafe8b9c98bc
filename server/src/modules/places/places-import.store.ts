import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { Client, ClientConfig } from "pg";
import { productVersion } from "#platform/product-version.ts";
import { formatLocalNames } from "./local-names.ts";
import {
  Copy,
  hasFormerRows,
  importParts,
  NULL,
  type PartImport,
  PLACE_TABLES,
  readBuilds,
  withClient,
  withImportLock,
} from "./place-builds.store.ts";
import { parsePlace, type PlaceRecord, readLines } from "./place-file.ts";
import { generatedId, KEYS_VERSION, placeKeys } from "./place-keys.ts";

/** Shipped data, made by scripts/prepare-places.ts (server/data/README.md). */
const DATA = new URL("../../../data/", import.meta.url);
/** Parts of the world's places; not the names of regions. */
const TOWNS = "";
const MORE = "+";

interface ImportOptions {
  readonly folder?: URL;
  /** For tests: the release that imports. */
  readonly release?: WorldRelease;
  readonly signal?: AbortSignal | undefined;
}
interface WorldRelease {
  readonly keys: number;
  readonly version: string;
}
const THIS_RELEASE: WorldRelease = {
  keys: KEYS_VERSION,
  version: productVersion,
};

/** True for an empty database. Towns of another release are enough until `importWorldPlaces` replaces them. */
export const needsFirstTowns = async (connection: ClientConfig): Promise<boolean> =>
  !(await withClient(connection, hasTowns));

/**
 * Fills an empty database with the towns of the world, in one transaction of about two seconds; a start waits for it.
 * Returns at once if there are towns.
 */
export async function importFirstTowns(
  connection: ClientConfig,
  folder: URL = DATA,
): Promise<void> {
  if (!(await needsFirstTowns(connection))) return;
  const version = await versionOf(folder, THIS_RELEASE);
  await withImportLock(connection, async (client) => {
    if (await hasTowns(client)) return;
    await client.query("begin");
    await withoutIndexes(client, () =>
      copyPlaces(client, TOWNS, townsOf(folder), { isFresh: true }),
    );
    await client.query("update place_build set version = $1 where part = $2", [version, TOWNS]);
    await client.query(`analyze ${PLACE_TABLES.join(", ")}`);
    await client.query("commit");
  });
}

async function hasTowns(client: Client): Promise<boolean> {
  const { rows } = await client.query("select from place limit 1");
  return rows.length > 0 || (await readBuilds(client)).get(TOWNS) !== "";
}

/** True if the files have changed since they were imported, or an import was broken off. */
export async function needsWorldPlaces(
  connection: ClientConfig,
  options: ImportOptions = {},
): Promise<boolean> {
  const parts = await listParts(options);
  return withClient(
    connection,
    async (client) =>
      (await findOutdated(client, parts)).length > 0 || (await hasFormerRows(client)),
    options.signal,
  );
}

/**
 * Brings the places of the world up to date: towns, and stations, airports, postcodes, small villages and the like,
 * which a first start does not wait for. Also deletes what an import that was broken off has left. Places of a newer
 * release stay.
 */
export async function importWorldPlaces(
  connection: ClientConfig,
  options: ImportOptions = {},
): Promise<void> {
  if (!(await needsWorldPlaces(connection, options))) return;
  const parts = await listParts(options);
  await withImportLock(
    connection,
    async (client) => importParts(client, await findOutdated(client, parts)),
    options.signal,
  );
}

async function listParts({
  folder = DATA,
  release = THIS_RELEASE,
}: ImportOptions): Promise<readonly PartImport[]> {
  const version = await versionOf(folder, release);
  return [
    {
      part: TOWNS,
      version,
      copy: (client, rowsRegion) => copyPlaces(client, rowsRegion, townsOf(folder)),
    },
    {
      part: MORE,
      version,
      copy: (client, rowsRegion) => copyPlaces(client, rowsRegion, morePlacesOf(folder)),
    },
  ];
}

async function findOutdated(
  client: Client,
  parts: readonly PartImport[],
): Promise<readonly PartImport[]> {
  const builds = await readBuilds(client);
  return parts.filter(({ part, version }) => !isUpToDate(builds.get(part) ?? "", version));
}

const townsOf = (folder: URL) => new URL("places.tsv.br", folder);
const morePlacesOf = (folder: URL) => new URL("more-places.tsv.br", folder);

/** Keys, release and a hash of the files. */
async function versionOf(folder: URL, { keys, version }: WorldRelease): Promise<string> {
  const hash = createHash("sha256").update(String(keys));
  for (const file of [townsOf(folder), morePlacesOf(folder)])
    if (existsSync(file)) await pipeline(createReadStream(file), hash, { end: false });
  return `${keys} ${version} ${hash.digest("hex").slice(0, 16)}`;
}

/** True for the same keys and files, and for those of a newer release; release 0.2 stored the hash alone. */
function isUpToDate(imported: string, version: string): boolean {
  const [hash, release = "0", keys = "0"] = imported.split(" ").toReversed();
  const [ownHash, ownRelease = "", ownKeys = ""] = version.split(" ").toReversed();
  if (hash === ownHash) return true;
  if (keys !== ownKeys) return Number(keys) > Number(ownKeys);
  return release.localeCompare(ownRelease, "en", { numeric: true }) > 0;
}

/** Building an index at the end is much faster than updating it row by row. */
async function withoutIndexes(client: Client, fill: () => Promise<void>): Promise<void> {
  const { rows: indexes } = await client.query<{
    name: string;
    definition: string;
  }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where schemaname = current_schema() and tablename = any ($1)`,
    [PLACE_TABLES],
  );
  await client.query(`truncate ${PLACE_TABLES.join(", ")}`);
  await client.query("set local maintenance_work_mem = '256MB'");
  for (const { name } of indexes) await client.query(`drop index ${client.escapeIdentifier(name)}`);
  await fill();
  for (const { definition } of indexes) await client.query(definition);
}

const PLACE_COLUMNS =
  "place (region, id, kind, name, town, state, country, importance, lat, lng, local_names)";

async function copyPlaces(
  client: Client,
  rowsRegion: string,
  file: URL,
  options: { isFresh?: boolean } = {},
): Promise<void> {
  const places = new Copy(client, PLACE_COLUMNS, options);
  const names = new Copy(client, "place_name", options);
  for await (const lines of readLines(file)) {
    for (const line of lines) {
      addPlace(
        {
          places,
          names,
        },
        rowsRegion,
        parsePlace(line),
      );
      if (places.isFull) await places.flush();
      if (names.isFull) await names.flush();
    }
  }
  await places.finish();
  await names.finish();
}

function addPlace(
  { places, names }: Readonly<Record<"places" | "names", Copy>>,
  rowsRegion: string,
  place: PlaceRecord,
): void {
  const id = place.id ?? generatedId(place);
  const { kind, name, town, state, country, importance, lat, lng } = place;
  places.add(
    `${rowsRegion}\t${id}\t${kind}\t${name}\t${town}\t${state}\t${country}\t${importance}\t${lat}\t${lng}\t${formatLocalNames(place.localNames)}\n`,
  );
  for (const found of placeKeys(place))
    names.add(
      `${found.class}\t${found.key}\t${importance}\t${rowsRegion}\t${id}\t${found.name ?? NULL}\n`,
    );
}
