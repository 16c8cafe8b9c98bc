export { findSpareTimes, hasTimeFor, mapDoubleBookingError } from "./double-booking.store.ts";
export { assertFairContribution, assertFairSegmentContribution } from "./pricing/cost-share.ts";
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
  assertHost,
  explainSeatRefusal,
} from "./ride-guards.ts";
export { detachRide, findRidesUnderway, linkRidePairs } from "./ride-lists.store.ts";
export {
  cancelRide,
  cancelRidesWithoutMembership,
  completeRide,
  rideSweeps,
} from "./ride-lifecycle.ts";
export { assertDepartureWindow } from "./departure-window.ts";
export { RideIndex } from "./ride-index/ride-index.ts";
export { findPublicRide, listPublicRideIds, type PublicRide } from "./public-ride/public-ride.ts";
export { unlistRidesOfSeries } from "./public-ride/public-ride.store.ts";
export { assertListingAllowed, isListingAllowed } from "./public-ride/set-ride-public.ts";
export { readListedRides } from "./listing/listed-ride.ts";
export {
  findListedHosts,
  findListedVersions,
  type ListedHost,
  type ListedRideVersion,
} from "./listing/listed-rides.store.ts";
export { locateOnLine } from "./driven-route/calculate-drive.ts";
export {
  measureSegment,
  type RideSegment,
  matchApproximateSegments,
} from "./segment/ride-segment.ts";
export { isKnownStop } from "./meeting/meeting-points.ts";
export { nameKnownStops } from "./meeting/known-stops.ts";
export { type Corridor, calculateCorridor } from "./search/corridor.ts";
export { corridorBoxes } from "./search/corridor.store.ts";
export { searchRides } from "./search/ride-search.ts";
export { isAccessible, meetsFilters, showsMark } from "./search/search-filters.ts";
export {
  matchAlongRoutes,
  findRidesAlongRoute,
  type RouteCriteria,
} from "./search/rides-along-route.ts";
export { listRidesAtPlace, listRidesOfHost, listRidesOfSeries } from "./ride-lists.ts";
export { asReturnWay } from "./return-way.ts";
export {
  changeRide,
  getOwnVehicle,
  createRide,
  reverseRoute,
  applyRideChange,
  type RideHooks,
} from "./rides.ts";
export {
  addPassenger,
  recalculateDrivenRoute,
  removePassenger,
  isWithinDetourLimit,
  type DrivenRouteChange,
} from "./driven-route/change-driven-route.ts";
export { calculatePassengerTimes } from "./driven-route/passenger-times.ts";
export { drivenLegDurationsS } from "./driven-route/driven-route.ts";
export { learnedPoints, toExactRide, toPassengerRide, toPublicRide } from "./route/ride-forms.ts";
export { areSamePlaces, isSameRoute, calculateRoute, matchSettings } from "./route/ride-route.ts";
export { rideRoutes } from "./rides.routes.ts";
export { type SegmentSeats, takeSeats, takeSeatsStatement } from "./segment/ride-seats.store.ts";
export { findRideForViewer, type RideForViewer } from "./ride-for-viewer.store.ts";
export {
  findRide,
  findRides,
  lockRide,
  type RideSummary,
  findRideSummaries,
  type RideRow,
} from "./rides.store.ts";
export {
  type CountOfPeople,
  countRidesForMembers,
  listPeriods,
  type Period,
} from "./rides-for-members.store.ts";
export { splitPoints, toMoney, viewRides } from "./rides.view.ts";
export { viewMatch } from "./search/ride-match.view.ts";
