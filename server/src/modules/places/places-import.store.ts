import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Client, type ClientConfig } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { parseHouseNumber, parsePlace, type PlaceRecord, readLines } from "./place-file.ts";
import { foldName } from "./name-matching.ts";
import { generatedId, KEYS_VERSION, placeKeys } from "./place-keys.ts";

/** Shipped data, made by scripts/prepare-places.ts (server/data/README.md). */
const DATA = new URL("../../../data/", import.meta.url);
/** The region of the shipped places. */
const WORLD = "";

// Any number that nothing else here uses.
const IMPORT_LOCK = 7_218_001;
const TABLES = ["place", "place_name", "house_number"];
const BATCH_LETTERS = 1_000_000;

/**
 * Makes the database contain the places of `folder`: returns at once if it does already, otherwise takes a few seconds.
 * All or nothing; if several processes call it, one works and the others wait. The places of regions are removed, too:
 * they are imported after it.
 */
export const importPlacesIfChanged = (connection: ClientConfig, folder: URL = DATA): Promise<void> =>
  importFiles(connection, WORLD, folder, withoutIndexes);

/** The same for the places of a region, beside those of the world and of other regions. */
export const importRegionPlaces = (connection: ClientConfig, region: string, folder: URL): Promise<void> =>
  importFiles(connection, region, folder, async (client, fill) => {
    await deleteRegion(client, region);
    await fill();
  });

/** Removes the places of all regions but these. */
export async function keepRegionPlaces(connection: ClientConfig, regions: readonly string[]): Promise<void> {
  await withLock(connection, async (client) => {
    const { rows } = await client.query<{ region: string }>(
      "select region from place_import where region <> $1 and region <> all ($2)",
      [WORLD, regions],
    );
    for (const { region } of rows) await deleteRegion(client, region);
  });
}

async function deleteRegion(client: Client, region: string): Promise<void> {
  for (const table of [...TABLES, "place_import"])
    await client.query(`delete from ${table} where region = $1`, [region]);
}

type Fill = () => Promise<void>;

async function importFiles(
  connection: ClientConfig,
  region: string,
  folder: URL,
  replace: (client: Client, fill: Fill) => Promise<void>,
): Promise<void> {
  const files = {
    places: new URL("places.tsv.br", folder),
    houseNumbers: new URL("house-numbers.tsv.br", folder),
  };
  const version = await hashFiles(Object.values(files).filter((file) => existsSync(file)));
  await withLock(connection, async (client) => {
    const { rowCount } = await client.query("select from place_import where region = $1 and version = $2", [
      region,
      version,
    ]);
    if (rowCount === 1) return;
    await replace(client, async () => {
      const freeze = region === WORLD;
      await copyPlaces(client, region, files.places, freeze);
      if (existsSync(files.houseNumbers)) await copyHouseNumbers(client, region, files.houseNumbers, freeze);
    });
    await client.query("insert into place_import (region, version) values ($1, $2)", [region, version]);
    await client.query(`analyze ${TABLES.join(", ")}`);
  });
}

/** One transaction of one process at a time. */
async function withLock(connection: ClientConfig, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ ...connection, application_name: "commonlane" });
  // An error of the connection also fails the running query, which is handled.
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock($1)", [IMPORT_LOCK]);
    await work(client);
    await client.query("commit");
  } finally {
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
async function withoutIndexes(client: Client, fill: Fill): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where schemaname = current_schema() and tablename = any ($1)`,
    [TABLES],
  );
  await client.query(`truncate ${TABLES.join(", ")}, place_import`);
  for (const { name } of indexes) await client.query(`drop index ${client.escapeIdentifier(name)}`);
  await fill();
  for (const { definition } of indexes) await client.query(definition);
}

async function copyPlaces(client: Client, region: string, file: URL, freeze: boolean): Promise<void> {
  const [places, names] = [new Copy(client, "place", freeze), new Copy(client, "place_name", freeze)];
  for await (const line of readLines(file)) {
    const place = parsePlace(line);
    const id = place.id ?? generatedId(place);
    const { kind, name, town, state, country, importance, lat, lng } = place satisfies PlaceRecord;
    places.add([region, id, kind, name, town, state, country, importance, lat, lng]);
    for (const { class: keyClass, key, name: spelling } of placeKeys(place))
      names.add([keyClass, key, importance, region, id, spelling ?? NULL]);
    if (places.isFull || names.isFull) {
      await places.flush();
      await names.flush();
    }
  }
  await places.flush();
  await names.flush();
}

async function copyHouseNumbers(client: Client, region: string, file: URL, freeze: boolean): Promise<void> {
  const houses = new Copy(client, "house_number", freeze);
  for await (const line of readLines(file)) {
    const { streetId, number, lat, lng } = parseHouseNumber(line);
    houses.add([region, streetId, foldName(number), lat, lng]);
    if (houses.isFull) await houses.flush();
  }
  await houses.flush();
}

/** As COPY reads it. */
const NULL = "\\N";

/** Rows for one table, copied in batches, so that memory stays bounded. */
class Copy {
  readonly #client: Client;
  readonly #statement: string;
  #batch = "";

  constructor(client: Client, table: string, freeze: boolean) {
    this.#client = client;
    // Rows copied into a table that this transaction truncated can be stored as frozen, which avoids a later vacuum.
    this.#statement = `copy ${table} from stdin${freeze ? " (freeze)" : ""}`;
  }

  /** Texts contain no tab, line break or backslash (`formatPlace`). */
  add(columns: readonly (string | number)[]): void {
    this.#batch += `${columns.join("\t")}\n`;
  }

  get isFull(): boolean {
    return this.#batch.length >= BATCH_LETTERS;
  }

  async flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = "";
    if (batch !== "")
      await pipeline(Readable.from([Buffer.from(batch)]), this.#client.query(copyFrom(this.#statement)));
  }
}
