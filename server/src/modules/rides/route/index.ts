export { locateOnLine } from "./driven-route/calculate-drive.ts";
export {
  measureSegment,
  type RideSegment,
  matchApproximateSegments,
} from "./segment/ride-segment.ts";
export { isKnownStop, nameKnownStops } from "./meeting/meeting-points.ts";
export {
  addPassenger,
  recalculateDrivenRoute,
  removePassenger,
  isWithinDetourLimit,
  type DrivenRouteChange,
} from "./driven-route/change-driven-route.ts";
export { calculatePassengerTimes } from "./driven-route/passenger-times.ts";
export { drivenLegDurationsS } from "./driven-route/driven-route.ts";
export {
  learnedPoints,
  toExactRide,
  toPassengerRide,
  toPublicRide,
  toRideWithoutAddresses,
} from "./ride-forms.ts";
export { areSamePlaces, isSameRoute, calculateRoute, matchSettings } from "./ride-route.ts";
export { type SegmentSeats, takeSeats, takeSeatsStatement } from "./segment/ride-seats.store.ts";
