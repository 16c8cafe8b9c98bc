import { definePolicy } from "#platform/policy.ts";
import type { RideRow } from "../rides.store.ts";

/** Calls about a ride that not everyone who sees it may make. */
export const ridePolicy = definePolicy(
  { host: (ride: Pick<RideRow, "host_id">, uid) => ride.host_id === uid },
  {
    "rides.change": ["host"],
    "rides.setPublic": ["host"],
    "rides.cancel": ["host"],
    "rides.complete": ["host"],
    "seatRequests.ofRide": ["host"],
    "seatRequests.accept": ["host"],
    "seatRequests.reject": ["host"],
    "rideRequests.nearby#ride": ["host"],
    "offers.make#ride": ["host"],
  },
);

export type RideCall = keyof (typeof ridePolicy)["calls"];
