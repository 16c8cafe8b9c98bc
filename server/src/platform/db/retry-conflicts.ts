import { setTimeout as wait } from "node:timers/promises";
import { DatabaseError } from "pg";
import type { Log } from "#platform/log.ts";
import { isOutdatedStatement } from "./prepared-statements.ts";

const ATTEMPTS = 4;

const FIRST_PAUSE_MS = 20;

/** PostgreSQL has rolled the transaction back, because it could not have gone on beside another one. */
const CONFLICTS: ReadonlySet<string | undefined> = new Set(["40001", "40P01"]);

/**
 * Repeats a whole transaction that another one was in the way of, after a growing random pause. Nothing of it was
 * committed: a connection that is lost during the commit may have been too late, so that is not repeated.
 */
export async function retryConflicts<T>(log: Log, runTransaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runTransaction();
    } catch (error) {
      if (attempt === ATTEMPTS || !isConflict(error)) throw error;
      log.info(
        {
          code: error.code,
          attempt,
        },
        "a transaction is repeated after a conflict",
      );
      await wait(FIRST_PAUSE_MS * 2 ** attempt * Math.random());
    }
  }
}

/** True if a transaction was rolled back because of another one, and may be repeated. */
export const isConflict = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && (CONFLICTS.has(error.code) || isOutdatedStatement(error));
