import type { LatLng } from "../geo.ts";
import type { RoadLegAccess } from "./leg-access.ts";
import { minRoad, minus, NO_ROAD, plus, withinBounds } from "./road-ride.ts";
import type { Road, RoadLookup, RoadRide } from "./road-ride.ts";

/** The drive with one passenger, on roads. */
export interface RoadDrivingCost {
  readonly toPickupS: number;
  readonly distanceM: number;
  readonly durationS: number;
  readonly detourM: number;
  readonly detourS: number;
}

/** Roads between a ride and a search. */
export interface Roads {
  /** Undefined if there is none. */
  between(from: LatLng, to: LatLng): Road | undefined;
}

/** The least that any road can take. */
export const LEAST_ROADS: Roads = { between: minRoad };

/** Roads of a lookup. Records whether one was estimated. */
export class KnownRoads implements Roads {
  readonly #lookup: RoadLookup;
  /** Set to false before each drive. */
  hasEstimate = false;

  constructor(lookup: RoadLookup) {
    this.#lookup = lookup;
  }

  between(from: LatLng, to: LatLng): Road | undefined {
    const road = this.#lookup(from, to);
    if (road?.estimated) this.hasEstimate = true;
    return road ? withinBounds(road, minRoad(from, to)) : undefined;
  }
}

/** The drive with these two ends inserted; undefined if a road is missing or they are in the wrong order on one leg. */
export const calculateRoadDrivingCost = (
  ride: RoadRide,
  roads: Roads,
  pickup: RoadLegAccess,
  dropoff: RoadLegAccess,
): RoadDrivingCost | undefined =>
  pickup.leg === dropoff.leg
    ? onOneLeg(ride, roads, pickup, dropoff)
    : onTwoLegs(ride, roads, pickup, dropoff);

/** From the first point of the leg to an end on the leg. */
const toEnd = (
  ride: RoadRide,
  roads: Roads,
  { leg, by, at, along }: RoadLegAccess,
): Road | undefined => (by === "walk" ? along : roads.between(ride.points[leg]!, at));

/** From an end to the last point of the leg. */
const fromEnd = (
  ride: RoadRide,
  roads: Roads,
  { leg, by, at, along }: RoadLegAccess,
): Road | undefined =>
  by === "walk" ? minus(ride.legs[leg]!, along) : roads.between(at, ride.points[leg + 1]!);

/** The drive before a leg. */
const before = (ride: RoadRide, leg: number): Road => {
  let sum = NO_ROAD;
  for (let k = 0; k < leg; k++) sum = plus(sum, ride.legs[k]!);
  return sum;
};

const onOneLeg = (
  ride: RoadRide,
  roads: Roads,
  pickup: RoadLegAccess,
  dropoff: RoadLegAccess,
): RoadDrivingCost | undefined => {
  const { leg } = pickup;
  const onFoot = pickup.by === "walk" && dropoff.by === "walk";
  const to = toEnd(ride, roads, pickup);
  const between = onFoot
    ? minus(dropoff.along, pickup.along)
    : roads.between(pickup.at, dropoff.at);
  const from = fromEnd(ride, roads, dropoff);
  // Two ends on foot must be in order along the line.
  if (to === undefined || between === undefined || from === undefined || between.distanceM < 0)
    return undefined;
  const extra = onFoot ? NO_ROAD : minus(plus(plus(to, between), from), ride.legs[leg]!);
  return toDrivingCost(plus(before(ride, leg), to), between, extra, NO_ROAD);
};

const onTwoLegs = (
  ride: RoadRide,
  roads: Roads,
  pickup: RoadLegAccess,
  dropoff: RoadLegAccess,
): RoadDrivingCost | undefined => {
  const to = toEnd(ride, roads, pickup);
  const on = fromEnd(ride, roads, pickup);
  const until = toEnd(ride, roads, dropoff);
  const from = fromEnd(ride, roads, dropoff);
  if (to === undefined || on === undefined || until === undefined || from === undefined)
    return undefined;
  const between = minus(before(ride, dropoff.leg), before(ride, pickup.leg + 1));
  const extraIn = pickup.by === "walk" ? NO_ROAD : minus(plus(to, on), ride.legs[pickup.leg]!);
  const extraOut =
    dropoff.by === "walk" ? NO_ROAD : minus(plus(until, from), ride.legs[dropoff.leg]!);
  return toDrivingCost(
    plus(before(ride, pickup.leg), to),
    plus(plus(on, between), until),
    extraIn,
    extraOut,
  );
};

/** The detour is never negative, even if the routing engine finds a shorter route with a stop than without. */
const toDrivingCost = (
  toPickup: Road,
  between: Road,
  extraIn: Road,
  extraOut: Road,
): RoadDrivingCost => ({
  toPickupS: toPickup.durationS,
  distanceM: between.distanceM,
  durationS: between.durationS,
  detourM: Math.max(0, extraIn.distanceM) + Math.max(0, extraOut.distanceM),
  detourS: Math.max(0, extraIn.durationS) + Math.max(0, extraOut.durationS),
});
