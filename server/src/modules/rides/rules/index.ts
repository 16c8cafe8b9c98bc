export { findSpareTimes, hasTimeFor, mapDoubleBookingError } from "./double-booking.store.ts";
export { assertFairContribution, assertFairSegmentContribution } from "./cost-share.ts";
export {
  isInAudience,
  isRideVisible,
  assertNotDoubleBooked,
  assertScheduled,
  ifCancelled,
  nothingOnRideProblem,
  rideOverProblem,
  assertSelf,
  genderForAudience,
  requireRide,
  explainSeatRefusal,
} from "./ride-guards.ts";
export { assertDepartureWindow } from "./departure-window.ts";
export { contributionForShare } from "./price-steps.ts";
