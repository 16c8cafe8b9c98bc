export {
  cancelRide,
  cancelRidesWithoutMembership,
  completeRide,
  rideSweeps,
} from "./ride-lifecycle.ts";
export { asReturnWay, getOwnVehicle } from "./ride-terms.ts";
export { changeRide, createRide, reverseRoute, applyRideChange, type RideHooks } from "./rides.ts";
export { rideRoutes } from "./rides.routes.ts";
export { findRideForViewer, type RideForViewer } from "./ride-for-viewer.store.ts";
export { findVisibleRides } from "./ride-visibility.store.ts";
export {
  findRide,
  findRides,
  lockRide,
  type RideSummary,
  findRideSummaries,
  type RideRow,
} from "./rides.store.ts";
export { splitPoints, toMoney, viewRides } from "./rides.view.ts";
