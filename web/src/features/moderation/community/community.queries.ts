import { community } from "@commonlane/contract/community-admin";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#shared/api/api-client.ts";

export const communityRules = queryOptions({
  queryKey: ["moderation", "rules"],
  queryFn: ({ signal }) => call(community.rules, {}, { signal }),
});

export const inviteCodes = queryOptions({
  queryKey: ["moderation", "invites"],
  queryFn: async ({ signal }) => (await call(community.invites, {}, { signal })).items,
});

/** Keyed under `moderation`, so that changes made in the console refresh it. */
export const communityAnnouncements = queryOptions({
  queryKey: ["moderation", "announcements"],
  queryFn: ({ signal }) => call(community.bulletin, {}, { signal }),
});

export const communityStatistics = (weeks: number) =>
  queryOptions({
    queryKey: ["moderation", "statistics", weeks],
    queryFn: ({ signal }) => call(community.statistics, { query: { weeks } }, { signal }),
  });
