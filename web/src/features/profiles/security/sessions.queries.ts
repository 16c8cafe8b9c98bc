import { accountSettings } from "@commonlane/contract/account-settings";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#shared/api/api-client.ts";

/** Active sessions of the signed-in user, most recently used first. */
export const ownSessions = queryOptions({
  queryKey: ["accounts", "sessions"],
  queryFn: async ({ signal }) => (await call(accountSettings.sessions, {}, { signal })).items,
});
