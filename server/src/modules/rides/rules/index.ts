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
  assertDepartureWindow,
} from "./ride-guards.ts";
export { contributionForShare } from "./price-steps.ts";
