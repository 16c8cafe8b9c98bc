import { providerAdministration } from "@commonlane/contract/provider-administration";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#shared/api/api-client.ts";

export const providersQuery = queryOptions({
  queryKey: ["moderation", "sign-in-providers"],
  queryFn: async ({ signal }) => (await call(providerAdministration.list, {}, { signal })).items,
});

/** What the provider publishes about itself. */
export const providerCheckQuery = (providerId: string) =>
  queryOptions({
    queryKey: ["moderation", "sign-in-provider-check", providerId],
    queryFn: ({ signal }) =>
      call(providerAdministration.check, { params: { providerId } }, { signal }),
    retry: false,
  });
