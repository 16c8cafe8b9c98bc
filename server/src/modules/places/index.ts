export { approximatePlace, isListedPublicPlace, isPublicPlace, roundToGrid } from "./approximate-location.ts";
export { type Box, boxesAround } from "./bounding-boxes.ts";
export { createGeocoder } from "./geocoding/create-geocoder.ts";
export { findCountry, createGeoNamesGeocoder } from "./geonames.ts";
export { importMorePlaces, importPlacesIfChanged } from "./places-import.store.ts";
export { placeRoutes } from "./places.routes.ts";
export { findNearestTowns } from "./nearest-towns.ts";
export { buildPlaces } from "./region/build-places.ts";
export { importPlacesInBackground } from "./import-in-background.ts";
