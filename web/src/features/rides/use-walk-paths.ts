import { decodePolyline } from "@commonlane/contract/polyline";
import { rides } from "@commonlane/contract/rides";
import type { LatLng } from "@commonlane/contract/shapes";
import { useQueries } from "@tanstack/react-query";
import { endpointQuery } from "#shared/api/endpoint-query.ts";
import type { Walk } from "./walks.ts";
import type { WalkPath } from "@commonlane/contract/route-measure";

/** Walks along the paths that the server knows. */
export function useWalkPaths(walks: readonly Walk[]): (readonly LatLng[])[] {
  const results = useQueries({ queries: walks.map((walk) => walkPath(walk)) });
  return walks.map((walk, n) => lineOfWalk(walk, results[n]?.data));
}

const walkPath = ([from, to]: Walk) =>
  endpointQuery(rides.walk, { body: { from, to } }, { staleTime: Infinity });

/** A straight line until the server has answered, and where it knows no path. */
export const lineOfWalk = (walk: Walk, path: WalkPath | undefined): readonly LatLng[] =>
  path?.polyline ? decodePolyline(path.polyline) : walk;
