import type { LegEnd } from "./ends.ts";
import { EARTH_RADIUS_M } from "./geo.ts";
import type { Pace } from "./model.ts";
import { angle } from "./sphere.ts";
import type { Way } from "./way.ts";

/** What is driven for one person: from the ride's start to the pickup, from there to the dropoff, and the host's extra. */
export interface Driven {
  readonly toPickupS: number;
  readonly distanceM: number;
  readonly durationS: number;
  readonly detourM: number;
  readonly detourS: number;
}

/** The drive with these two ends inserted; undefined when they lie on one leg in the wrong order. */
export const drivenBetween = (way: Way, pickup: LegEnd, dropoff: LegEnd, pace: Pace): Driven | undefined =>
  pickup.leg === dropoff.leg ? onOneLeg(way, pickup, dropoff, pace) : onTwoLegs(way, pickup, dropoff, pace);

const onOneLeg = (way: Way, pickup: LegEnd, dropoff: LegEnd, pace: Pace): Driven | undefined => {
  const { leg } = pickup;
  const bothOnTheLeg = pickup.by === "walk" && dropoff.by === "walk";
  if (bothOnTheLeg && pickup.beforeRad > dropoff.beforeRad) return undefined;
  const betweenRad = bothOnTheLeg ? dropoff.beforeRad - pickup.beforeRad : angle(pickup.at, dropoff.at);
  const throughRad = pickup.beforeRad + betweenRad + dropoff.afterRad;
  const detourM = bothOnTheLeg ? 0 : extraM(throughRad, way.legRad[leg]!, pace);
  const detourS = detourM / pace.driveMps;
  const before = shareOf(pickup.beforeRad, throughRad);
  const between = shareOf(betweenRad, throughRad);
  return {
    toPickupS: way.startS[leg]! + before * (way.roadS[leg]! + detourS),
    distanceM: between * (way.roadM[leg]! + detourM),
    durationS: between * (way.roadS[leg]! + detourS),
    detourM,
    detourS,
  };
};

const onTwoLegs = (way: Way, pickup: LegEnd, dropoff: LegEnd, pace: Pace): Driven => {
  const first = pickup.leg;
  const last = dropoff.leg;
  const pickupM = detourOf(pickup, way, pace);
  const dropoffM = detourOf(dropoff, way, pace);
  const pickupS = pickupM / pace.driveMps;
  const dropoffS = dropoffM / pace.driveMps;
  const before = shareOf(pickup.beforeRad, pickup.beforeRad + pickup.afterRad);
  const until = shareOf(dropoff.beforeRad, dropoff.beforeRad + dropoff.afterRad);
  const firstS = way.roadS[first]! + pickupS;
  const betweenM = way.startM[last]! - way.startM[first + 1]!;
  const betweenS = way.startS[last]! - way.startS[first + 1]!;
  return {
    toPickupS: way.startS[first]! + before * firstS,
    distanceM: (1 - before) * (way.roadM[first]! + pickupM) + betweenM + until * (way.roadM[last]! + dropoffM),
    durationS: (1 - before) * firstS + betweenS + until * (way.roadS[last]! + dropoffS),
    detourM: pickupM + dropoffM,
    detourS: pickupS + dropoffS,
  };
};

const detourOf = (end: LegEnd, way: Way, pace: Pace): number =>
  end.by === "walk" ? 0 : extraM(end.beforeRad + end.afterRad, way.legRad[end.leg]!, pace);

/** Driving beyond the leg itself; rounding must not make it negative. */
const extraM = (throughRad: number, legRad: number, pace: Pace): number =>
  Math.max(0, pace.roadFactor * EARTH_RADIUS_M * (throughRad - legRad));

/** Where a road is known its length is shared out in proportion to the great-circle pieces of the leg. */
const shareOf = (piece: number, whole: number): number => (whole > 0 ? piece / whole : 0);
