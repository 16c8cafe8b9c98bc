import { setTimeout as wait } from "node:timers/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Client, type ClientConfig } from "pg";
import { from as copyFrom } from "pg-copy-streams";

/**
 * Imports are made beside the rows that searches see, in short statements, and switched by one: `place_build` names the
 * current rows of each part. No transaction stays open, because events wait for the oldest one (decision 71).
 */

/** Any number that nothing else here uses; release 0.2 takes it too. */
const IMPORT_LOCK = 7_218_001;
const LOCK_POLL_MS = 100;
/** In the order in which rows are deleted: those left of an import that was broken off are found in the last. */
export const PLACE_TABLES: readonly string[] = [
  "house_number",
  "place_area",
  "place_name",
  "place",
];
/** Rows for some 20 ms of work of the database. */
const BATCH_BYTES = 200_000;
/** Room for the last row of a batch. */
const SPARE_BYTES = 20_000;
/** Most bytes of a character. */
const MAX_BYTES = 3;
/** As many rows, in pages of the table. */
const BATCH_PAGES = 50;
/** After each batch, as a multiple of its time: requests go first. */
const REST_FACTOR = 0.5;

/** Part of the places that is replaced as a whole. */
export interface PartImport {
  /** As in `place_build`. */
  readonly part: string;
  readonly version: string;
  /** Copies all rows, under the region they are to have. */
  readonly copy: (client: Client, rowsRegion: string) => Promise<void>;
}

/** Versions of the current builds by part. */
export async function readBuilds(client: Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{
    part: string;
    version: string;
  }>("select part, version from place_build");
  return new Map(rows.map(({ part, version }) => [part, version]));
}

/**
 * Makes these parts beside their current rows and switches to them in one statement, then deletes the former rows.
 * Breaking it off leaves the current rows as they are. Only under the import lock.
 */
export async function importParts(client: Client, parts: readonly PartImport[]): Promise<void> {
  await deleteFormerRows(client);
  if (parts.length === 0) return;
  const { rows } = await client.query<{ number: string }>(
    "select nextval('place_build_number')::text as number",
  );
  const number = rows[0]?.number ?? "";
  const rowsRegions = parts.map(({ part }) => `${part}@${number}`);
  for (const [at, { copy }] of parts.entries()) await copy(client, rowsRegions[at] ?? "");
  await client.query(`analyze ${PLACE_TABLES.join(", ")}`);

  await client.query(
    `insert into place_build (part, rows_region, version) select * from unnest($1::text[], $2::text[], $3::text[])
     on conflict (part) do update set rows_region = excluded.rows_region, version = excluded.version`,
    [parts.map(({ part }) => part), rowsRegions, parts.map(({ version }) => version)],
  );
  await deleteFormerRows(client);
  await vacuumTables(client);
}

/** Removes a part. Only under the import lock. */
export async function removePart(client: Client, part: string): Promise<void> {
  await client.query("delete from place_build where part = $1", [part]);
  await deleteFormerRows(client);
  await vacuumTables(client);
}

/** Lets searches read indexes only, and the space of deleted rows be used again; blocks no one. */
const vacuumTables = (client: Client) =>
  client.query(`vacuum (analyze) ${PLACE_TABLES.join(", ")}`);

/** True if an import was broken off, or its former rows were not deleted. */
export async function hasFormerRows(client: Client): Promise<boolean> {
  // Reads one entry of the index per region.
  const { rows } = await client.query(`
    with recursive found as (
      select min(region) as region from place
      union all
      select (select min(place.region) from place where place.region > found.region) from found
      where found.region is not null)
    select from found where region is not null and region not in (select rows_region from place_build) limit 1`);
  return rows.length > 0;
}

/** Deletes all rows that searches do not see, a few pages of a table at a time. */
async function deleteFormerRows(client: Client): Promise<void> {
  if (!(await hasFormerRows(client))) return;
  for (const table of PLACE_TABLES) {
    const { rows } = await client.query<{ pages: number }>(
      "select (pg_relation_size($1::regclass) / current_setting('block_size')::int)::int as pages",
      [table],
    );
    const pages = rows[0]?.pages ?? 0;
    for (let page = 0; page < pages; page += BATCH_PAGES) {
      await thenRest(() =>
        client.query(
          `delete from ${table} where ctid >= format('(%s,0)', $1::int)::tid and ctid < format('(%s,0)', $2::int)::tid
             and region not in (select rows_region from place_build)`,
          [page, page + BATCH_PAGES],
        ),
      );
    }
  }
}

async function thenRest(work: () => Promise<unknown>): Promise<void> {
  const startedMs = performance.now();
  await work();
  await wait(REST_FACTOR * (performance.now() - startedMs));
}

/** Runs `work` in one process at a time. The signal breaks it off. */
export const withImportLock = (
  connection: ClientConfig,
  work: (client: Client) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> =>
  withClient(
    connection,
    async (client) => {
      // A session that waited in the database would hold a snapshot, so that no table could be vacuumed.
      const tryLock = `select pg_try_advisory_lock(${IMPORT_LOCK}) as locked`;
      while (!(await client.query<{ locked: boolean }>(tryLock)).rows[0]?.locked)
        await wait(LOCK_POLL_MS, undefined, { signal });
      // These rows can be imported again, so no batch needs to wait for the disk.
      await client.query("set synchronous_commit = off");
      await work(client);
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
  const client = new Client({
    ...connection,
    application_name: "commonlane",
  });
  // An error of the connection also fails the running query, which is handled.
  client.on("error", () => {});
  await client.connect();
  const breakOff = () => void client.end();
  try {
    // A signal that came while it was connecting is not given again.
    signal?.throwIfAborted();
    signal?.addEventListener("abort", breakOff, { once: true });
    return await work(client);
  } finally {
    signal?.removeEventListener("abort", breakOff);
    await client.end();
  }
}

/** As COPY reads it. */
export const NULL = "\\N";

/** Rows for one table, copied in batches, each of them a transaction of its own unless one is open. */
export class Copy {
  readonly #client: Client;
  readonly #statement: string;
  readonly #isFresh: boolean;
  /** Bytes instead of a text: a million small texts that stay until the batch is full cost more than all else. */
  #batch: Buffer;
  #length = 0;
  #running: Promise<void> = Promise.resolve();

  /**
   * `table` may be followed by its columns. Rows for a table that this transaction truncated are stored as frozen,
   * which avoids a later vacuum, and in one piece, because no one reads them yet.
   */
  constructor(client: Client, table: string, { isFresh = false } = {}) {
    this.#client = client;
    this.#isFresh = isFresh;
    this.#batch = this.#emptyBatch();
    this.#statement = `copy ${table} from stdin${isFresh ? " (freeze)" : ""}`;
  }

  /** Texts contain no tab, line break or backslash (`formatPlace`). */
  add(row: string): void {
    if (this.#batch.length - this.#length < MAX_BYTES * row.length) this.#grow(row);
    this.#length += this.#batch.write(row, this.#length);
  }

  get isFull(): boolean {
    return this.#length >= this.#fullLength;
  }

  async finish(): Promise<void> {
    await this.flush();
    await this.#running;
  }

  /** Makes room for the next batch, which is made while PostgreSQL takes this one. */
  async flush(): Promise<void> {
    const batch = this.#batch.subarray(0, this.#length);
    this.#batch = this.#emptyBatch();
    this.#length = 0;
    await this.#running;
    if (batch.length === 0) return;
    const copyBatch = () =>
      pipeline(Readable.from([batch]), this.#client.query(copyFrom(this.#statement)));
    this.#running = this.#isFresh ? copyBatch() : thenRest(copyBatch);
    this.#running.catch(() => {}); // handled by the next flush
  }

  get #fullLength(): number {
    return this.#isFresh ? 5 * BATCH_BYTES : BATCH_BYTES;
  }

  #emptyBatch(): Buffer {
    return Buffer.allocUnsafeSlow(this.#fullLength + SPARE_BYTES);
  }

  /** For a row that is longer than all others. */
  #grow(row: string): void {
    const larger = Buffer.allocUnsafeSlow(this.#length + MAX_BYTES * row.length + SPARE_BYTES);
    this.#batch.copy(larger, 0, 0, this.#length);
    this.#batch = larger;
  }
}
