import { places } from "@commonlane/contract/places";
import { call } from "#shared/api.ts";

/** What is asked of the server about places. Fetched when the first question comes, so that a form is there before it. */
export const predictPlaces = (query: string, whole: boolean, signal: AbortSignal) =>
  call(places.predict, { query: { query, limit: 6, ...(whole && { whole: "true" }) } }, { signal });

export const onePlace = (placeId: string) => call(places.one, { params: { placeId } });

export const placeNearest = (at: { lat: number; lng: number }) => call(places.nearest, { query: at });
