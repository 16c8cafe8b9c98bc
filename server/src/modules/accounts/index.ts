import { DAY_MS } from "@commonlane/contract/durations";
import type { Context } from "#platform/context.ts";
import { sweepAccountEvents } from "./account-events.ts";
import { deleteUnverifiedAccountsBefore } from "./accounts.store.ts";
import { sweepEmailLinks } from "./email/email-links.ts";
import { sweepCodes } from "./email/one-time-codes.ts";
import { sweepChallenges } from "./passkeys/challenges.ts";
import { sweepSessions } from "./sessions/sessions.ts";
import { sweepKnownDevices, sweepSharedDevices } from "./sign-in/known-devices.ts";
import { sweepAttempts } from "./sign-in/login-throttle.ts";
import { rotateSigningKeys } from "./tokens/signing-keys.ts";

export { accountAccessKinds } from "./access/access-kinds.ts";
export { recordAccountEvents } from "./account-events.ts";
export { accountRoutes } from "./accounts.routes.ts";
export {
  findAccountLanguages,
  findEmailAddresses,
  findVerifiedUid,
  hasPassword,
  recipientAt,
} from "./accounts.store.ts";
export { scheduleDeletion, scheduleDormantDeletions } from "./deletion/schedule-deletion.ts";
export { createVerifiedAccountWithSession } from "./registration/sign-up.ts";
export { assertStrongPassword } from "./passwords/password-rules.ts";
export { createVerifiedAccount, issueIdToken } from "./registration/seed-accounts.ts";
export { hashPassword, NO_PASSWORD } from "./passwords/password-hash.ts";
export { siteUrl } from "./tokens/id-tokens.ts";
export { ensureSigningKeys } from "./tokens/signing-keys.ts";
export { reinstateExpiredSuspensions } from "./account-changes.store.ts";
export {
  reinstateAccount,
  suspendAccount,
  emailSuspensionNotices,
} from "./suspension/suspension.ts";

/** Lifetime of an unverified account. */
const UNVERIFIED_VALID_MS = 7 * DAY_MS;

const sweepUnverifiedAccounts = (ctx: Context) =>
  deleteUnverifiedAccountsBefore(ctx, new Date(ctx.now().getTime() - UNVERIFIED_VALID_MS));

/** Run about every hour by any process, a batch at a time; true means there is more to do. */
export const accountSweeps: readonly ((ctx: Context) => Promise<boolean | void>)[] = [
  sweepCodes,
  sweepChallenges,
  sweepAttempts,
  sweepSessions,
  sweepUnverifiedAccounts,
  sweepEmailLinks,
  sweepKnownDevices,
  sweepSharedDevices,
  sweepAccountEvents,
  rotateSigningKeys,
];
