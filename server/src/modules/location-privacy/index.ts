export {
  approximateArrival,
  approximateDetour,
  approximateDistanceM,
  approximateLastSeenMs,
  approximateTime,
} from "./approximate-figures.ts";
export { approximatePlace, isListedPublicPlace, isPublicPlace } from "./approximate-place.ts";
export {
  approximateHeading,
  approximateMovement,
  approximateMovingPosition,
  approximatePosition,
  maxApproximationM,
  type Movement,
} from "./approximate-position.ts";
