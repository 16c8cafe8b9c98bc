export {
  findPublicRide,
  type HostRating,
  listPublicRideIds,
  type PublicRide,
  type PublicTown,
} from "./public-ride.ts";
export { findPassengerPart, type PassengerPart } from "./passenger-part.ts";
export { countRidesForMembers, unlistRidesOfSeries } from "./public-ride.store.ts";
export { assertListingAllowed, isListingAllowed, setRidePublic } from "./set-ride-public.ts";
export { listedTimeMs, readListedRides } from "./listed-ride.ts";
export {
  findListedHosts,
  findListedIds,
  type ListedHost,
  type ListedRideVersion,
  selectListedVersions,
} from "./listed-rides.store.ts";
