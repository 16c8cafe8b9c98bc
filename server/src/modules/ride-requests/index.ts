export { followUpOfRides, rideRequestSweeps } from "./follow-up.ts";
export { rideRequestRoutes } from "./ride-requests.routes.ts";
