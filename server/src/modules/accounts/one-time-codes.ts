import { createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { CODE_LENGTH, CODE_VALID_S } from "@commonlane/contract/limits";
import type { Context, InTransaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { newProof, PROOF_VALID_S } from "./code-cookies.ts";
import { ownDeviceAt } from "./known-devices.ts";
import { mayMail } from "./mail-allowance.ts";
import {
  countTry,
  deleteCodes,
  deleteCodesBefore,
  deleteVerified,
  hasAsked,
  markVerified,
  newestCode,
  type OfFlow,
  replaceCode,
  type Whose,
} from "./one-time-codes.store.ts";
import { beginTry } from "./tries.ts";
import type { Visitor } from "./visitor.ts";

/**
 * A new code in place of the one that the same browser asked for before, remembered only as a hash. With `blind`, one that
 * nobody can know: it is kept, counted and refused like any other.
 */
export async function newCode(ctx: InTransaction, whose: OfFlow, { blind = false } = {}): Promise<string> {
  const code = randomInt(10 ** CODE_LENGTH)
    .toString()
    .padStart(CODE_LENGTH, "0");
  const codeHash = hashOf(whose, blind ? randomBytes(32).toString("hex") : code);
  await replaceCode(ctx, whose, { codeHash, sentAt: ctx.now() });
  return code;
}

/** As `mayMail`, for whoever this browser belongs to. */
export async function mayAskForLetter(
  ctx: InTransaction,
  about: { readonly email: string; readonly purpose: string },
  visitor: Visitor,
): Promise<boolean> {
  const ownDevice = await ownDeviceAt(ctx, about.email, visitor);
  return mayMail(ctx, about, { networks: visitor.networks, ownDevice });
}

/**
 * A new code, or nothing when no more letters may go to this address today; the code before is then as good as it was.
 * Throws too_many within the 60 s after the letter before.
 */
export async function askForCode(
  ctx: InTransaction,
  whose: OfFlow,
  visitor: Visitor,
  { blind }: { blind: boolean },
): Promise<string | undefined> {
  return (await mayAskForLetter(ctx, whose, visitor)) ? newCode(ctx, whose, { blind }) : undefined;
}

/** A code that was right, and is not used up yet. */
export interface RightCode extends OfFlow {
  readonly codeHash: string;
}

/** Who brings a code: the browser that asked for one, as far as it is known, and where it is. */
export interface Bringer extends Pick<Visitor, "networks"> {
  readonly flow: string | undefined;
}

/**
 * Every try counts, right or wrong, before the code is looked at, so that six digits cannot be guessed: not in the
 * caller's transaction, where a failure would take the count back. The browser that asked for a code has the five tries of
 * that code for itself. Everybody else shares a few for the one sent last, and cannot use up those five. Throws
 * code_wrong, or too_many.
 */
export async function tryCode(ctx: Context, whose: Whose, code: string, bringer: Bringer): Promise<RightCode> {
  const sentAfter = secondsBefore(ctx.now(), CODE_VALID_S);
  const own = bringer.flow === undefined ? undefined : { ...whose, flow: bringer.flow };
  if (own && (await hasAsked(ctx, own, sentAfter))) {
    const codeHash = await countTry(ctx, own, sentAfter);
    if (codeHash === undefined || !isRight(whose, code, codeHash)) throw new Problem("code_wrong");
    return { ...own, codeHash };
  }
  const takeOff = await beginTry(ctx, "code", `${whose.purpose} ${whose.email}`, bringer);
  const newest = await newestCode(ctx, whose, sentAfter);
  if (!newest || !isRight(whose, code, newest.codeHash)) throw new Problem("code_wrong");
  await takeOff(ctx);
  return { ...whose, ...newest };
}

/** Uses a right code up, for one caller only; others, and who comes after a newer code was sent, meet code_wrong. */
export async function useCode(ctx: Context, code: RightCode, proofHash: string | null = null): Promise<void> {
  if (!(await markVerified(ctx, code, proofHash))) throw new Problem("code_wrong");
}

/** Tries a code and uses it up; gives the secret of the browser that did, which alone can spend it. */
export async function verifyCode(ctx: Context, whose: Whose, code: string, bringer: Bringer): Promise<string> {
  const { secret, hash } = newProof();
  await useCode(ctx, await tryCode(ctx, whose, code, bringer), hash);
  return secret;
}

/** Uses up a code that this browser verified in the last 30 minutes; true for one caller only. */
export async function spendCode(ctx: InTransaction, whose: Whose, proofHash: string | undefined): Promise<boolean> {
  if (proofHash === undefined) return false;
  return deleteVerified(ctx, whose, { proofHash, since: secondsBefore(ctx.now(), PROOF_VALID_S) });
}

/** Voids every code of this kind that was sent to this address, whichever browser asked for it. */
export const voidCodes = (ctx: InTransaction, whose: Whose): Promise<void> => deleteCodes(ctx, whose);

/** Forgets the codes that nobody can use any more. */
export function sweepCodes(ctx: Context): Promise<boolean> {
  return deleteCodesBefore(ctx, secondsBefore(ctx.now(), CODE_VALID_S + PROOF_VALID_S));
}

const isRight = (whose: Whose, code: string, codeHash: string) =>
  timingSafeEqual(Buffer.from(codeHash), Buffer.from(hashOf(whose, code)));

const hashOf = ({ email, purpose }: Whose, code: string) =>
  createHmac("sha256", `${purpose} ${email}`).update(code).digest("hex");

const secondsBefore = (instant: Date, s: number) => new Date(instant.getTime() - s * 1000);
