import { DAY_MS } from "@commonlane/contract/durations";
import type { LatLng } from "@commonlane/contract/shapes";
import { composedQuery } from "../api/query-keys.ts";
import { loadChunk } from "../load-chunk.ts";

function loadPlacesApi() {
  return loadChunk("places-api", () => import("./places-api.ts"));
}

/** Towns do not move, so results are cached for a day. */
const settings = { staleTime: DAY_MS };

/** Suggestions for a typed text. */
export const placePredictions = (query: string, complete = false) =>
  composedQuery(
    [
      "GET /auth/places/predictions",
      {
        query: {
          query,
          complete,
        },
      },
    ],
    async ({ signal }) => (await loadPlacesApi()).predictPlaces(query, complete, signal),
    settings,
  );

export const placeDetails = (placeId: string) =>
  composedQuery(
    ["GET /auth/places/:placeId", { params: { placeId } }],
    async () => (await loadPlacesApi()).fetchPlace(placeId),
    settings,
  );

export const nearestPlace = ({ lat, lng }: LatLng) =>
  composedQuery(
    [
      "GET /auth/places/reverse-geocode",
      {
        query: {
          lat,
          lng,
        },
      },
    ],
    async () =>
      (await loadPlacesApi()).fetchNearestPlace({
        lat,
        lng,
      }),
    settings,
  );
