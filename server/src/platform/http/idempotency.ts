import { DAY_MS } from "@commonlane/contract/durations";
import { type Context, type InTransaction, transaction } from "../context.ts";
import { claimKey, type IdempotencyClaim, keepAnswer, type KeptAnswer, pruneAnswers } from "../db/idempotency.ts";
import { Problem } from "./problem.ts";

const KEPT_MS = DAY_MS;
/** Something else than the call itself decided these; a retry should find out anew. */
const PASSING = new Set(["signed_out", "too_many", "in_flight", "profile_incomplete"]);

export interface Told {
  readonly status: number;
  /** JSON, as it goes out. */
  readonly text: string;
  readonly replayed?: boolean;
}

/** The Idempotency-Key of a call, if it has one. Throws invalid_input for one that is not 1–200 printable characters. */
export function readKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === "string" && /^[\u0020-\u007e]{1,200}$/.test(header)) return header;
  throw new Problem("invalid_input", { fields: { "Idempotency-Key": "Please send 1 to 200 printable characters." } });
}

/**
 * Runs `work` and keeps its answer with the same commit, so that the same call under the same key is answered once and
 * told again for 24 hours, whichever process hears it. A refusal is kept as well; what failed unexpectedly is not.
 * Throws in_flight while the first one runs, idempotency_mismatch where the key belongs to another call.
 */
export async function answerOnce(
  ctx: Context,
  claim: IdempotencyClaim,
  requestId: string,
  work: (ctx: InTransaction) => Promise<Told>,
): Promise<Told> {
  for (;;) {
    const told = await attempt(ctx, claim, work).catch((error: unknown) => refusal(ctx, claim, requestId, error));
    if (told) return told;
  }
}

/** Nothing when another process answered between our look and our lock: its answer is to be read then. */
async function attempt(
  ctx: Context,
  claim: IdempotencyClaim,
  work: (ctx: InTransaction) => Promise<Told>,
): Promise<Told | undefined> {
  const since = new Date(ctx.now().getTime() - KEPT_MS);
  try {
    return await transaction(ctx, async (ctx) => {
      const { held, kept } = await claimKey(ctx.db, claim, since);
      if (kept) return replay(kept);
      if (!held) throw new Problem("in_flight");
      const told = await work(ctx);
      if (!(await keepAnswer(ctx.db, claim, told, ctx.now(), since))) throw new Overtaken();
      return told;
    });
  } catch (error) {
    if (error instanceof Overtaken) return undefined;
    throw error;
  }
}

/** Rolls back what was done a second time. */
class Overtaken extends Error {}

function replay(kept: KeptAnswer): Told {
  if (!kept.isOfCall) throw new Mismatch();
  return { status: kept.status, text: kept.text, replayed: true };
}

class Mismatch extends Problem {
  constructor() {
    super("idempotency_mismatch");
  }
}

/** What the work refused was rolled back; that it was refused is kept on its own. Nothing when another answer came first. */
async function refusal(
  ctx: Context,
  claim: IdempotencyClaim,
  requestId: string,
  error: unknown,
): Promise<Told | undefined> {
  if (!(error instanceof Problem) || error instanceof Mismatch || error.status >= 500 || PASSING.has(error.code)) {
    throw error;
  }
  const told = { status: error.status, text: JSON.stringify(error.toReply(requestId)) };
  const now = ctx.now();
  const kept = await keepAnswer(ctx.db, claim, told, now, new Date(now.getTime() - KEPT_MS));
  return kept ? told : undefined;
}

/** Deletes a batch of answers that are older than 24 hours; true when there may be more. */
export const pruneIdempotencyKeys = (ctx: Context): Promise<boolean> =>
  pruneAnswers(ctx.db, new Date(ctx.now().getTime() - KEPT_MS));
