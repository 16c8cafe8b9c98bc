import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Client, type ClientConfig } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { parsePlace, type PlaceRecord, readLines } from "./place-file.ts";
import { generatedId, KEYS_VERSION, placeKeys } from "./place-keys.ts";

/** Shipped data, made by scripts/prepare-places.ts (server/data/README.md). */
const DATA = new URL("../../../data/", import.meta.url);
/** The region of the shipped places. */
const WORLD = "";

// Any number that nothing else here uses.
const IMPORT_LOCK = 7_218_001;
export const PLACE_TABLES: readonly string[] = ["place", "place_name", "place_area", "house_number"];
const BATCH_LETTERS = 1_000_000;

/**
 * Makes the database contain the places of `folder`: returns at once if it does already, otherwise takes a few seconds.
 * All or nothing; if several processes call it, one works and the others wait. The places of regions are removed, too:
 * they are imported after it (`importRegions`).
 */
export async function importPlacesIfChanged(connection: ClientConfig, folder: URL = DATA): Promise<void> {
  const file = new URL("places.tsv.br", folder);
  const version = await hashFile(file);
  await withImportLock(connection, async (client) => {
    const imported = "select from place_import where region = $1 and version = $2";
    if ((await client.query(imported, [WORLD, version])).rowCount === 1) return;
    await withoutIndexes(client, () => copyPlaces(client, file));
    await client.query("insert into place_import (region, version) values ($1, $2)", [WORLD, version]);
    await client.query(`analyze ${PLACE_TABLES.join(", ")}`);
  });
}

/** One transaction of one process at a time. The signal breaks the connection off, which rolls back. */
export async function withImportLock(
  connection: ClientConfig,
  work: (client: Client) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const client = new Client({ ...connection, application_name: "commonlane" });
  // An error of the connection also fails the running query, which is handled.
  client.on("error", () => {});
  await client.connect();
  const breakOff = () => void client.end();
  signal?.addEventListener("abort", breakOff);
  try {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock($1)", [IMPORT_LOCK]);
    await work(client);
    await client.query("commit");
  } finally {
    signal?.removeEventListener("abort", breakOff);
    // Without a commit the server rolls back when the connection ends.
    await client.end();
  }
}

async function hashFile(file: URL): Promise<string> {
  const hash = createHash("sha256").update(String(KEYS_VERSION));
  return hash
    .update(await readFile(file))
    .digest("hex")
    .slice(0, 16);
}

/** Building an index at the end is much faster than updating it row by row. */
async function withoutIndexes(client: Client, fill: () => Promise<void>): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where schemaname = current_schema() and tablename = any ($1)`,
    [PLACE_TABLES],
  );
  await client.query(`truncate ${PLACE_TABLES.join(", ")}, place_import`);
  for (const { name } of indexes) await client.query(`drop index ${client.escapeIdentifier(name)}`);
  await fill();
  for (const { definition } of indexes) await client.query(definition);
}

const PLACE_COLUMNS = "place (region, id, kind, name, town, state, country, importance, lat, lng)";

async function copyPlaces(client: Client, file: URL): Promise<void> {
  const [places, names] = [new Copy(client, PLACE_COLUMNS, true), new Copy(client, "place_name", true)];
  for await (const line of readLines(file)) {
    const place = parsePlace(line);
    const id = place.id ?? generatedId(place);
    const { kind, name, town, state, country, importance, lat, lng } = place satisfies PlaceRecord;
    places.add([WORLD, id, kind, name, town, state, country, importance, lat, lng]);
    for (const { class: keyClass, key, name: spelling } of placeKeys(place))
      names.add([keyClass, key, importance, WORLD, id, spelling ?? NULL]);
    if (places.isFull || names.isFull) {
      await places.flush();
      await names.flush();
    }
  }
  await places.flush();
  await names.flush();
}

/** As COPY reads it. */
export const NULL = "\\N";

/** Rows for one table, copied in batches, so that memory stays bounded. */
export class Copy {
  readonly #client: Client;
  readonly #statement: string;
  #batch = "";

  /** `table` may be followed by its columns. */
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
