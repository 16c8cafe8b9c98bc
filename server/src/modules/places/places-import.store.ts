import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";
import { Client, type ClientConfig } from "pg";
import { from as copyFrom } from "pg-copy-streams";

/** What scripts/prepare-places.ts made and we ship: one file per table, in the order of its columns (server/data/README.md). */
const DATA = new URL("../../../data/", import.meta.url);

// Any number will do, as long as nothing else of ours takes it.
const IMPORT_LOCK = 7_218_001;

/**
 * Makes the database hold the places of `folder`: at once when it does already, in about two seconds when it is new or
 * the data has changed. Cut short, it has done nothing; of several processes one works and the others wait for it.
 */
export async function importPlacesIfChanged(connection: ClientConfig, folder: URL = DATA): Promise<void> {
  const files = { place: new URL("place.tsv.br", folder), place_name: new URL("place-name.tsv.br", folder) };
  const version = await hashFiles(Object.values(files));
  const client = new Client({ ...connection, application_name: "commonlane" });
  // What breaks the connection also fails the query that is running, and that is heard.
  client.on("error", () => {});
  await client.connect();
  try {
    if (await isVersionImported(client, version)) return;
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock($1)", [IMPORT_LOCK]);
    if (!(await isVersionImported(client, version))) await replacePlaces(client, files, version);
    await client.query("commit");
  } finally {
    // Without a commit the server rolls back as the connection ends.
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
  // An index over everything is made in a fraction of the time in which it grows row by row.
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where schemaname = current_schema() and tablename in ('place', 'place_name')`,
  );
  await client.query("truncate place, place_name, place_import");
  for (const { name } of indexes) await client.query(`drop index ${client.escapeIdentifier(name)}`);
  for (const [table, file] of Object.entries(files)) {
    // In a table emptied by this very transaction rows may be stored as if they had always been there ("freeze").
    const rows = client.query(copyFrom(`copy ${table} from stdin (freeze)`));
    await pipeline(createReadStream(file), createBrotliDecompress(), rows);
  }
  for (const { definition } of indexes) await client.query(definition);
  await client.query("insert into place_import (version) values ($1)", [version]);
  await client.query("analyze place, place_name");
}
