import { seatRequests } from "@commonlane/contract/seat-requests";
import { endpointQuery } from "../api/endpoint-query.ts";

/** The viewer's seat requests for one ride, newest first; the newest one counts. */
export const ownSeatRequestsForRide = (rideId: string) =>
  endpointQuery(seatRequests.own, {
    query: {
      limit: 5,
      rideId,
    },
  });
