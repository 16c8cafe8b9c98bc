export { areaOf, isListedTown, isPublicPlace, rounded } from "./areas.ts";
export { type Box, boxesAround } from "./boxes.ts";
export { openGeocoder } from "./open-geocoder.ts";
export { countryAt, geoNames } from "./places.ts";
export { ensurePlaces } from "./places-import.store.ts";
export { placeRoutes } from "./places.routes.ts";
export { townsNear } from "./towns.ts";
