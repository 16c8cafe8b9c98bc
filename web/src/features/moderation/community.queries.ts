import { community } from "@commonlane/contract/community-calls";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#shared/api.ts";

export const communityRules = queryOptions({
  queryKey: ["moderation", "rules"],
  queryFn: ({ signal }) => call(community.rules, {}, { signal }),
});

export const inviteCodes = queryOptions({
  queryKey: ["moderation", "invites"],
  queryFn: async ({ signal }) => (await call(community.invites, {}, { signal })).items,
});

/** Under `moderation`, so that what the console changes is read again here. */
export const bulletin = queryOptions({
  queryKey: ["moderation", "bulletin"],
  queryFn: ({ signal }) => call(community.bulletin, {}, { signal }),
});

export const figuresOf = (weeks: number) =>
  queryOptions({
    queryKey: ["moderation", "figures", weeks],
    queryFn: ({ signal }) => call(community.figures, { query: { weeks } }, { signal }),
  });
