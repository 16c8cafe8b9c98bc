export {
  countRidesForMembers,
  detachRide,
  findRidesUnderway,
  linkRidePairs,
} from "./ride-lists.store.ts";
export { listRidesAtPlace, listRidesOfHost, listRidesOfSeries } from "./ride-lists.ts";
