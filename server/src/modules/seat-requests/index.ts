export {
  endSeatRequestsBetween,
  endSeatRequestsOf,
  endStandbyBetween,
  sharedRides,
} from "./end-on-block.ts";
export { endSeatsWithoutMembership } from "./membership-loss.ts";
export { seatRequestRideHooks, seatRequestSweeps } from "./ride-hooks.ts";
export { acceptSeatRequest, endSeatRequest, rejectSeatRequest } from "./decisions.ts";
export {
  findConfirmedSeatViews,
  findSeatRequestViews,
  findSeatRequestViewsAsPending,
  listIncomingRequests,
  listOwnRequests,
} from "./seat-request-lists.ts";
export { answerDeadline, bookSeats, assertVehicleAccess, requestSeats } from "./seat-requests.ts";
export { findSeatRequest, markDisputed } from "./seat-requests.store.ts";
export { viewSeatRequest } from "./seat-requests.view.ts";
export { countSeatsForMembers } from "./membership-loss.store.ts";
export { stopsForSeeker } from "./location-privacy/visible-stops.ts";
export { seatRequestRoutes } from "./seat-requests.routes.ts";
