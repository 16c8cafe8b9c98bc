import type { HandlerResult, Endpoint } from "@commonlane/contract/endpoint";
import type { IdempotencyClaim } from "../../db/idempotency-keys.ts";
import { isConstraintViolation } from "../../db/on-constraint-violation.ts";
import { isConflict } from "../../db/retry-conflicts.ts";

/** A reply to store under an idempotency key. */
export interface ReplyToStore {
  readonly claim: IdempotencyClaim;
  readonly status: number;
  readonly text: string;
}

/** The result of a request that succeeds, known in advance, and the one statement that executes it. */
export interface FastPathResult<E extends Endpoint> {
  readonly reply: HandlerResult<E>;
  /**
   * Executes everything, including storing the reply, or nothing; returns false if something has changed since it was
   * read.
   */
  readonly execute: (replyToStore: ReplyToStore | undefined) => Promise<boolean>;
}

/**
 * Executes the fast path. Returns false, with nothing done, if anything prevents it, such as a stored reply under the
 * same key or a deadlock with another transaction; the full handler then finds out why, or does it.
 */
export async function executeFastPath<E extends Endpoint>(
  result: FastPathResult<E>,
  replyToStore: ReplyToStore | undefined,
): Promise<boolean> {
  try {
    return await result.execute(replyToStore);
  } catch (error) {
    if (isConstraintViolation(error) || isConflict(error)) return false;
    throw error;
  }
}
