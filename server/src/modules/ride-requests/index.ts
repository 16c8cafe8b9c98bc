export { followUpOfBlocks } from "./between-two.ts";
export { followUpOfRides, rideRequestSweeps } from "./follow-up.ts";
export { isOpen, suits, windowOf } from "./guards.ts";
export { type AfterPair, openRequestsAlong } from "./request-lists.store.ts";
export { viewRideRequest } from "./views.ts";
export { makeOffer } from "./offers.ts";
export { postRideRequest } from "./ride-requests.ts";
export { rideRequestRoutes } from "./ride-requests.routes.ts";
export { findRideRequests, type RideRequestRow } from "./ride-requests.store.ts";
