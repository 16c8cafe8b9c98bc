import { administration } from "@commonlane/contract/administration";
import { groupAdministration } from "@commonlane/contract/group-management";
import { providerAdministration } from "@commonlane/contract/provider-administration";
import { markAdministration } from "@commonlane/contract/mark-administration";
import { community } from "@commonlane/contract/community-admin";
import { regions } from "@commonlane/contract/regions";
import { endpointItems, endpointPages, endpointQuery } from "#shared/api/endpoint-query.ts";

export const markDefinitions = endpointItems(markAdministration.list, {});

export const providersQuery = endpointItems(providerAdministration.list, {});

/** All groups by name, also those that others cannot find. */
export const groupPages = endpointPages(groupAdministration.list, { query: {} });

/** Changes with everything on the server, so it is read again whenever it is shown. */
export const serverStatusQuery = endpointQuery(administration.status, {}, { staleTime: 0 });

export const teamQuery = endpointItems(administration.team, {});

/** What the provider publishes about itself. */
export const providerCheckQuery = (providerId: string) =>
  endpointQuery(providerAdministration.check, { params: { providerId } }, { retry: false });

export const communityRules = endpointQuery(community.rules, {});

export const inviteCodes = endpointItems(community.invites, {});

/** Keyed under `moderation`, so that changes made in the console refresh it. */
export const communityAnnouncements = endpointQuery(community.bulletin, {});

/** Rarely, because every call of a moderator is written to the log. */
const POLL_WHILE_BUILDING_MS = 10_000;

export interface RegionArea {
  readonly lat: number;
  readonly lng: number;
  readonly radiusKm: number;
}

/** Extracts that hold an area, smallest first, from a list of this server. For administrators. */
export const extractsFor = ({ lat, lng, radiusKm }: RegionArea) =>
  endpointItems(
    regions.suggestions,
    {
      query: {
        lat,
        lng,
        radiusKm,
      },
    },
    { placeholderData: (previous) => previous },
  );

export const serverRegions = endpointQuery(
  regions.list,
  {},
  {
    refetchInterval: ({ state }) =>
      state.data?.builds.some((build) => build.state === "running") === true
        ? POLL_WHILE_BUILDING_MS
        : false,
  },
);
