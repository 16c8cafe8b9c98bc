import { accountSettings } from "@commonlane/contract/account-settings";
import { accountAccess } from "@commonlane/contract/account-access";
import { apiKeys, type NewApiKey } from "@commonlane/contract/api-keys";
import { useMutation } from "@tanstack/react-query";
import { endpointQuery, useInvalidate } from "#shared/api/endpoint-query.ts";
import { call } from "#shared/api/api-client.ts";

/** The user's API keys, without the keys themselves, and whether new ones can be made. */
export const ownApiKeys = endpointQuery(apiKeys.list, {});

/** Keys are also in the list of what has access to the account. */
function useRefreshKeys() {
  const invalidate = useInvalidate();
  return () => invalidate(apiKeys, accountAccess, accountSettings);
}

export function useCreateApiKey() {
  const refresh = useRefreshKeys();
  return useMutation({
    mutationFn: (body: NewApiKey) => call(apiKeys.create, { body }),
    onSuccess: refresh,
  });
}

export function useRevokeApiKey() {
  const refresh = useRefreshKeys();
  return useMutation({
    mutationFn: (keyId: string) => call(apiKeys.revoke, { params: { keyId } }),
    onSuccess: refresh,
  });
}
