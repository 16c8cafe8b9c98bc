export { approximatePlace, isListedTown, isPublicPlace, roundToGrid } from "./approximate-location.ts";
export { type Box, boxesAround } from "./bounding-boxes.ts";
export { createGeocoder } from "./geocoding/create-geocoder.ts";
export { findCountry, createGeoNamesGeocoder } from "./geonames.ts";
export { importPlacesIfChanged } from "./places-import.store.ts";
export { placeRoutes } from "./places.routes.ts";
export { findNearestTowns } from "./nearest-towns.ts";
