import { definePolicy } from "#platform/policy.ts";

interface Sides {
  readonly seeker_id: string;
  /** Of the ride. */
  readonly host_id: string;
}

/** Calls about a seat request; only its two sides know that it exists. Those of the host alone stand in `ridePolicy`. */
export const seatRequestPolicy = definePolicy(
  {
    seeker: (request: Sides, uid) => request.seeker_id === uid,
    host: (request: Sides, uid) => request.host_id === uid,
  },
  {
    "seatRequests.confirm": ["seeker"],
    "seatRequests.end": ["seeker", "host"],
  },
);
