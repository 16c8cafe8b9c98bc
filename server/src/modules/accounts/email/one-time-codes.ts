import { createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { DAY_MS } from "@commonlane/contract/durations";
import { CODE_LENGTH, CODE_RESEND_AFTER_S, CODE_VALID_MAX_S } from "@commonlane/contract/limits";
import { message } from "@commonlane/contract/message";
import type { Context, InTransaction } from "#platform/context.ts";
import { formatWait, Problem } from "#platform/http/problem.ts";
import { type LocalText, translate } from "#platform/i18n/translate.ts";
import { createVerificationSecret, VERIFIED_CODE_VALID_S } from "./code-cookies.ts";
import { findOwnDevice } from "../sign-in/known-devices.ts";
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
import { type AttemptLimit, countAttempts } from "../sign-in/login-throttle.store.ts";

/** A code and the id of the e-mail that must carry it: the code is valid from when a mail server accepts that e-mail. */
export interface MailedCode {
  readonly code: string;
  readonly emailId: string;
}

/**
 * Creates a code that replaces the previous one of the same browser; only its hash is stored. A `blind` code matches
 * nothing, but is stored, counted and refused like any other.
 */
export async function createCode(
  ctx: InTransaction,
  key: FlowCodeKey,
  { blind = false } = {},
): Promise<MailedCode> {
  const code = randomInt(10 ** CODE_LENGTH)
    .toString()
    .padStart(CODE_LENGTH, "0");
  const codeHash = hashCode(key, blind ? randomBytes(32).toString("hex") : code);
  const emailId = crypto.randomUUID();
  await replaceCode(ctx, key, {
    codeHash,
    emailId,
    sentAt: ctx.now(),
  });
  return { code, emailId };
}

/** Like `consumeEmailQuota`, with the quota of this client's device. */
export async function consumeQuotaForClient(
  ctx: InTransaction,
  purposeAndEmail: {
    readonly email: string;
    readonly purpose: string;
  },
  client: ClientInfo,
): Promise<boolean> {
  const ownDevice = await findOwnDevice(ctx, purposeAndEmail.email, client);
  return consumeEmailQuota(ctx, purposeAndEmail, {
    networks: client.networks,
    ownDevice,
  });
}

/**
 * Creates a code, or returns undefined if the quota of the address is used up; the previous code then stays valid.
 * Throws too_many within 60 s of the previous e-mail.
 */
export async function createCodeWithinQuota(
  ctx: InTransaction,
  key: FlowCodeKey,
  client: ClientInfo,
  { blind }: { blind: boolean },
): Promise<MailedCode | undefined> {
  return (await consumeQuotaForClient(ctx, key, client))
    ? createCode(ctx, key, { blind })
    : undefined;
}

/** A correct code that has not been redeemed. */
export interface CheckedCode extends FlowCodeKey {
  readonly codeHash: string;
}

/** Browser (if it requested a code) and networks from which a code is entered. */
export interface CodeSource extends Pick<ClientInfo, "networks"> {
  readonly flow: string | undefined;
}

/**
 * Counts the attempt before it compares the code, so that six digits cannot be guessed, and outside the caller's
 * transaction, because a rollback would undo the count. The browser that requested a code has five attempts of its own.
 * Other browsers share a few attempts at the latest code and cannot use up those five. Throws code_wrong or too_many.
 */
export async function checkCode(
  ctx: Context,
  key: CodeKey,
  code: string,
  source: CodeSource,
): Promise<CheckedCode> {
  const ownKey =
    source.flow === undefined
      ? undefined
      : {
          ...key,
          flow: source.flow,
        };
  if (ownKey && (await hasRequestedCode(ctx, ownKey))) {
    const codeHash = await countCodeAttempt(ctx, ownKey);
    if (codeHash === undefined || !isCodeCorrect(key, code, codeHash))
      throw new Problem("code_wrong");
    return { ...ownKey, codeHash };
  }
  const refundAttempt = await countAttempt(ctx, "code", `${key.purpose} ${key.email}`, source);
  const newest = await findNewestCode(ctx, key);
  if (!newest || !isCodeCorrect(key, code, newest.codeHash)) throw new Problem("code_wrong");
  await refundAttempt(ctx);
  return { ...key, ...newest };
}

/** Redeems a checked code for exactly one caller. Throws code_wrong for the others, and if a newer code was sent. */
export async function redeemCode(
  ctx: Context,
  code: CheckedCode,
  proofHash: string | null = null,
): Promise<void> {
  if (!(await markCodeVerified(ctx, code, proofHash))) throw new Problem("code_wrong");
}

/** Checks and redeems a code; returns the secret with which this browser, and no other, can use the verification. */
export async function verifyCode(
  ctx: Context,
  key: CodeKey,
  code: string,
  source: CodeSource,
): Promise<string> {
  const { secret, hash } = createVerificationSecret();
  await redeemCode(ctx, await checkCode(ctx, key, code, source), hash);
  return secret;
}

/** Uses a verification that this browser made in the last 30 minutes; exactly one caller gets true. */
export async function consumeVerification(
  ctx: InTransaction,
  key: CodeKey,
  proofHash: string | undefined,
): Promise<boolean> {
  if (proofHash === undefined) return false;
  return consumeVerifiedCode(ctx, key, {
    proofHash,
    since: secondsBefore(ctx.now(), VERIFIED_CODE_VALID_S),
  });
}

/** Voids every code of this purpose for this address, from any browser. */
export function invalidateCodes(ctx: InTransaction, key: CodeKey): Promise<void> {
  return deleteCodes(ctx, key);
}

/** Deletes expired codes. */
export function sweepCodes(ctx: Context): Promise<boolean> {
  return deleteCodesBefore(ctx, secondsBefore(ctx.now(), CODE_VALID_MAX_S + VERIFIED_CODE_VALID_S));
}

const isCodeCorrect = (key: CodeKey, code: string, codeHash: string) =>
  timingSafeEqual(Buffer.from(codeHash), Buffer.from(hashCode(key, code)));

const hashCode = ({ email, purpose }: CodeKey, code: string) =>
  createHmac("sha256", `${purpose} ${email}`).update(code).digest("hex");

function secondsBefore(instant: Date, s: number) {
  return new Date(instant.getTime() - s * 1000);
}

/** E-mails a day to one address requested from one network: an IPv4 address or /64, a /56, a /48. */
const PER_NETWORK = [10, 14, 18];
/** E-mails a day to one address requested from unknown devices, over all networks. */
const UNKNOWN_DEVICES_PER_DAY = 20;
/**
 * E-mails a day requested from a device that has signed in to this account; counted separately, so that strangers
 * cannot use it up.
 */
const OWN_DEVICE_PER_DAY = 10;

/**
 * Consumes one e-mail of the quota of an address. Returns false if the quota is used up; the response to the client
 * must not differ then. Throws too_many within 60 s of the previous e-mail.
 */
async function consumeEmailQuota(
  ctx: InTransaction,
  {
    email,
    purpose,
  }: {
    readonly email: string;
    readonly purpose: string;
  },
  {
    networks,
    ownDevice,
  }: Pick<ClientInfo, "networks"> & { readonly ownDevice: string | undefined },
): Promise<boolean> {
  const cooldown = {
    firstWaitS: CODE_RESEND_AFTER_S,
    maxWaitS: CODE_RESEND_AFTER_S,
  };
  const name = `email ${purpose} ${email}`;
  const afterCooldown = await countAttempts(ctx, [
    {
      name,
      freeAttempts: 1,
      ...cooldown,
      resetAfterS: CODE_RESEND_AFTER_S,
    },
  ]);
  if (!afterCooldown.counted)
    throw cooldownProblem(afterCooldown.refusedUntil.getTime() - ctx.now().getTime());
  const dailyLimit = (source: string, limit: number) =>
    toDailyLimit(`emails ${email} ${source}`, limit * ctx.settings.RATE_LIMIT_FACTOR);
  const limits = ownDevice
    ? [dailyLimit("own", OWN_DEVICE_PER_DAY)]
    : [
        ...networks.map((network, index) =>
          dailyLimit(network, PER_NETWORK[index] ?? UNKNOWN_DEVICES_PER_DAY),
        ),
        dailyLimit("strangers", UNKNOWN_DEVICES_PER_DAY),
      ];
  return (await countAttempts(ctx, limits)).counted !== undefined;
}

function toDailyLimit(name: string, free: number): AttemptLimit {
  const s = DAY_MS / 1000;
  return {
    name,
    freeAttempts: Math.max(1, Math.round(free)),
    firstWaitS: s,
    maxWaitS: s,
    resetAfterS: s,
  };
}

const COOLDOWN = message(
  "We just sent you an e-mail. Please wait {wait} before you request another.",
  {
    comment: "wait: a duration such as “30 seconds” or “5 minutes”.",
  },
);

function cooldownProblem(waitMs: number): Problem {
  const retryAfterS = Math.max(1, Math.ceil(waitMs / 1000));
  const text: LocalText = (language) =>
    translate(language, COOLDOWN, { wait: formatWait(language, retryAfterS) });
  return new Problem("too_many", {
    retryAfterS,
    message: text,
  });
}
