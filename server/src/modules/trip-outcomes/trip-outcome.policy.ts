import { definePolicy } from "#platform/policy.ts";
import type { TripOutcomeRow } from "./trip-outcomes.store.ts";

type Sides = Pick<TripOutcomeRow, "seeker_id" | "host_id">;

/** Calls about a trip outcome; only its two sides know that it exists. */
export const tripOutcomePolicy = definePolicy(
  {
    seeker: (outcome: Sides, uid) => outcome.seeker_id === uid,
    host: (outcome: Sides, uid) => outcome.host_id === uid,
  },
  {
    "tripOutcomes.confirmPickup": ["host"],
    "tripOutcomes.markPaid": ["seeker", "host"],
    "tripOutcomes.reportNoShow": ["seeker", "host"],
    "tripOutcomes.answerNoShow": ["seeker", "host"],
  },
);

export type TripOutcomeCall = keyof (typeof tripOutcomePolicy)["calls"];
