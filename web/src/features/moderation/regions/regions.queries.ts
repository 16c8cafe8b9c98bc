import { regions } from "@commonlane/contract/regions";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#shared/api/api-client.ts";

/** Rarely, because every call of a moderator is written to the log. */
const POLL_WHILE_BUILDING_MS = 10_000;

export interface RegionArea {
  readonly lat: number;
  readonly lng: number;
  readonly radiusKm: number;
}

/** Extracts that hold an area, smallest first, from a list of this server. For administrators. */
export const extractsFor = ({ lat, lng, radiusKm }: RegionArea) =>
  queryOptions({
    queryKey: ["moderation", "extracts", lat, lng, radiusKm],
    queryFn: async ({ signal }) =>
      (await call(regions.suggestions, { query: { lat, lng, radiusKm } }, { signal })).items,
    placeholderData: (previous) => previous,
  });

export const serverRegions = queryOptions({
  queryKey: ["moderation", "regions"],
  queryFn: ({ signal }) => call(regions.list, {}, { signal }),
  refetchInterval: ({ state }) =>
    state.data?.builds.some((build) => build.state === "running") === true
      ? POLL_WHILE_BUILDING_MS
      : false,
});
