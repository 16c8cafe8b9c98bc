export { geoNames } from "./places.ts";
export { ensurePlaces } from "./places-import.store.ts";
export { placeRoutes } from "./places.routes.ts";
