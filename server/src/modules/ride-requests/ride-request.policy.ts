import { definePolicy } from "#platform/policy.ts";
import type { RideRequestRow } from "./ride-requests.store.ts";

/** Calls about a ride request that not every driver who sees it may make. */
export const rideRequestPolicy = definePolicy(
  { seeker: (request: Pick<RideRequestRow, "seeker_id">, uid) => request.seeker_id === uid },
  {
    "rideRequests.change": ["seeker"],
    "seatRequests.end#wish": ["seeker"],
    "offers.ofRequest": ["seeker"],
    "offers.accept": ["seeker"],
    "offers.decline": ["seeker"],
  },
);

export type RideRequestCall = keyof (typeof rideRequestPolicy)["calls"];
