/** Hundredths of a power of ten, so that 100,000 people are 500. Other kinds of places are compared with towns by it. */
export const importanceOf = (population: number): number =>
  Math.round(100 * Math.log10(Math.max(1, population)));

/** What nearness adds at most to the order of places, in powers of ten of population, and how fast it fades. */
export const NEAR = 2.5;
export const NEAR_FADES_M = 40_000;
/** What each tenfold distance beyond this takes away: few people share a ride to another continent. */
const FAR = 1.5;
const FAR_FROM_M = 100_000;
export const nearness = (metres: number): number =>
  NEAR * Math.exp(-metres / NEAR_FADES_M) - FAR * Math.log10(1 + metres / FAR_FROM_M);
