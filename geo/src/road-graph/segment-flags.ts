import { SEGMENT_FLAGS } from "../road-network/road-graph.ts";
import { type CarSegments, OPEN } from "./car-segments.ts";
import type { CarStyle, RoadKind } from "./way-style.ts";

const FAST_KINDS: ReadonlySet<RoadKind> = new Set([
  "motorway",
  "motorway_link",
  "trunk",
  "trunk_link",
]);
const RAMPS: ReadonlySet<RoadKind> = new Set(["primary_link", "secondary_link", "tertiary_link"]);

/** Sum of `SEGMENT_FLAGS` of a segment. */
export function flagsOf(
  car: CarStyle,
  {
    isPublic,
    isLeftHand,
  }: {
    isPublic: boolean;
    isLeftHand: boolean;
  },
): number {
  return (
    (mayStop(car) ? SEGMENT_FLAGS.MAY_STOP : 0) |
    (maySnap(car) ? SEGMENT_FLAGS.MAY_SNAP : 0) |
    (isPublic ? 0 : SEGMENT_FLAGS.DESTINATION_ONLY) |
    (car.isBad ? SEGMENT_FLAGS.BAD_ROAD : 0) |
    (car.kind === "ferry" ? SEGMENT_FLAGS.FERRY : 0) |
    (isLeftHand ? SEGMENT_FLAGS.LEFT_HAND : 0)
  );
}

export const isPublicSegment = (
  { accessForward, accessBackward }: CarSegments,
  segment: number,
): boolean => accessForward[segment] === OPEN || accessBackward[segment] === OPEN;

function mayStop(car: CarStyle): boolean {
  if (FAST_KINDS.has(car.kind) || RAMPS.has(car.kind) || car.kind === "ferry") return false;
  return !car.isMotorroad && !car.isRoundabout && !car.isBridge && !car.isTunnel;
}

/** A drive begins at a house, not on the motorway behind it or in the tunnel below it. */
function maySnap(car: CarStyle): boolean {
  const isRamp = car.kind === "motorway_link" || car.kind === "trunk_link";
  if (car.kind === "motorway" || isRamp || car.kind === "ferry") return false;
  return !car.isMotorroad && !car.isTunnel;
}
