import { sql } from "kysely";
import { NotReady } from "../http/health/readiness.ts";
import type { Db } from "./database.ts";
import { findDatabaseFault, FAULT_MESSAGES } from "./database-faults.ts";

/** The result is cached this long: the endpoint is public, and each check writes a megabyte. */
const CACHE_MS = 1_000;
const PROBE_ROWS = 40_000;

/** Throws a message for operators while the database refuses writes: full disk, read-only disk, standby. */
export function createWriteCheck(db: Db): () => Promise<void> {
  let last:
    | {
        readonly atMs: number;
        readonly result: Promise<void>;
      }
    | undefined;
  return () => {
    const nowMs = performance.now();
    if (!last || nowMs - last.atMs > CACHE_MS)
      last = {
        atMs: nowMs,
        result: probeWrite(db),
      };
    return last.result;
  };
}

/**
 * Makes the database spill a megabyte to a temporary file, which needs free space like new rows do, and leaves nothing
 * behind. Writing a row could succeed on a full disk, in space that the table already has.
 */
async function probeWrite(db: Db): Promise<void> {
  try {
    const isReadOnly = await db.transaction().execute(async (transaction) => {
      await sql`set local work_mem = '64kB'`.execute(transaction);
      const { rows } = await sql<{ is_read_only: boolean }>`
        select current_setting('transaction_read_only') = 'on' as is_read_only
        from (
          select count(*)
          from generate_series(1, ${sql.lit(PROBE_ROWS)})) spilled`.execute(transaction);
      return rows[0]?.is_read_only;
    });
    if (isReadOnly) throw new NotReady(FAULT_MESSAGES["read-only"]);
  } catch (error) {
    const fault = findDatabaseFault(error);
    throw fault ? new NotReady(FAULT_MESSAGES[fault], { cause: error }) : error;
  }
}
