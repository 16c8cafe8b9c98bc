import { rides } from "@commonlane/contract/rides";
import type { LatLng } from "@commonlane/contract/shapes";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { call } from "#shared/api.ts";

/** Rides still to come that leave near a point, nearest first. */
export const ridesNear = ({ lat, lng }: LatLng) =>
  infiniteQueryOptions({
    queryKey: ["rides", "near-me", lat, lng],
    queryFn: ({ pageParam: cursor, signal }) => call(rides.nearby, { query: { lat, lng, cursor } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
