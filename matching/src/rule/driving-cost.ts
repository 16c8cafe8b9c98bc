import type { LegAccess } from "./leg-access.ts";
import { EARTH_RADIUS_M } from "../geo.ts";
import type { Pace } from "../model.ts";
import { angle } from "../geometry/sphere.ts";
import type { Route } from "./route.ts";

/**
 * The drive with one passenger: from the ride's start to the pickup, from there to the dropoff, and the host's detour.
 */
export interface DrivingCost {
  readonly toPickupS: number;
  readonly distanceM: number;
  readonly durationS: number;
  readonly detourM: number;
  readonly detourS: number;
}

/** The drive with these two ends inserted; undefined if they lie on one leg in the wrong order. */
export const calculateDrivingCost = (
  route: Route,
  pickup: LegAccess,
  dropoff: LegAccess,
  pace: Pace,
): DrivingCost | undefined =>
  pickup.leg === dropoff.leg
    ? onOneLeg(route, pickup, dropoff, pace)
    : onTwoLegs(route, pickup, dropoff, pace);

const onOneLeg = (
  route: Route,
  pickup: LegAccess,
  dropoff: LegAccess,
  pace: Pace,
): DrivingCost | undefined => {
  const { leg } = pickup;
  const bothWalk = pickup.by === "walk" && dropoff.by === "walk";
  if (bothWalk && pickup.beforeRad > dropoff.beforeRad) return undefined;
  const betweenRad = bothWalk ? dropoff.beforeRad - pickup.beforeRad : angle(pickup.at, dropoff.at);
  const throughRad = pickup.beforeRad + betweenRad + dropoff.afterRad;
  const detourM = bothWalk ? 0 : extraDistanceM(throughRad, route.legRad[leg]!, pace);
  const detourS = detourM / pace.detourMps;
  const before = fractionOf(pickup.beforeRad, throughRad);
  const between = fractionOf(betweenRad, throughRad);
  return {
    toPickupS: route.startS[leg]! + before * (route.roadS[leg]! + detourS),
    distanceM: between * (route.roadM[leg]! + detourM),
    durationS: between * (route.roadS[leg]! + detourS),
    detourM,
    detourS,
  };
};

const onTwoLegs = (
  route: Route,
  pickup: LegAccess,
  dropoff: LegAccess,
  pace: Pace,
): DrivingCost => {
  const first = pickup.leg;
  const last = dropoff.leg;
  const pickupM = detourOfEnd(pickup, route, pace);
  const dropoffM = detourOfEnd(dropoff, route, pace);
  const pickupS = pickupM / pace.detourMps;
  const dropoffS = dropoffM / pace.detourMps;
  const before = fractionOf(pickup.beforeRad, pickup.beforeRad + pickup.afterRad);
  const until = fractionOf(dropoff.beforeRad, dropoff.beforeRad + dropoff.afterRad);
  const firstS = route.roadS[first]! + pickupS;
  const betweenM = route.startM[last]! - route.startM[first + 1]!;
  const betweenS = route.startS[last]! - route.startS[first + 1]!;
  return {
    toPickupS: route.startS[first]! + before * firstS,
    distanceM:
      (1 - before) * (route.roadM[first]! + pickupM) +
      betweenM +
      until * (route.roadM[last]! + dropoffM),
    durationS: (1 - before) * firstS + betweenS + until * (route.roadS[last]! + dropoffS),
    detourM: pickupM + dropoffM,
    detourS: pickupS + dropoffS,
  };
};

const detourOfEnd = (end: LegAccess, route: Route, pace: Pace): number =>
  end.by === "walk"
    ? 0
    : extraDistanceM(end.beforeRad + end.afterRad, route.legRad[end.leg]!, pace);

/** Distance beyond the leg itself, never negative through rounding. */
function extraDistanceM(throughRad: number, legRad: number, pace: Pace): number {
  return Math.max(0, pace.roadFactor * EARTH_RADIUS_M * (throughRad - legRad));
}

/** A known road is divided in proportion to the great-circle pieces of the leg. */
function fractionOf(piece: number, total: number): number {
  return total > 0 ? piece / total : 0;
}
