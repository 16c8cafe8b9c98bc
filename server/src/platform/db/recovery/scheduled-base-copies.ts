import { copyFile, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import { Client } from "pg";
import type { Log } from "../../log.ts";
import type { Settings } from "../../settings.ts";
import type { SocketConnection } from "../embedded/postgres-password.ts";
import { baseCopyName, listBaseCopies, pruneArchive, timelineOf } from "./log-archive.ts";

/** A restore reads the log since the copy before the wanted moment, so copies bound how long it takes. */
const EVERY_MS = 7 * DAY_MS;
const CHECK_MS = HOUR_MS;

const now = () => new Date();

/** What is needed to copy the embedded database of this server. */
interface ArchivedDatabase {
  /** The socket, which is in the data folder. */
  readonly connection: SocketConnection;
  readonly settings: Pick<Settings, "WAL_ARCHIVE_DIR" | "BACKUP_KEEP_DAYS">;
  readonly log: Log;
}

/**
 * Deletes what is older than BACKUP_KEEP_DAYS, which frees space for a copy, and makes one if the newest is a week old
 * or older than a recovery. Does nothing while another process makes a copy.
 */
export async function copyIfDue({ connection, settings, log }: ArchivedDatabase): Promise<void> {
  const { WAL_ARCHIVE_DIR: archive, BACKUP_KEEP_DAYS: keepDays } = settings;
  if (archive === undefined) return;
  const client = new Client({
    ...connection,
    application_name: "commonlane base copy",
  });
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ held: boolean; segment: string }>(
      `select pg_try_advisory_lock(hashtextextended($1, 0)) as held,
        pg_walfile_name(pg_current_wal_lsn()) as segment`,
      [LOCK],
    );
    const [state] = rows;
    if (!state?.held) return;
    pruneArchive(archive, { now: now(), keepDays });
    const newest = listBaseCopies(archive).at(-1);
    const isRecent = newest && now().getTime() - newest.completeAt.getTime() < EVERY_MS;
    if (isRecent && timelineOf(newest.firstSegment) >= timelineOf(state.segment)) return;
    const copy = await makeBaseCopy(client, connection.host, archive);
    log.info({ copy }, "a copy of the database is in the archive");
  } finally {
    await client.end();
  }
}

/** Copies now if it is due, and checks every hour. A failure is logged and tried again. Returns a function that stops. */
export function startBaseCopies(database: ArchivedDatabase): () => Promise<void> {
  if (database.settings.WAL_ARCHIVE_DIR === undefined) return async () => {};
  let running: Promise<void> = Promise.resolve();
  const check = () => {
    running = running
      .then(() => copyIfDue(database))
      .catch((error: unknown) =>
        database.log.error({ err: error }, "copying the database to the archive failed"),
      );
  };
  check();
  const timer = setInterval(check, CHECK_MS);
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** Folders whose contents belong to the running server; empty ones are needed. */
const EMPTIED = new Set([
  "pg_dynshmem",
  "pg_notify",
  "pg_replslot",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
  "pg_wal",
]);
const LEFT_OUT = new Set(["postmaster.pid", "postmaster.opts", "backup_label", "recovery.signal"]);
const LOCK = "commonlane base copy";

/**
 * Copies the data folder of a running database into the archive, in a folder named after the time it is complete.
 * Writers are not blocked. A failure leaves nothing.
 */
async function makeBaseCopy(client: Client, data: string, archive: string): Promise<string> {
  const partial = join(archive, `${baseCopyName(now())}.partial`);
  try {
    await client.query("select pg_backup_start($1, true)", [LOCK]);
    await copyFolder(data, partial, (name) => !LEFT_OUT.has(name));
    // Waits until the log that the copy needs is in the archive.
    const { rows } = await client.query<{ labelfile: string }>(
      "select labelfile from pg_backup_stop(true)",
    );
    await writeFile(join(partial, "backup_label"), rows[0]?.labelfile ?? "", { mode: 0o600 });
    const complete = join(archive, baseCopyName(now()));
    await rename(partial, complete);
    return complete;
  } catch (error) {
    await rm(partial, {
      recursive: true,
      force: true,
    });
    throw error;
  }
}

/** Copies regular files and folders. A file that the server deletes during the copy is skipped: the log does not need it. */
async function copyFolder(
  from: string,
  to: string,
  includes: (name: string) => boolean,
): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (!includes(entry.name)) continue;
    if (entry.isDirectory())
      await copyFolder(source, target, EMPTIED.has(entry.name) ? () => false : () => true);
    else if (entry.isFile()) await copyFile(source, target).catch(ignoreMissing);
  }
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
}
