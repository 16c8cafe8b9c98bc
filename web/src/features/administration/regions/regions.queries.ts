import { regions } from "@commonlane/contract/regions";
import { endpointItems, endpointQuery } from "#shared/api/endpoint-query.ts";

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
    { query: { lat, lng, radiusKm } },
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
