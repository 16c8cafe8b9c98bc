import { decodePolyline } from "@commonlane/contract/polyline";
import { rides } from "@commonlane/contract/rides";
import type { LatLng } from "@commonlane/contract/shapes";
import { queryOptions, useQueries } from "@tanstack/react-query";
import { call } from "#shared/api/api-client.ts";
import type { Walk } from "./walks.ts";

/** Walks along the paths that the server knows; until it has answered, and where it knows none, straight lines. */
export function useWalkPaths(walks: readonly Walk[]): (readonly LatLng[])[] {
  const results = useQueries({ queries: walks.map((walk) => walkPath(walk)) });
  return walks.map((walk, n) => results[n]?.data ?? walk);
}

const walkPath = ([from, to]: Walk) =>
  queryOptions({
    queryKey: ["rides", "walk", from, to],
    queryFn: async ({ signal }) => {
      const { polyline } = await call(rides.walk, { body: { from, to } }, { signal });
      return polyline === null ? null : decodePolyline(polyline);
    },
    staleTime: Infinity,
  });
