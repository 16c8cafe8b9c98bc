import { createHmac, randomBytes, randomInt } from "node:crypto";
import { DAY_MS } from "@commonlane/contract/durations";
import {
  CODE_LENGTH,
  CODE_RESEND_AFTER_S,
  PHONE_CODE_VALID_S,
  TEXTS_PER_DAY_MAX,
  TEXTS_PER_HOUR_MAX,
} from "@commonlane/contract/limits";
import { message } from "@commonlane/contract/message";
import {
  findMobileCountry,
  type PhoneVerificationState,
} from "@commonlane/contract/phone-verification";
import type { Profile } from "@commonlane/contract/profiles";
import { assertMayContact } from "#modules/privacy/index.ts";
import { findOwnPhone, getOwnProfile, setPhoneVerified } from "#modules/profiles/index.ts";
import { type Context, type OutsideContext, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { callerLanguage } from "#platform/i18n/caller-language.ts";
import { translate } from "#platform/i18n/translate.ts";
import type { SmsGateway } from "#platform/text-messages/sms-gateway.ts";
import {
  consumeCode,
  countCodeAttempt,
  countText,
  deleteCodesBefore,
  deleteTextsBefore,
  findTextTimes,
  getOrInsertSecret,
  hasCode,
  replaceCode,
} from "./phone-verification.store.ts";
import { areEqualSecrets, createSecret } from "#platform/hashes.ts";

/** Whether the caller's number can be verified, and whether a code is on its way. */
export async function getState(
  ctx: Context,
  gateway: SmsGateway,
  uid: string,
): Promise<PhoneVerificationState> {
  const own = await findOwnPhone(ctx, uid);
  const off = {
    isOn: gateway.isOn,
    countries: [],
    canReceive: false,
    hasCode: false,
  };
  if (!gateway.isOn || !own?.phone) return off;
  const { hashPhone } = await createHashes(ctx);
  return {
    isOn: true,
    countries: ctx.settings.SMS_COUNTRIES,
    canReceive: canReceive(ctx, own.phone),
    hasCode: await hasCode(ctx, {
      uid,
      phoneHash: hashPhone(own.phone),
      sentAfter: codesSentAfter(ctx),
    }),
  };
}

/**
 * Sends a code to the number in the caller's profile. The reply is the same if the number has had its messages of the
 * day, so that it does not say whether others verify it. Throws verification_off, phone_missing, phone_verified,
 * email_unverified, phone_refused, strangers_enough, too_many, texts_enough or text_not_sent.
 */
export async function sendPhoneCode(
  ctx: OutsideContext,
  gateway: SmsGateway,
  uid: string,
): Promise<void> {
  const phone = await findPhoneToVerify(ctx, gateway, uid);
  const { hashPhone, hashAccount, hashCode } = await createHashes(ctx);
  const phoneHash = hashPhone(phone);
  const accountHash = hashAccount(uid);
  const code = randomInt(10 ** CODE_LENGTH)
    .toString()
    .padStart(CODE_LENGTH, "0");
  const { isSent, codeHash } = await transaction(ctx, async (ctx) => {
    // The owner of the number may be a stranger to this member.
    await assertMayContact(ctx, uid, { phone: phoneHash });
    const counted = await countText(ctx, {
      accountHash,
      phoneHash,
      perDay: ctx.settings.SMS_PER_DAY,
    });
    if (!counted) throw refusal(ctx, await findTextTimes(ctx, accountHash));
    // The code of a message that is not sent matches nothing.
    const codeHash = hashCode(uid, phone, counted.isSent ? code : randomBytes(32).toString("hex"));
    await replaceCode(ctx, uid, {
      phoneHash,
      codeHash,
    });
    return { ...counted, codeHash };
  });
  if (!isSent) return gateway.pretendToSend();
  const text = translate(callerLanguage(ctx), CODE_TEXT, {
    code,
    community: ctx.community.name,
  });
  if (
    await gateway.send(ctx, {
      to: phone,
      text,
    })
  )
    return;
  await consumeCode(ctx, uid, codeHash);
  throw new Problem("text_not_sent");
}

const CODE_TEXT = message(
  "{code} is your {community} code. It is valid for 10 minutes. Never share it with anyone.",
  {
    comment: "A text message (SMS); at most 160 characters without accents cost one message.",
  },
);

/** Throws a problem unless a code can be sent to the caller's number now. */
async function findPhoneToVerify(ctx: Context, gateway: SmsGateway, uid: string): Promise<string> {
  assertOn(gateway);
  const own = await findOwnPhone(ctx, uid);
  if (!own) throw new Problem("signed_out");
  if (!own.email_verified) throw new Problem("email_unverified");
  if (own.phone === null) throw new Problem("phone_missing");
  if (own.phone_verified) throw new Problem("phone_verified");
  if (!canReceive(ctx, own.phone)) throw new Problem("phone_refused");
  return own.phone;
}

function assertOn(gateway: SmsGateway): void {
  if (!gateway.isOn) throw new Problem("verification_off");
}

/** The limit that the account has reached, or the one of the community. */
function refusal(ctx: Context, ownTimes: readonly Date[]): Problem {
  const waitsS = [
    CODE_RESEND_AFTER_S - secondsSince(ctx, ownTimes[0]),
    3600 - secondsSince(ctx, ownTimes[TEXTS_PER_HOUR_MAX - 1]),
    DAY_MS / 1000 - secondsSince(ctx, ownTimes[TEXTS_PER_DAY_MAX - 1]),
  ];
  const waitS = Math.max(...waitsS);
  return waitS > 0 ? new Problem("too_many", { retryAfterS: waitS }) : new Problem("texts_enough");
}

/**
 * Verifies the caller's number with the code that was sent to it, exactly once. Counts the attempt first, outside of the
 * transaction, because a rollback would undo the count. Throws verification_off or code_wrong, also if the number
 * was changed since the code was sent.
 */
export async function verifyPhone(
  ctx: Context,
  gateway: SmsGateway,
  uid: string,
  otp: string,
): Promise<Profile> {
  assertOn(gateway);
  const phone = (await findOwnPhone(ctx, uid))?.phone;
  if (!phone) throw new Problem("code_wrong");
  const { hashPhone, hashCode } = await createHashes(ctx);
  const key = {
    uid,
    phoneHash: hashPhone(phone),
    sentAfter: codesSentAfter(ctx),
  };
  const codeHash = await countCodeAttempt(ctx, key);
  if (codeHash === undefined || !areEqualSecrets(codeHash, hashCode(uid, phone, otp)))
    throw new Problem("code_wrong");
  return transaction(ctx, async (ctx) => {
    const isVerified =
      (await consumeCode(ctx, uid, codeHash)) && (await setPhoneVerified(ctx, uid, phone));
    if (!isVerified) throw new Problem("code_wrong");
    return getOwnProfile(ctx, uid);
  });
}

/** Run every hour: deletes expired codes, and messages that no limit counts any more. */
export const sweepPhoneCodes = (ctx: Context): Promise<boolean> =>
  deleteCodesBefore(ctx, codesSentAfter(ctx));
export const sweepTextMessages = (ctx: Context): Promise<boolean> =>
  deleteTextsBefore(ctx, new Date(ctx.now().getTime() - DAY_MS));

/** Only mobile numbers of the operator's countries: others can cost more, and premium numbers pay their owners. */
function canReceive({ settings }: Context, phone: string): boolean {
  const country = findMobileCountry(phone);
  return country !== undefined && settings.SMS_COUNTRIES.includes(country);
}

/** Keyed, because numbers are few enough to try them all. */
async function createHashes(ctx: Context) {
  const secret = await getOrInsertSecret(ctx, createSecret());
  const hash = (text: string) => createHmac("sha256", secret).update(text).digest("base64url");
  return {
    hashPhone: (phone: string) => hash(`phone ${phone}`),
    hashAccount: (uid: string) => hash(`account ${uid}`),
    hashCode: (uid: string, phone: string, code: string) => hash(`code ${uid} ${phone} ${code}`),
  };
}

const codesSentAfter = ({ now }: Context): Date =>
  new Date(now().getTime() - PHONE_CODE_VALID_S * 1000);

/** Whole seconds since then, rounded down; infinite without a time. */
const secondsSince = ({ now }: Context, time: Date | undefined): number =>
  time ? Math.floor((now().getTime() - time.getTime()) / 1000) : Infinity;
