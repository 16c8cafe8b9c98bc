import { sql } from "kysely";
import type { Log } from "../log.ts";
import { Warning } from "../http/health/readiness.ts";
import type { Db } from "./database.ts";

interface OutdatedCollation {
  readonly database: string;
  /** Version of the rules by which the indexes were sorted, and of those that are in use now. */
  readonly sorted_by: string;
  readonly now: string;
}

/**
 * The database sorts text by rules of its operating system or of ICU. An upgrade of these changes the rules, and then
 * the indexes of text are in another order than PostgreSQL expects: rows are not found, and unique values may occur
 * twice. Undefined if the rules are those by which it was sorted.
 */
async function findOutdatedCollation(db: Db): Promise<OutdatedCollation | undefined> {
  const { rows } = await sql<OutdatedCollation>`
    select datname as database, datcollversion as sorted_by,
      pg_database_collation_actual_version(oid) as now
    from pg_database
    where datname = current_database()
      and datcollversion <> pg_database_collation_actual_version(oid)`.execute(db);
  return rows[0];
}

/**
 * Check for `/health/ready`: a warning, because keys that identify people and links do not depend on it. The message is
 * public and does not name the database.
 */
export const createCollationCheck = (db: Db) => async (): Promise<Warning | undefined> => {
  const outdated = await findOutdatedCollation(db);
  return outdated && new Warning(describe(outdated, "⟨name⟩"));
};

/** Logs the warning at the start. */
export async function reportOutdatedCollation(db: Db, log: Log): Promise<void> {
  const outdated = await findOutdatedCollation(db);
  if (outdated) log.warn(describe(outdated, `"${outdated.database.replaceAll('"', '""')}"`));
}

function describe({ sorted_by, now }: OutdatedCollation, name: string): string {
  return (
    `The rules by which the database sorts text have changed (from ${sorted_by} to ${now}), as after an upgrade of its ` +
    "operating system, so searches may miss rows. Run in the database, as its owner: " +
    `reindex database ${name}; alter database ${name} refresh collation version;`
  );
}
