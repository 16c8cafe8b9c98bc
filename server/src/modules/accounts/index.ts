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
export { siteUrl } from "./tokens/issuer.ts";
export { ensureSigningKeys } from "./tokens/signing-keys.ts";
export { reinstateExpiredSuspensions } from "./account-changes.store.ts";
export {
  reinstateAccount,
  suspendAccount,
  emailSuspensionNotices,
} from "./suspension/suspension.ts";
export { accountSweeps } from "./sweeps.ts";
