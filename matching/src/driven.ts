import type { LegEnd } from "./ends.ts";
import { EARTH_RADIUS_M } from "./geo.ts";
import { angle } from "./sphere.ts";
import type { Leg, Pace, Way } from "./way.ts";

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
  const leg = way.legs[pickup.leg]!;
  const bothOnTheLeg = pickup.by === "walk" && dropoff.by === "walk";
  if (bothOnTheLeg && pickup.beforeRad > dropoff.beforeRad) return undefined;
  const betweenRad = bothOnTheLeg ? dropoff.beforeRad - pickup.beforeRad : angle(pickup.at, dropoff.at);
  const throughRad = pickup.beforeRad + betweenRad + dropoff.afterRad;
  const detourM = bothOnTheLeg ? 0 : extraM(throughRad, leg, pace);
  const detourS = detourM / pace.driveMps;
  const before = shareOf(pickup.beforeRad, throughRad);
  const between = shareOf(betweenRad, throughRad);
  return {
    toPickupS: leg.startS + before * (leg.roadS + detourS),
    distanceM: between * (leg.roadM + detourM),
    durationS: between * (leg.roadS + detourS),
    detourM,
    detourS,
  };
};

const onTwoLegs = (way: Way, pickup: LegEnd, dropoff: LegEnd, pace: Pace): Driven => {
  const first = way.legs[pickup.leg]!;
  const last = way.legs[dropoff.leg]!;
  const next = way.legs[pickup.leg + 1]!;
  const pickupM = detourOf(pickup, first, pace);
  const dropoffM = detourOf(dropoff, last, pace);
  const pickupS = pickupM / pace.driveMps;
  const dropoffS = dropoffM / pace.driveMps;
  const before = shareOf(pickup.beforeRad, pickup.beforeRad + pickup.afterRad);
  const until = shareOf(dropoff.beforeRad, dropoff.beforeRad + dropoff.afterRad);
  return {
    toPickupS: first.startS + before * (first.roadS + pickupS),
    distanceM: (1 - before) * (first.roadM + pickupM) + (last.startM - next.startM) + until * (last.roadM + dropoffM),
    durationS: (1 - before) * (first.roadS + pickupS) + (last.startS - next.startS) + until * (last.roadS + dropoffS),
    detourM: pickupM + dropoffM,
    detourS: pickupS + dropoffS,
  };
};

const detourOf = (end: LegEnd, leg: Leg, pace: Pace): number =>
  end.by === "walk" ? 0 : extraM(end.beforeRad + end.afterRad, leg, pace);

/** Driving beyond the leg itself; rounding must not make it negative. */
const extraM = (throughRad: number, leg: Leg, pace: Pace): number =>
  Math.max(0, pace.roadFactor * EARTH_RADIUS_M * (throughRad - leg.arc.rad));

/** Where a road is known its length is shared out in proportion to the great-circle pieces of the leg. */
const shareOf = (piece: number, whole: number): number => (whole > 0 ? piece / whole : 0);
