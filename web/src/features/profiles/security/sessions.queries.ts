import { accountSettings } from "@commonlane/contract/account-settings";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#shared/api/api-client.ts";

/** Where the person who is signed in is signed in, the session used last first. */
export const ownSessions = queryOptions({
  queryKey: ["accounts", "sessions"],
  queryFn: async ({ signal }) => (await call(accountSettings.sessions, {}, { signal })).items,
});
