export { unlessTravelling } from "./commitments.store.ts";
export { mustBeFair, mustBeFairForPart } from "./cost-share.ts";
export {
  isForThem,
  mayBeSeenBy,
  mustBeFree,
  mustBeScheduled,
  mustBeSelf,
  mustHaveGender,
  mustHost,
  whyNotTaken,
} from "./ride-guards.ts";
export { cancelRide, completeRide, rideSweeps } from "./ride-end.ts";
export { mustBeWindow } from "./departure-window.ts";
export { RideIndex } from "./ride-index.ts";
export { learnBothWays, learnWays } from "./learning.ts";
export { learnRoads, learnRoadsOf, partOfRide, type RidePart, servesAbout } from "./ride-part.ts";
export { type Corridor, corridorOf } from "./corridor.ts";
export { corridorParts } from "./corridor.store.ts";
export { hasAccess, isWanted } from "./search-filters.ts";
export { passes, ridesPassing, type WishedWay } from "./passing.ts";
export { listOfHost, listOfSeries } from "./ride-lists.ts";
export { hostRide, mustOwnVehicle, openRide, reversed, reviseRide, type RideFollowUp } from "./rides.ts";
export { drivenWith, drivenWithout, isWithinLimit, type NewDrive } from "./driving.ts";
export { drivenTimes } from "./driven-times.ts";
export { drivenS } from "./driven-way.ts";
export { asTold } from "./told-way.ts";
export { samePlaces, sameWay, wayThrough } from "./ride-way.ts";
export { rideRoutes } from "./rides.routes.ts";
export { type Stretch, takeSeats, takingSeatsOf } from "./ride-seats.store.ts";
export { findRideFor } from "./ride-seen.store.ts";
export { findRide, findRides, lockRide, type RideHead, rideHeads, type RideRow } from "./rides.store.ts";
export { endsOf, moneyOf, viewRides } from "./rides.view.ts";
export { viewMatch } from "./ride-match.view.ts";
