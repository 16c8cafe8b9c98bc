import { apiKeys } from "@commonlane/contract/api-keys";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { createKey, listKeys, revokeKey } from "./api-keys.ts";

export const apiKeyRoutes: RegisterRoutes = (http) => {
  http.on(apiKeys.list, (ctx, _, { uid }) => listKeys(ctx, uid));
  http.on(apiKeys.create, (ctx, { body }, { uid }) => createKey(ctx, uid, body));
  http.on(apiKeys.revoke, (ctx, { params }, { uid }) => revokeKey(ctx, uid, params.keyId));
};
