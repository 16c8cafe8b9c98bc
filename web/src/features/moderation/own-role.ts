import { moderationRole } from "@commonlane/contract/moderation-role";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#shared/api/api-client.ts";

/** Whether the user is a moderator, and the open reports. Live events refresh the numbers. */
export const ownRole = queryOptions({
  queryKey: ["moderation", "role"],
  queryFn: ({ signal }) => call(moderationRole, {}, { signal }),
  staleTime: 60_000,
});
