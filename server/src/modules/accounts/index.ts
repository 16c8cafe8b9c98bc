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
export { markConfirmedBySignIn } from "./sessions/session-proofs.store.ts";
export { createAuthenticator } from "./sessions/authenticate.ts";
export { endAllSessions, endSessions, endSessionsById } from "./sessions/end-sessions.ts";
export { scheduleDeletion, scheduleDormantDeletions } from "./deletion/schedule-deletion.ts";
export { createVerifiedAccountWithSession } from "./registration/sign-up.ts";
export { assertStrongPassword } from "./passwords/password-rules.ts";
export { createVerifiedAccount, issueIdToken } from "./registration/seed-accounts.ts";
export {
  assertPasswordOrConfirmation,
  assertRecentlyConfirmed,
  checkPasswordAndFactor,
} from "./second-factor/confirmation.ts";
export { checkSecondFactorCode } from "./second-factor/check-code.ts";
export {
  assertTeamSecondFactor,
  hasAuthenticatorApp,
  isSecondFactorMissing,
} from "./second-factor/needed-factor.ts";
export { resetSecondFactors } from "./second-factor/second-factor.ts";
export { hashPassword, NO_PASSWORD } from "./passwords/password-hash.ts";
export { readRefreshCookie, setSessionCookies } from "./sessions/refresh-cookie.ts";
export { openSession, refreshIdToken } from "./sessions/sessions.ts";
export { redeemCode } from "./email/one-time-codes.ts";
export { recordCodesDelivered } from "./email/one-time-codes.store.ts";
export { checkProviderEmailCode, sendProviderEmailCode } from "./email/provider-email.ts";
export { siteUrl } from "./tokens/issuer.ts";
export { ensureSigningKeys } from "./tokens/signing-keys.ts";
export { reinstateExpiredSuspensions } from "./account-changes.store.ts";
export {
  reinstateAccount,
  suspendAccount,
  emailSuspensionNotices,
} from "./suspension/suspension.ts";
export { accountSweeps } from "./sweeps.ts";
export { describeDevice, type ClientInfo, getClientInfo } from "./sign-in/client-info.ts";
export { signInOwner } from "./sign-in/sign-in-owner.ts";
export { findSharedSignIns } from "./sign-in/shared-sign-ins.store.ts";
