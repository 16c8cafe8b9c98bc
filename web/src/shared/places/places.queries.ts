import { DAY_MS } from "@commonlane/contract/durations";
import { queryOptions } from "@tanstack/react-query";
import { loadChunk } from "../load-chunk.ts";

const loadPlacesApi = () => loadChunk("places-api", () => import("./places-api.ts"));

/** Suggestions for a typed text. Towns do not move, so results are cached for a day. */
export const placePredictions = (query: string, complete = false) =>
  queryOptions({
    queryKey: ["places", "predictions", query, complete],
    queryFn: async ({ signal }) => (await loadPlacesApi()).predictPlaces(query, complete, signal),
    staleTime: DAY_MS,
  });

export const placeDetails = (placeId: string) =>
  queryOptions({
    queryKey: ["places", "one", placeId],
    queryFn: async () => (await loadPlacesApi()).fetchPlace(placeId),
    staleTime: DAY_MS,
  });

export const nearestPlace = (at: { lat: number; lng: number }) =>
  queryOptions({
    queryKey: ["places", "nearest", at.lat, at.lng],
    queryFn: async () => (await loadPlacesApi()).fetchNearestPlace(at),
    staleTime: DAY_MS,
  });
