import { createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { CODE_LENGTH, CODE_RESEND_AFTER_S, CODE_VALID_S } from "@commonlane/contract/limits";
import type { Context, InTransaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import {
  codeSentAt,
  countTry,
  deleteCodesBefore,
  deleteVerified,
  markVerified,
  replaceCode,
  type Whose,
} from "./one-time-codes.store.ts";

/** How long a verified code may wait to be spent. */
const PROOF_VALID_S = 30 * 60;

/**
 * A new code in place of the one before, remembered only as a hash. With `blind`, one that nobody can know: it is
 * kept, counted and refused like any other. Throws too_many within the 60 s after the code before.
 */
export async function newCode(ctx: InTransaction, whose: Whose, { blind = false } = {}): Promise<string> {
  const now = ctx.now();
  const code = randomInt(10 ** CODE_LENGTH)
    .toString()
    .padStart(CODE_LENGTH, "0");
  const codeHash = hashOf(whose, blind ? randomBytes(32).toString("hex") : code);
  const notSince = secondsBefore(now, CODE_RESEND_AFTER_S);
  if (await replaceCode(ctx, whose, { codeHash, sentAt: now, notSince })) return code;
  const sentAt = await codeSentAt(ctx, whose);
  const waitMs = sentAt ? sentAt.getTime() - notSince.getTime() : 0;
  throw new Problem("too_many", { retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) });
}

/** Every try counts, right or wrong, before the code is looked at, so that six digits cannot be guessed. */
export async function verifyCode(ctx: Context, whose: Whose, code: string): Promise<void> {
  const now = ctx.now();
  const expected = await countTry(ctx, whose, secondsBefore(now, CODE_VALID_S));
  const right = expected !== undefined && timingSafeEqual(Buffer.from(expected), Buffer.from(hashOf(whose, code)));
  if (!right || !(await markVerified(ctx, whose, expected, now))) throw new Problem("code_wrong");
}

/** Uses up a code that was verified in the last 30 minutes; true for one caller only. */
export function spendCode(ctx: InTransaction, whose: Whose): Promise<boolean> {
  return deleteVerified(ctx, whose, secondsBefore(ctx.now(), PROOF_VALID_S));
}

/** Forgets the codes that nobody can use any more. */
export function sweepCodes(ctx: Context): Promise<boolean> {
  return deleteCodesBefore(ctx, secondsBefore(ctx.now(), CODE_VALID_S + PROOF_VALID_S));
}

const hashOf = ({ email, purpose }: Whose, code: string) =>
  createHmac("sha256", `${purpose} ${email}`).update(code).digest("hex");

const secondsBefore = (instant: Date, s: number) => new Date(instant.getTime() - s * 1000);
