export { accountRoutes } from "./accounts.routes.ts";
export { authenticate } from "./authenticate.ts";
export { createVerifiedAccount, issueIdToken } from "./made-accounts.ts";
export { ensureSigningKeys } from "./signing-keys.ts";
export { accountSweeps } from "./sweeps.ts";
