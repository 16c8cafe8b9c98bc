import { definePolicy } from "#platform/policy.ts";
import type { RatingRow } from "./ratings.store.ts";

type Sides = Pick<RatingRow, "rater_uid" | "rated_uid">;

/** Calls about a rating that not everyone who sees it may make. */
export const ratingPolicy = definePolicy(
  {
    rater: (rating: Sides, uid) => rating.rater_uid === uid,
    rated: (rating: Sides, uid) => rating.rated_uid === uid,
  },
  {
    "ratings.change": ["rater"],
    "ratings.remove": ["rater"],
    "ratings.reply": ["rated"],
    "ratings.appeal": ["rated"],
  },
);

export type RatingCall = keyof (typeof ratingPolicy)["calls"];
