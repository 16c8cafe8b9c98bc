import { msg } from "@lingui/core/macro";

/** The possible numbers of stars and their labels. */
export const STARS = [1, 2, 3, 4, 5] as const;
export const starLabels = {
  1: msg`Bad`,
  2: msg`Not good`,
  3: msg`All right`,
  4: msg({ comment: "Strength of a password, and the name of four stars.", message: "Good" }),
  5: msg`Very good`,
};
