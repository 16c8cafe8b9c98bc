import { places } from "@commonlane/contract/places";
import { call } from "#shared/api/api-client.ts";

/** Place calls, loaded with the first query so that forms render earlier. */
export function predictPlaces(query: string, complete: boolean, signal: AbortSignal) {
  return call(
    places.predict,
    {
      query: {
        query,
        limit: 6,
        ...(complete && { complete: "true" }),
      },
    },
    { signal },
  );
}

export function fetchPlace(placeId: string) {
  return call(places.one, { params: { placeId } });
}

export const fetchNearestPlace = (at: { lat: number; lng: number }) =>
  call(places.nearest, { query: at });
