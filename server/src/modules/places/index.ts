import { type PlacePrediction, type PlaceQuery, places } from "@commonlane/contract/places";
import type { Context, OutsideContext } from "#platform/context.ts";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { Problem } from "#platform/http/problem.ts";
import { callerLanguage } from "#platform/i18n/caller-language.ts";
import type { Geocoder } from "./geocoding/address-service.ts";
import { isTown } from "./search/candidate.ts";
import { isGenericText } from "./search/generic-words.ts";
import { loadTownNames } from "./town-names.ts";

export { type Box, boxesAround } from "./bounding-boxes.ts";
export { isPublicKind, type Geocoder } from "./geocoding/address-service.ts";
export { createGeocoder } from "./geocoding/create-geocoder.ts";
export {
  findCountry,
  createGeoNamesGeocoder,
  findNearestTown,
  findPlacesOfRegion,
} from "./geonames.ts";
export {
  importFirstTowns,
  importWorldPlaces,
  needsFirstTowns,
  needsWorldPlaces,
} from "./places-import.store.ts";
export { hasPlaces } from "./places.store.ts";
export type { FindSpellings } from "./other-spellings.ts";
export { loadCallerLabels, loadTownNames } from "./town-names.ts";
export { findNearestTowns } from "./nearest-towns.ts";
export { buildPlaces } from "./region/build-places.ts";
export {
  type ImportedPlace,
  removeImportedPlaces,
  replaceImportedPlaces,
} from "./imported-places.store.ts";
export { importPlacesInBackground, importRegions } from "./region/import-regions.ts";

export const placeRoutes =
  (
    geocoder: (ctx: Pick<OutsideContext, "db" | "language" | "services">) => Geocoder,
  ): RegisterRoutes =>
  (http) => {
    http.on(places.predict, async (ctx, { query }) => {
      const placed = withDefaultPosition(ctx, query);
      const items = await geocoder(ctx).predict(placed);
      // As when such a label is part of a reply with its position.
      const { translateLabel } = await loadTownNames(ctx);
      const needsTown = isGenericText(query.query) && !isFoundAround(placed, items);
      return {
        items: items.map((item) => ({
          ...item,
          label: translateLabel(item, callerLanguage(ctx)),
        })),
        ...(needsTown && { needsTown }),
      };
    });
    http.on(
      places.nearest,
      async (ctx, { query }) => (await geocoder(ctx).findNearest(query)) ?? throwNotFound(),
    );
    http.on(
      places.one,
      async (ctx, { params }) => (await geocoder(ctx).findPlace(params.placeId)) ?? throwNotFound(),
    );
  };

/** Returns true if a place other than a town was found around a position. */
const isFoundAround = ({ lat }: PlaceQuery, items: readonly PlacePrediction[]): boolean =>
  lat !== undefined && items.some(({ kind }) => !isTown(kind));

/** Without a position, the region of the community is the most likely one. */
function withDefaultPosition({ community }: Context, query: PlaceQuery): PlaceQuery {
  const home = community.region;
  const hasPosition = query.lat !== undefined && query.lng !== undefined;
  return home && !hasPosition
    ? {
        ...query,
        lat: home.lat,
        lng: home.lng,
      }
    : query;
}

function throwNotFound(): never {
  throw new Problem("not_found");
}
