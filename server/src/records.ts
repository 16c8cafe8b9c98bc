import type { Records } from "#modules/notices/index.ts";
import { offersSeenBy, rideRequestsSeenBy } from "#modules/ride-requests/index.ts";
import { seatRequestsSeenAsking, seatRequestsSeenBy } from "#modules/seat-requests/index.ts";

/** Where notifications read the records that events name. */
export const records: Records = {
  seatRequests: seatRequestsSeenBy,
  askedSeatRequests: seatRequestsSeenAsking,
  offers: offersSeenBy,
  rideRequests: rideRequestsSeenBy,
};
