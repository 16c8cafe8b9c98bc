export { accountRoutes } from "./accounts.routes.ts";
export { authenticate } from "./authenticate.ts";
export { createVerifiedAccount, issueIdToken, type MadeAccount } from "./made-accounts.ts";
export { openSession, type OpenedSession, SESSION_VALID_S } from "./sessions.ts";
export { ensureSigningKeys } from "./signing-keys.ts";
export { accountSweeps } from "./sweeps.ts";
