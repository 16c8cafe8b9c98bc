import type { HandlerResult, Endpoint } from "@commonlane/contract/endpoint";
import type { IdempotencyClaim } from "../../db/idempotency-keys.ts";
import { isConstraintViolation } from "../../db/on-constraint-violation.ts";

/** The answer that is to be kept under the key of a call. */
export interface ReplyToStore {
  readonly claim: IdempotencyClaim;
  readonly status: number;
  readonly text: string;
}

/** What a call comes to when all goes well, known beforehand, and the one statement that does it. */
export interface FastPathResult<E extends Endpoint> {
  readonly reply: HandlerResult<E>;
  /** Does all of it, the keeping of the answer with it, or nothing; false where something was not as it was read. */
  readonly execute: (replyToStore: ReplyToStore | undefined) => Promise<boolean>;
}

/** Does the deed. False, and nothing is done, where anything stands against it, as an answer under the same key: then the long way finds out what. */
export async function executeFastPath<E extends Endpoint>(
  { execute: write }: FastPathResult<E>,
  replyToStore: ReplyToStore | undefined,
): Promise<boolean> {
  try {
    return await write(replyToStore);
  } catch (error) {
    if (isConstraintViolation(error)) return false;
    throw error;
  }
}
