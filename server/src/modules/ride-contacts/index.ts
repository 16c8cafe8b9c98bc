export { rideContactRoutes } from "./ride-contacts.routes.ts";
