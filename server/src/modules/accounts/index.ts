export { accountRoutes } from "./accounts.routes.ts";
export { authenticate } from "./authenticate.ts";
export { createVerifiedAccount, issueIdToken } from "./made-accounts.ts";
export { handOut } from "./refresh-cookie.ts";
export { openSession } from "./sessions.ts";
export { ensureSigningKeys } from "./signing-keys.ts";
export { suspendAccount } from "./suspension.ts";
export { accountSweeps } from "./sweeps.ts";
