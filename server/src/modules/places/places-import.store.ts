import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Client, type ClientConfig } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { formatLocalNames } from "./local-names.ts";
import { parsePlace, type PlaceRecord, readLines } from "./place-file.ts";
import { generatedId, KEYS_VERSION, placeKeys } from "./place-keys.ts";

/** Shipped data, made by scripts/prepare-places.ts (server/data/README.md). */
const DATA = new URL("../../../data/", import.meta.url);
/** The region of the shipped places. */
const WORLD = "";
/** Places of the world that are imported after its towns. Not the name of a region. */
const MORE = "+";

// Any number that nothing else here uses.
const IMPORT_LOCK = 7_218_001;
export const PLACE_TABLES: readonly string[] = ["place", "place_name", "place_area", "house_number"];
const BATCH_LETTERS = 1_000_000;

const worldFiles = (folder: URL) => ({
  places: new URL("places.tsv.br", folder),
  more: new URL("more-places.tsv.br", folder),
});

/**
 * Makes the database contain the towns of `folder`: returns at once if it does already, otherwise takes about two
 * seconds. All or nothing; if several processes call it, one works and the others
 * wait. Removes all other places: `importPlacesInBackground` comes after it.
 */
export async function importPlacesIfChanged(connection: ClientConfig, folder: URL = DATA): Promise<void> {
  const { places, more } = worldFiles(folder);
  await importOnce(connection, { part: WORLD, files: [places, more] }, (client) =>
    withoutIndexes(client, () => copyPlaces(client, WORLD, places, true)),
  );
}

/**
 * Adds stations, airports, postcodes, small villages and the like, which a first start does not wait for. The signal
 * breaks it off.
 */
export async function importMorePlaces(
  connection: ClientConfig,
  folder: URL = DATA,
  signal?: AbortSignal,
): Promise<void> {
  const { places, more } = worldFiles(folder);
  let isChanged = false;
  const copyMore = async (client: Client) => {
    await copyPlaces(client, WORLD, more, false);
    isChanged = true;
  };
  await importOnce(connection, { part: MORE, files: [places, more] }, copyMore, signal);
  if (isChanged) await withClient(connection, vacuumPlaces, signal);
}

/** Lets searches read indexes only. */
const vacuumPlaces = (client: Client) => client.query(`vacuum (analyze) ${PLACE_TABLES.join(", ")}`);

/** Runs `replace` unless this version of the files was imported. */
async function importOnce(
  connection: ClientConfig,
  { part, files }: { part: string; files: readonly URL[] },
  replace: (client: Client) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const version = await hashFiles(files.filter((file) => existsSync(file)));
  const isImported = async (client: Client) => {
    const { rowCount } = await client.query("select from place_import where region = $1 and version = $2", [
      part,
      version,
    ]);
    return rowCount === 1;
  };
  if (await withClient(connection, isImported)) return;
  const replaceOnce = async (client: Client) => {
    if (await isImported(client)) return;
    await replace(client);
    await client.query("insert into place_import (region, version) values ($1, $2)", [part, version]);
    await client.query(`analyze ${PLACE_TABLES.join(", ")}`);
  };
  await withImportLock(connection, replaceOnce, signal);
}

/** One transaction of one process at a time, which the signal rolls back. */
export const withImportLock = (
  connection: ClientConfig,
  work: (client: Client) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> =>
  withClient(
    connection,
    async (client) => {
      await client.query("begin");
      await client.query("select pg_advisory_xact_lock($1)", [IMPORT_LOCK]);
      await work(client);
      await client.query("commit");
    },
    signal,
  );

/** A connection of its own, which ends with the work. The signal breaks it off. */
export async function withClient<T>(
  connection: ClientConfig,
  work: (client: Client) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  signal?.throwIfAborted();
  const client = new Client({ ...connection, application_name: "commonlane" });
  // An error of the connection also fails the running query, which is handled.
  client.on("error", () => {});
  await client.connect();
  const breakOff = () => void client.end();
  signal?.addEventListener("abort", breakOff, { once: true });
  try {
    return await work(client);
  } finally {
    signal?.removeEventListener("abort", breakOff);
    // Without a commit the server rolls back when the connection ends.
    await client.end();
  }
}

async function hashFiles(files: readonly URL[]): Promise<string> {
  const hash = createHash("sha256").update(String(KEYS_VERSION));
  for (const file of files) hash.update(await readFile(file));
  return hash.digest("hex").slice(0, 16);
}

/** Building an index at the end is much faster than updating it row by row. */
async function withoutIndexes(client: Client, fill: () => Promise<void>): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where schemaname = current_schema() and tablename = any ($1)`,
    [PLACE_TABLES],
  );
  await client.query(`truncate ${PLACE_TABLES.join(", ")}, place_import`);
  await client.query("set local maintenance_work_mem = '256MB'");
  for (const { name } of indexes) await client.query(`drop index ${client.escapeIdentifier(name)}`);
  await fill();
  for (const { definition } of indexes) await client.query(definition);
}

const PLACE_COLUMNS = "place (region, id, kind, name, town, state, country, importance, lat, lng, local_names)";

async function copyPlaces(client: Client, region: string, file: URL, freeze: boolean): Promise<void> {
  const tables = { place: new Copy(client, PLACE_COLUMNS, freeze), name: new Copy(client, "place_name", freeze) };
  for await (const lines of readLines(file)) {
    for (const line of lines) addPlace(tables, region, parsePlace(line));
    await tables.place.flushIfFull();
    await tables.name.flushIfFull();
  }
  await tables.place.finish();
  await tables.name.finish();
}

function addPlace(tables: { readonly place: Copy; readonly name: Copy }, region: string, place: PlaceRecord): void {
  const id = place.id ?? generatedId(place);
  const { kind, name, town, state, country, importance, lat, lng } = place;
  tables.place.add(
    `${region}\t${id}\t${kind}\t${name}\t${town}\t${state}\t${country}\t${importance}\t${lat}\t${lng}\t${formatLocalNames(place.localNames)}\n`,
  );
  for (const { class: keyClass, key, name: spelling } of placeKeys(place))
    tables.name.add(`${keyClass}\t${key}\t${importance}\t${region}\t${id}\t${spelling ?? NULL}\n`);
}

/** As COPY reads it. */
export const NULL = "\\N";

/** Rows for one table, copied in batches. The next batch is made while PostgreSQL takes the one before. */
export class Copy {
  readonly #client: Client;
  readonly #statement: string;
  #batch = "";
  #running: Promise<void> = Promise.resolve();

  /** `table` may be followed by its columns. */
  constructor(client: Client, table: string, freeze: boolean) {
    this.#client = client;
    // Rows copied into a table that this transaction truncated can be stored as frozen, which avoids a later vacuum.
    this.#statement = `copy ${table} from stdin${freeze ? " (freeze)" : ""}`;
  }

  /** Texts contain no tab, line break or backslash (`formatPlace`). */
  add(row: string): void {
    this.#batch += row;
  }

  async flushIfFull(): Promise<void> {
    if (this.#batch.length >= BATCH_LETTERS) await this.#flush();
  }

  async finish(): Promise<void> {
    await this.#flush();
    await this.#running;
  }

  async #flush(): Promise<void> {
    const batch = Buffer.from(this.#batch);
    this.#batch = "";
    await this.#running;
    if (batch.length === 0) return;
    this.#running = pipeline(Readable.from([batch]), this.#client.query(copyFrom(this.#statement)));
    this.#running.catch(() => {}); // handled by the next flush
  }
}
