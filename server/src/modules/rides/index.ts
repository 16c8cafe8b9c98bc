export { isForThem, mustBeScheduled, mustBeSelf, mustHost } from "./ride-guards.ts";
export { rideSweeps } from "./ride-end.ts";
export { RideIndex } from "./ride-index.ts";
export { partOfRide, type RidePart } from "./ride-part.ts";
export { type RideFollowUp } from "./rides.ts";
export { rideRoutes } from "./rides.routes.ts";
export { findRide, findRides, lockRide, type RideRow, takeSeats } from "./rides.store.ts";
export { moneyOf, viewRides } from "./rides.view.ts";
export { readCursor, writeCursor } from "./cursor.ts";
