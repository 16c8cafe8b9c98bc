import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";
import { Client, type ClientConfig } from "pg";
import { from as copyFrom } from "pg-copy-streams";

/** Shipped data, made by scripts/prepare-places.ts: one file per table, in column order (server/data/README.md). */
const DATA = new URL("../../../data/", import.meta.url);

// Any number that nothing else here uses.
const IMPORT_LOCK = 7_218_001;

/**
 * Makes the database contain the places of `folder`: returns at once if it does already, otherwise takes about two
 * seconds. All or nothing; if several processes call it, one works and the others wait.
 */
export async function importPlacesIfChanged(connection: ClientConfig, folder: URL = DATA): Promise<void> {
  const files = { place: new URL("place.tsv.br", folder), place_name: new URL("place-name.tsv.br", folder) };
  const version = await hashFiles(Object.values(files));
  const client = new Client({ ...connection, application_name: "commonlane" });
  // An error of the connection also fails the running query, which is handled.
  client.on("error", () => {});
  await client.connect();
  try {
    if (await isVersionImported(client, version)) return;
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock($1)", [IMPORT_LOCK]);
    if (!(await isVersionImported(client, version))) await replacePlaces(client, files, version);
    await client.query("commit");
  } finally {
    // Without a commit the server rolls back when the connection ends.
    await client.end();
  }
}

async function hashFiles(files: readonly URL[]): Promise<string> {
  const hash = createHash("sha256");
  for (const file of files) hash.update(await readFile(file));
  return hash.digest("hex").slice(0, 16);
}

async function isVersionImported(client: Client, version: string): Promise<boolean> {
  const { rowCount } = await client.query("select from place_import where version = $1", [version]);
  return rowCount === 1;
}

async function replacePlaces(client: Client, files: Readonly<Record<"place" | "place_name", URL>>, version: string) {
  // Building an index at the end is much faster than updating it row by row.
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where schemaname = current_schema() and tablename in ('place', 'place_name')`,
  );
  await client.query("truncate place, place_name, place_import");
  for (const { name } of indexes) await client.query(`drop index ${client.escapeIdentifier(name)}`);
  for (const [table, file] of Object.entries(files)) {
    // Rows copied into a table that this transaction truncated can be stored as frozen, which avoids a later vacuum.
    const rows = client.query(copyFrom(`copy ${table} from stdin (freeze)`));
    await pipeline(createReadStream(file), createBrotliDecompress(), rows);
  }
  for (const { definition } of indexes) await client.query(definition);
  await client.query("insert into place_import (version) values ($1)", [version]);
  await client.query("analyze place, place_name");
}
