import { callerLanguage } from "../../i18n/caller-language.ts";
import { DAY_MS } from "@commonlane/contract/durations";
import { translatable } from "@commonlane/contract/message";
import { type Context, type InTransaction, transaction } from "../../context.ts";
import {
  claimIdempotencyKey,
  type IdempotencyClaim,
  storeReply,
  type StoredReply,
  pruneStoredReplies,
} from "../../db/idempotency-keys.ts";
import { Problem } from "../problem.ts";

const RETENTION_MS = DAY_MS;
/** Not decided by the endpoint itself; a retry should check again. */
const NOT_STORED_CODES = new Set(["signed_out", "too_many", "in_flight", "profile_incomplete"]);

export interface IdempotentReply {
  readonly status: number;
  /** The JSON as sent. */
  readonly text: string;
  readonly replayed?: boolean;
}

/** Returns the Idempotency-Key of a request, if any. Throws invalid_input unless it has 1–200 printable characters. */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === "string" && /^[\u0020-\u007e]{1,200}$/.test(header)) return header;
  throw new Problem("invalid_input", {
    fields: { "Idempotency-Key": translatable("Please send 1 to 200 printable characters.") },
  });
}

/**
 * Runs `work` and stores its reply in the same commit, so that a repeated request under the same key gets the same
 * reply for 24 hours from every process. Refusals are stored as well; unexpected failures are not. Throws in_flight
 * while the first request runs, idempotency_mismatch if the key belongs to another request.
 */
export async function runIdempotently(
  ctx: Context,
  claim: IdempotencyClaim,
  requestId: string,
  work: (ctx: InTransaction) => Promise<IdempotentReply>,
): Promise<IdempotentReply> {
  for (;;) {
    const reply = await runAttempt(ctx, claim, work).catch((error: unknown) =>
      storeRejection(ctx, claim, requestId, error),
    );
    if (reply) return reply;
  }
}

/** Returns undefined if another process replied between our read and our lock; its reply can be read then. */
async function runAttempt(
  ctx: Context,
  claim: IdempotencyClaim,
  work: (ctx: InTransaction) => Promise<IdempotentReply>,
): Promise<IdempotentReply | undefined> {
  const notBefore = new Date(ctx.now().getTime() - RETENTION_MS);
  try {
    return await transaction(ctx, async (ctx) => {
      const { held, stored } = await claimIdempotencyKey(ctx.db, claim, notBefore);
      if (stored) return replayStoredReply(stored);
      if (!held) throw new Problem("in_flight");
      const reply = await work(ctx);
      if (!(await storeReply(ctx.db, claim, reply, ctx.now(), notBefore)))
        throw new ReplyAlreadyStored();
      return reply;
    });
  } catch (error) {
    if (error instanceof ReplyAlreadyStored) return undefined;
    throw error;
  }
}

/** Rolls back work that was done a second time. */
class ReplyAlreadyStored extends Error {}

function replayStoredReply(stored: StoredReply): IdempotentReply {
  if (!stored.matchesRequest) throw new KeyMismatch();
  return {
    status: stored.status,
    text: stored.text,
    replayed: true,
  };
}

class KeyMismatch extends Problem {
  constructor() {
    super("idempotency_mismatch");
  }
}

/**
 * Stores a refusal in its own transaction, since the work was rolled back. Returns undefined if another reply came
 * first.
 */
async function storeRejection(
  ctx: Context,
  claim: IdempotencyClaim,
  requestId: string,
  error: unknown,
): Promise<IdempotentReply | undefined> {
  if (
    !(error instanceof Problem) ||
    error instanceof KeyMismatch ||
    error.status >= 500 ||
    NOT_STORED_CODES.has(error.code)
  ) {
    throw error;
  }
  const reply = {
    status: error.status,
    text: JSON.stringify(error.toReply(requestId, callerLanguage(ctx))),
  };
  const now = ctx.now();
  const isStored = await storeReply(
    ctx.db,
    claim,
    reply,
    now,
    new Date(now.getTime() - RETENTION_MS),
  );
  return isStored ? reply : undefined;
}

/** Deletes a batch of replies that are older than 24 hours; returns true if there may be more. */
export const pruneIdempotencyKeys = (ctx: Context): Promise<boolean> =>
  pruneStoredReplies(ctx.db, new Date(ctx.now().getTime() - RETENTION_MS));
