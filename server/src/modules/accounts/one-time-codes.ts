import { createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { CODE_LENGTH, CODE_RESEND_AFTER_S, CODE_VALID_S } from "@commonlane/contract/limits";
import type { Context, InTransaction } from "#platform/context.ts";
import { Problem, waitWords } from "#platform/http/problem.ts";
import { mayMail } from "./mail-allowance.ts";
import {
  codeSentAt,
  countTry,
  deleteCodesBefore,
  deleteVerified,
  markVerified,
  replaceCode,
  type Whose,
} from "./one-time-codes.store.ts";
import { beginTry } from "./tries.ts";

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
  const retryAfterS = Math.max(1, Math.ceil(waitMs / 1000));
  const message = `An e-mail was sent a moment ago. Please wait ${waitWords(retryAfterS)} before you ask for another.`;
  throw new Problem("too_many", { retryAfterS, message });
}

/**
 * A new code, or nothing when no more letters may go to this address today at the wish of this network; the code before
 * is then as good as it was.
 */
export async function askForCode(
  ctx: InTransaction,
  whose: Whose,
  network: string,
  { blind }: { blind: boolean },
): Promise<string | undefined> {
  return (await mayMail(ctx, whose.email, network)) ? newCode(ctx, whose, { blind }) : undefined;
}

/** A code that was right, and is not used up yet. */
export interface RightCode extends Whose {
  readonly codeHash: string;
}

/**
 * Every try counts, right or wrong, before the code is looked at, so that six digits cannot be guessed: not in the
 * caller's transaction, where a failure would take the count back. Throws code_wrong, or too_many.
 */
export async function tryCode(ctx: Context, whose: Whose, code: string, network: string): Promise<RightCode> {
  const takeOff = await beginTry(ctx, "code", `${whose.purpose} ${whose.email}`, network);
  const codeHash = await countTry(ctx, whose, secondsBefore(ctx.now(), CODE_VALID_S));
  const right = codeHash !== undefined && timingSafeEqual(Buffer.from(codeHash), Buffer.from(hashOf(whose, code)));
  if (!right) throw new Problem("code_wrong");
  await takeOff(ctx);
  return { ...whose, codeHash };
}

/** Uses a right code up, for one caller only; others, and who comes after a newer code was sent, meet code_wrong. */
export async function useCode(ctx: Context, { codeHash, ...whose }: RightCode): Promise<void> {
  if (!(await markVerified(ctx, whose, codeHash, ctx.now()))) throw new Problem("code_wrong");
}

/** Tries a code and uses it up. */
export async function verifyCode(ctx: Context, whose: Whose, code: string, network: string): Promise<void> {
  await useCode(ctx, await tryCode(ctx, whose, code, network));
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
