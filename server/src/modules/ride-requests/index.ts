export { endPendingOnSuspension, blockHooks } from "./end-on-block.ts";
export { rideHooks, rideRequestSweeps } from "./ride-hooks.ts";
export { fitsRide, isOpenRequest, matchesAudience, departureWindow } from "./guards.ts";
export {
  findRequestsForAll,
  type RequestAlongCursor,
  findOpenRequestsAlong,
} from "./request-lists.store.ts";
export { findConcernedByRequests } from "./ride-request-events.ts";
export { findOffer } from "./offers/offers.store.ts";
export {
  findOfferViews,
  findRideRequestViews,
  viewOffer,
  viewRideRequest,
} from "./ride-requests.view.ts";
export {
  cancelRequestsWithoutMembership,
  cancelRideRequest,
  postRideRequest,
} from "./ride-requests.ts";
export { rideRequestRoutes } from "./ride-requests.routes.ts";
export { findRideRequests, type RideRequestRow } from "./ride-requests.store.ts";
export { listOwnRideRequests } from "./request-lists.ts";
