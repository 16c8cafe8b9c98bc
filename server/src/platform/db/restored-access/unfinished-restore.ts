import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Kysely, sql } from "kysely";
import { findDataFolder } from "../embedded/data-folder.ts";
import type { Schema } from "../schema/schema.ts";

type Db = Kysely<Schema>;

/*
 * A restored database is marked from its import until it brings nothing back, and is not started in between.
 */

export interface UnfinishedRestore {
  /** When the backup was made. */
  readonly exportedAt: Date;
  readonly rows: number;
}

const UNFINISHED = /^restore unfinished: (\d+) rows of (\S+Z)$/;

/**
 * The statement that marks a database as not to be started yet. The mark is a comment: it comes with the transaction of
 * the import, needs no table of its own, and is in no export.
 */
export const markUnfinished = ({ exportedAt, rows }: UnfinishedRestore): string =>
  `comment on table kysely_migration is 'restore unfinished: ${rows} rows of ${exportedAt.toISOString()}'`;

/** Removes the mark of `markUnfinished`. */
export async function markFinished(db: Db): Promise<void> {
  await sql`comment on table kysely_migration is null`.execute(db);
}

/** The restore into this database that was broken off after its import. */
export async function findUnfinishedRestore(db: Db): Promise<UnfinishedRestore | undefined> {
  const { rows } = await sql<{ comment: string | null }>`
    select obj_description(to_regclass('kysely_migration'), 'pg_class') as comment`.execute(db);
  const [, count, exportedAt] = UNFINISHED.exec(rows[0]?.comment ?? "") ?? [];
  if (exportedAt === undefined) return undefined;
  return { exportedAt: new Date(exportedAt), rows: Number(count) };
}

const recoveryMark = (folder: string) => join(folder, "recovery-unfinished");

/**
 * Marks DATA_DIR while a database is recovered into it, which has no table to mark before it can be used. The mark stays
 * if `recover` fails and leaves a database.
 */
export async function whileMarked<T>(folder: string, recover: () => Promise<T>): Promise<T> {
  if (findDataFolder(folder))
    throw new Error(`There is a database in ${folder}. Set DATA_DIR to a new folder.`);
  const mark = recoveryMark(folder);
  mkdirSync(folder, { recursive: true });
  writeFileSync(mark, "");
  try {
    const result = await recover();
    rmSync(mark);
    return result;
  } catch (error) {
    if (!findDataFolder(folder)) rmSync(mark);
    throw error;
  }
}

/** Refuses a database that a restore has filled and not closed yet: sessions and people would be back. */
export async function assertRestoreFinished(db: Db, folder: string): Promise<void> {
  if (existsSync(recoveryMark(folder)))
    throw new Error(
      `a recovery into ${resolve(folder)} was broken off. Delete this folder, or set DATA_DIR to a new one, and recover again.`,
    );
  if (await findUnfinishedRestore(db))
    throw new Error("a restore was broken off. Restore the same backup again, which finishes it.");
}
