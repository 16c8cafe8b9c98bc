import { ownAccount } from "@commonlane/contract/own-account";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#shared/api.ts";

/** Where the person who is signed in is signed in, the session used last first. */
export const ownSessions = queryOptions({
  queryKey: ["identity", "sessions"],
  queryFn: async ({ signal }) => (await call(ownAccount.sessions, {}, { signal })).items,
});
