import { distanceM, EARTH_RADIUS_M } from "./geo.ts";
import type { LatLng } from "./geo.ts";
import { estimateLegs } from "./driving-estimate.ts";
import type { Match, MatchRide, Pace } from "./model.ts";
import { angle, vecOf } from "./geometry/sphere.ts";

/** A stop agreed with a passenger, and the leg of the planned route it lies on. */
export interface AgreedStop {
  /** Id of the seat request. */
  readonly id: string;
  readonly end: "in" | "out";
  readonly at: LatLng;
  readonly leg: number;
}

/** The planned points and the agreed stops in driving order, with the planned leg that each driven leg belongs to. */
export interface DrivenPoints {
  readonly points: readonly LatLng[];
  readonly legOf: readonly number[];
}

/** Stops must be in driving order. */
export const insertStops = (
  planned: readonly LatLng[],
  stops: readonly Pick<AgreedStop, "at" | "leg">[],
): DrivenPoints => {
  const points = planned.slice(0, 1);
  const legOf: number[] = [];
  for (const [leg, end] of planned.slice(1).entries()) {
    for (const stop of stops) if (stop.leg === leg) points.push(stop.at);
    points.push(end);
    while (legOf.length < points.length - 1) legOf.push(leg);
  }
  return { points, legOf };
};

/** Index of the n-th stop among the driven points. */
export function stopPointIndex(stops: readonly Pick<AgreedStop, "leg">[], n: number): number {
  return n + stops[n]!.leg + 1;
}

/** Index of a planned point among the driven points. */
export function plannedPointIndex(stops: readonly Pick<AgreedStop, "leg">[], n: number): number {
  return n + stops.filter(({ leg }) => leg < n).length;
}

/** Detour in metres that the stops add to each planned leg; 0 for stops on the leg. */
export const detourByLegM = (
  planned: readonly LatLng[],
  stops: readonly Pick<AgreedStop, "at" | "leg">[],
  { roadFactor }: Pick<Pace, "roadFactor">,
): number[] =>
  planned.slice(1).map((end, leg) => {
    const stopsOnLeg = stops.filter((stop) => stop.leg === leg).map(({ at }) => at);
    const through =
      lengthRad([planned[leg]!, ...stopsOnLeg, end]) - lengthRad([planned[leg]!, end]);
    return stopsOnLeg.length === 0 ? 0 : Math.max(0, roadFactor * EARTH_RADIUS_M * through);
  });

/**
 * The ride as it is driven with its confirmed passengers, with what is left of the host's detour limit. The index holds
 * this form. Seats stay per planned leg. The stops of a leg share its road and their detour in proportion to their pieces.
 */
export const withAgreedStops = (
  planned: MatchRide,
  stops: readonly AgreedStop[],
  pace: Pace,
): MatchRide => {
  if (stops.length === 0) return planned;
  const { points, legOf } = insertStops(planned.points, stops);
  const extraM = detourByLegM(planned.points, stops, pace);
  const usedM = extraM.reduce((sum, metres) => sum + metres, 0);
  return {
    ...planned,
    points,
    seatsLeft: legOf.map((leg) => planned.seatsLeft[leg]!),
    maxDetourM: Math.max(0, planned.maxDetourM - usedM),
    maxDetourS: Math.max(0, planned.maxDetourS - usedM / pace.detourMps),
    legs: splitLegs(
      planned.legs ?? estimateLegs(planned.points, pace),
      { points, legOf },
      extraM.map((metres) => ({
        distanceM: metres,
        durationS: metres / pace.detourMps,
      })),
    ),
  };
};

type Legs = NonNullable<MatchRide["legs"]>;

/** The share of a leg that a piece of it has; of a leg without length, the last piece has all. */
const shareOfLeg = (length: number, legLength: number, isLast: boolean): number => {
  if (legLength > 0) return length / legLength;
  return isLast ? 1 : 0;
};

/** The legs of the driven route: the pieces of a planned leg share it and its detour in proportion to their lengths. */
export const splitLegs = (planned: Legs, { points, legOf }: DrivenPoints, detours: Legs): Legs => {
  const lengths = legOf.map((_, n) => lengthRad([points[n]!, points[n + 1]!]));
  const legLengths = planned.map((_, leg) =>
    lengths.reduce((sum, length, n) => (legOf[n] === leg ? sum + length : sum), 0),
  );
  return legOf.map((leg, n) => {
    const isLast = legOf[n + 1] !== leg;
    const share = shareOfLeg(lengths[n]!, legLengths[leg]!, isLast);
    return {
      distanceM: share * (planned[leg]!.distanceM + detours[leg]!.distanceM),
      durationS: share * (planned[leg]!.durationS + detours[leg]!.durationS),
    };
  });
};

/** The instants at which the ride reaches each of its points. */
export const calculateInstants = (ride: MatchRide, pace: Pace): number[] => {
  let atMs = ride.departsAtMs;
  const legs = ride.legs ?? estimateLegs(ride.points, pace);
  return [atMs, ...legs.map(({ durationS }) => (atMs += durationS * 1000))];
};

/** Position of a pickup or dropoff on the driven route. */
export interface SegmentEnd {
  /** Leg of the driven route. */
  readonly leg: number;
  readonly at: LatLng;
}

export const toSegmentEnds = (
  match: Match,
): {
  readonly in: SegmentEnd;
  readonly out: SegmentEnd;
} => ({
  in: { leg: match.pickupLeg, at: match.pickup },
  out: { leg: match.dropoffLeg, at: match.dropoff },
});

// A passenger who gets in at a point of the ride itself needs no extra stop.
const SAME_POINT_M = 0.01;

/** Adds the stops of one more passenger where the rule found them. The other stops keep their order. */
export const insertPassengerStops = (
  planned: readonly LatLng[],
  stops: readonly AgreedStop[],
  id: string,
  ends: {
    readonly in: SegmentEnd;
    readonly out: SegmentEnd;
  },
): AgreedStop[] => {
  const { legOf } = insertStops(planned, stops);
  const all = [...stops];
  // Insert the dropoff first, so that it does not shift the position of the pickup.
  for (const end of ["out", "in"] as const) {
    const { at } = ends[end];
    const driven = ends[end].leg;
    const leg = legOf[driven]!;
    const before = stops.filter((_, n) => stopPointIndex(stops, n) <= driven).length;
    // With both on one leg, the car drives from pickup to dropoff within the leg: the pickup may be its start, the
    // dropoff its end.
    const isSameLeg = ends.in.leg === ends.out.leg;
    const isFirst = (end === "in" || !isSameLeg) && plannedPointIndex(stops, leg) === driven;
    const isLast =
      (end === "out" || !isSameLeg) && plannedPointIndex(stops, leg + 1) === driven + 1;
    const begins = isFirst && distanceM(planned[leg]!, at) < SAME_POINT_M;
    const ending = isLast && distanceM(planned[leg + 1]!, at) < SAME_POINT_M;
    if (!begins && !ending)
      all.splice(before, 0, {
        id,
        end,
        at,
        leg,
      });
  }
  return all;
};

const lengthRad = (points: readonly LatLng[]): number =>
  points.slice(1).reduce((sum, to, n) => sum + angle(vecOf(points[n]!), vecOf(to)), 0);
