export {
  approximateArrival,
  approximateDetour,
  approximateDistanceM,
  approximateLastSeenMs,
  approximatePlace,
  approximateTime,
  isListedPublicPlace,
  isPublicPlace,
  namePlace,
} from "./approximate-place.ts";
export {
  approximateHeading,
  approximateMovement,
  approximateMovingPosition,
  approximatePosition,
  maxApproximationM,
  type Movement,
} from "./approximate-position.ts";
