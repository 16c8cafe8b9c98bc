import { apiKeys } from "@commonlane/contract/api-keys";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { deleteExpiredKeys } from "./api-keys.store.ts";
import { createKey, listKeys, revokeKey } from "./api-keys.ts";

export { apiKeyAccess } from "./api-keys.ts";
export { createKeyAuthenticator } from "./authenticate-key.ts";

const BATCH = 500;

export const apiKeySweeps: readonly Sweep[] = [
  {
    name: "api-key.pruned",
    everyS: 3600,
    run: (ctx) => deleteExpiredKeys(ctx, ctx.now(), BATCH),
  },
];

export const apiKeyRoutes: RegisterRoutes = (http) => {
  http.on(apiKeys.list, (ctx, _, { uid }) => listKeys(ctx, uid));
  http.on(apiKeys.create, (ctx, { body }, caller) => createKey(ctx, caller, body));
  http.on(apiKeys.revoke, (ctx, { params }, { uid }) => revokeKey(ctx, uid, params.keyId));
};
