export { detachRide, findRidesUnderway, linkRidePairs } from "./ride-lists.store.ts";
export { listRidesAtPlace, listRidesOfHost, listRidesOfSeries } from "./ride-lists.ts";
export { countRidesForMembers } from "./rides-for-members.store.ts";
