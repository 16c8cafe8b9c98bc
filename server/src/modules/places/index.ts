export { type Box, boxesAround } from "./bounding-boxes.ts";
export { isPublicKind } from "./geocoding/address-service.ts";
export type { Geocoder } from "./geocoding/geocoder.ts";
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
export { placeRoutes } from "./places.routes.ts";
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
