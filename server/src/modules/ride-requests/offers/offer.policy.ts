import { definePolicy } from "#platform/policy.ts";

interface Sides {
  readonly driver_id: string;
  /** Of the request that it answers. */
  readonly seeker_id: string;
}

/** Calls about an offer; only its two sides know that it exists. */
export const offerPolicy = definePolicy(
  {
    driver: (offer: Sides, uid) => offer.driver_id === uid,
    seeker: (offer: Sides, uid) => offer.seeker_id === uid,
  },
  { "offers.end": ["driver"] },
);
