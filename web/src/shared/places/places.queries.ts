import { DAY_MS } from "@commonlane/contract/durations";
import { queryOptions } from "@tanstack/react-query";
import { loadPart } from "../load-part.ts";

const calls = () => loadPart("place-calls", () => import("./place-calls.ts"));

/** Places that may be meant by what was typed. Towns do not move: an answer is good for the day. */
export const predictions = (query: string, whole = false) =>
  queryOptions({
    queryKey: ["places", "predictions", query, whole],
    queryFn: async ({ signal }) => (await calls()).predictPlaces(query, whole, signal),
    staleTime: DAY_MS,
  });

export const placeDetails = (placeId: string) =>
  queryOptions({
    queryKey: ["places", "one", placeId],
    queryFn: async () => (await calls()).onePlace(placeId),
    staleTime: DAY_MS,
  });

export const nearestPlace = (at: { lat: number; lng: number }) =>
  queryOptions({
    queryKey: ["places", "nearest", at.lat, at.lng],
    queryFn: async () => (await calls()).placeNearest(at),
    staleTime: DAY_MS,
  });
