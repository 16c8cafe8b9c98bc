import { createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { CODE_LENGTH, CODE_VALID_S } from "@commonlane/contract/limits";
import type { Context, InTransaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { createVerificationSecret, VERIFIED_CODE_VALID_S } from "./code-cookies.ts";
import { findOwnDevice } from "../sign-in/known-devices.ts";
import { consumeEmailQuota } from "./email-quota.ts";
import {
  countCodeAttempt,
  deleteCodes,
  deleteCodesBefore,
  consumeVerifiedCode,
  hasRequestedCode,
  markCodeVerified,
  findNewestCode,
  type FlowCodeKey,
  replaceCode,
  type CodeKey,
} from "./one-time-codes.store.ts";
import { countAttempt } from "../sign-in/login-throttle.ts";
import type { ClientInfo } from "../sign-in/client-info.ts";

/**
 * A new code in place of the one that the same browser asked for before, remembered only as a hash. With `blind`, one that
 * nobody can know: it is kept, counted and refused like any other.
 */
export async function createCode(
  ctx: InTransaction,
  key: FlowCodeKey,
  { blind: unguessable = false } = {},
): Promise<string> {
  const code = randomInt(10 ** CODE_LENGTH)
    .toString()
    .padStart(CODE_LENGTH, "0");
  const codeHash = hashCode(key, unguessable ? randomBytes(32).toString("hex") : code);
  await replaceCode(ctx, key, { codeHash, sentAt: ctx.now() });
  return code;
}

/** As `consumeEmailQuota`, for whoever this browser belongs to. */
export async function consumeQuotaForClient(
  ctx: InTransaction,
  purposeAndEmail: { readonly email: string; readonly purpose: string },
  client: ClientInfo,
): Promise<boolean> {
  const ownDevice = await findOwnDevice(ctx, purposeAndEmail.email, client);
  return consumeEmailQuota(ctx, purposeAndEmail, { networks: client.networks, ownDevice });
}

/**
 * A new code, or nothing when no more letters may go to this address today; the code before is then as good as it was.
 * Throws too_many within the 60 s after the letter before.
 */
export async function createCodeWithinQuota(
  ctx: InTransaction,
  key: FlowCodeKey,
  client: ClientInfo,
  { unguessable }: { unguessable: boolean },
): Promise<string | undefined> {
  return (await consumeQuotaForClient(ctx, key, client)) ? createCode(ctx, key, { blind: unguessable }) : undefined;
}

/** A code that was right, and is not used up yet. */
export interface CheckedCode extends FlowCodeKey {
  readonly codeHash: string;
}

/** Who brings a code: the browser that asked for one, as far as it is known, and where it is. */
export interface CodeSource extends Pick<ClientInfo, "networks"> {
  readonly flow: string | undefined;
}

/**
 * Every try counts, right or wrong, before the code is looked at, so that six digits cannot be guessed: not in the
 * caller's transaction, where a failure would take the count back. The browser that asked for a code has the five tries of
 * that code for itself. Everybody else shares a few for the one sent last, and cannot use up those five. Throws
 * code_wrong, or too_many.
 */
export async function checkCode(ctx: Context, key: CodeKey, code: string, source: CodeSource): Promise<CheckedCode> {
  const sentAfter = secondsBefore(ctx.now(), CODE_VALID_S);
  const ownKey = source.flow === undefined ? undefined : { ...key, flow: source.flow };
  if (ownKey && (await hasRequestedCode(ctx, ownKey, sentAfter))) {
    const codeHash = await countCodeAttempt(ctx, ownKey, sentAfter);
    if (codeHash === undefined || !isCodeCorrect(key, code, codeHash)) throw new Problem("code_wrong");
    return { ...ownKey, codeHash };
  }
  const refundAttempt = await countAttempt(ctx, "code", `${key.purpose} ${key.email}`, source);
  const newest = await findNewestCode(ctx, key, sentAfter);
  if (!newest || !isCodeCorrect(key, code, newest.codeHash)) throw new Problem("code_wrong");
  await refundAttempt(ctx);
  return { ...key, ...newest };
}

/** Uses a right code up, for one caller only; others, and who comes after a newer code was sent, meet code_wrong. */
export async function redeemCode(ctx: Context, code: CheckedCode, proofHash: string | null = null): Promise<void> {
  if (!(await markCodeVerified(ctx, code, proofHash))) throw new Problem("code_wrong");
}

/** Tries a code and uses it up; gives the secret of the browser that did, which alone can spend it. */
export async function verifyCode(ctx: Context, key: CodeKey, code: string, source: CodeSource): Promise<string> {
  const { secret, hash } = createVerificationSecret();
  await redeemCode(ctx, await checkCode(ctx, key, code, source), hash);
  return secret;
}

/** Uses up a code that this browser verified in the last 30 minutes; true for one caller only. */
export async function consumeVerification(
  ctx: InTransaction,
  key: CodeKey,
  proofHash: string | undefined,
): Promise<boolean> {
  if (proofHash === undefined) return false;
  return consumeVerifiedCode(ctx, key, { proofHash, since: secondsBefore(ctx.now(), VERIFIED_CODE_VALID_S) });
}

/** Voids every code of this kind that was sent to this address, whichever browser asked for it. */
export const invalidateCodes = (ctx: InTransaction, key: CodeKey): Promise<void> => deleteCodes(ctx, key);

/** Forgets the codes that nobody can use any more. */
export function sweepCodes(ctx: Context): Promise<boolean> {
  return deleteCodesBefore(ctx, secondsBefore(ctx.now(), CODE_VALID_S + VERIFIED_CODE_VALID_S));
}

const isCodeCorrect = (key: CodeKey, code: string, codeHash: string) =>
  timingSafeEqual(Buffer.from(codeHash), Buffer.from(hashCode(key, code)));

const hashCode = ({ email, purpose }: CodeKey, code: string) =>
  createHmac("sha256", `${purpose} ${email}`).update(code).digest("hex");

const secondsBefore = (instant: Date, s: number) => new Date(instant.getTime() - s * 1000);
