import { apiKeys, type NewApiKey } from "@commonlane/contract/api-keys";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#shared/api/api-client.ts";

/** The user's API keys, without the keys themselves, and whether new ones can be made. */
export const ownApiKeys = queryOptions({
  queryKey: ["accounts", "api-keys"],
  queryFn: ({ signal }) => call(apiKeys.list, {}, { signal }),
});

/** Keys are also in the list of what has access to the account. */
function useRefreshKeys() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ["accounts"] });
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
