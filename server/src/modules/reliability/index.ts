export { beginReliability, reliabilityOfFacts } from "./counting.ts";
export { reckonReliability } from "./reckoning.ts";
