import { community } from "@commonlane/contract/community-admin";
import { endpointItems, endpointQuery } from "#shared/api/endpoint-query.ts";

export const communityRules = endpointQuery(community.rules, {});

export const inviteCodes = endpointItems(community.invites, {});

/** Keyed under `moderation`, so that changes made in the console refresh it. */
export const communityAnnouncements = endpointQuery(community.bulletin, {});
