import type { Answer, Endpoint } from "@commonlane/contract/endpoint";
import type { IdempotencyClaim } from "../db/idempotency.ts";
import { isConstraint } from "../db/refused-by.ts";

/** The answer that is to be kept under the key of a call. */
export interface Keeping {
  readonly claim: IdempotencyClaim;
  readonly status: number;
  readonly text: string;
}

/** What a call comes to when all goes well, known beforehand, and the one statement that does it. */
export interface Deed<E extends Endpoint> {
  readonly answer: Answer<E>;
  /** Does all of it, the keeping of the answer with it, or nothing; false where something was not as it was read. */
  readonly write: (keeping: Keeping | undefined) => Promise<boolean>;
}

/** Does the deed. False, and nothing is done, where anything stands against it, as an answer under the same key: then the long way finds out what. */
export async function isDone<E extends Endpoint>({ write }: Deed<E>, keeping: Keeping | undefined): Promise<boolean> {
  try {
    return await write(keeping);
  } catch (error) {
    if (isConstraint(error)) return false;
    throw error;
  }
}
