import { definePolicy } from "#platform/policy.ts";

interface Participant {
  readonly uid: string;
  readonly host_id: string;
}

/** Calls about a trip that not everyone on it may make; only its participants know that it exists. */
export const tripPolicy = definePolicy(
  {
    host: (trip: Participant, uid) => trip.host_id === uid,
    passenger: (trip: Participant, uid) => trip.host_id !== uid && trip.uid === uid,
  },
  { "tripSafety.announceDriver": ["host"] },
);
