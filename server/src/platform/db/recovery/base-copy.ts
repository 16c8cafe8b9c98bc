import { copyFile, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client, type ClientConfig } from "pg";
import { baseCopyName } from "./log-archive.ts";

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
 * Writers are not blocked. Returns undefined if another process is making a copy.
 */
export async function makeBaseCopy(
  connection: ClientConfig,
  {
    data,
    archive,
    now,
  }: {
    data: string;
    archive: string;
    now: () => Date;
  },
): Promise<string | undefined> {
  const client = new Client({
    ...connection,
    application_name: "commonlane base copy",
  });
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows: locks } = await client.query<{ held: boolean }>(
      "select pg_try_advisory_lock(hashtextextended($1, 0)) as held",
      [LOCK],
    );
    if (!locks[0]?.held) return undefined;
    const partial = join(archive, `${baseCopyName(now())}.partial`);
    await rm(partial, {
      recursive: true,
      force: true,
    });
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
  } finally {
    await client.end();
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
