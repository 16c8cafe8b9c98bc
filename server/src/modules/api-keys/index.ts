import type { Sweep } from "#platform/jobs/sweeps.ts";
import { deleteExpiredKeys } from "./api-keys.store.ts";

export { apiKeyAccess } from "./account-access.ts";
export { apiKeyRoutes } from "./api-keys.routes.ts";
export { createKeyAuthenticator } from "./authenticate-key.ts";

const BATCH = 500;

export const apiKeySweeps: readonly Sweep[] = [
  {
    name: "api-key.pruned",
    everyS: 3600,
    run: (ctx) => deleteExpiredKeys(ctx, ctx.now(), BATCH),
  },
];
