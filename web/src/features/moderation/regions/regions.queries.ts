import { regions } from "@commonlane/contract/regions";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#shared/api/api-client.ts";

/** Rarely, because every call of a moderator is written to the log. */
const POLL_WHILE_BUILDING_MS = 30_000;

export const serverRegions = queryOptions({
  queryKey: ["moderation", "regions"],
  queryFn: ({ signal }) => call(regions.list, {}, { signal }),
  refetchInterval: ({ state }) =>
    state.data?.builds.some((build) => build.state === "running") === true
      ? POLL_WHILE_BUILDING_MS
      : false,
});
