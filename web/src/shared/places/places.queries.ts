import { places } from "@commonlane/contract/places";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#shared/api.ts";

const DAY_MS = 86_400_000;

/** Places that may be meant by what was typed. Towns do not move: an answer is good for the day. */
export const predictions = (query: string) =>
  queryOptions({
    queryKey: ["places", "predictions", query],
    queryFn: ({ signal }) => call(places.predict, { query: { query, limit: 6 } }, { signal }),
    staleTime: DAY_MS,
  });

export const placeDetails = (placeId: string) =>
  queryOptions({
    queryKey: ["places", "one", placeId],
    queryFn: () => call(places.one, { params: { placeId } }),
    staleTime: DAY_MS,
  });

export const nearestPlace = (at: { lat: number; lng: number }) =>
  queryOptions({
    queryKey: ["places", "nearest", at.lat, at.lng],
    queryFn: () => call(places.nearest, { query: at }),
    staleTime: DAY_MS,
  });
