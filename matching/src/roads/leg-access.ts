import { maxExtraRad } from "../rule/best-combination.ts";
import type { LimitTolerance } from "../rule/best-combination.ts";
import { distanceM } from "../geo.ts";
import type { LatLng } from "../geo.ts";
import type { AccessMode, MatchSettings } from "../model.ts";
import { nearestOnLine } from "./nearest-on-line.ts";
import type { OnLine } from "./nearest-on-line.ts";
import { NO_ROAD, reachOfLegM } from "./road-ride.ts";
import type { MeetingPoint, MeetingPoints, Road, RoadRide } from "./road-ride.ts";

/** One way to get in or out on one leg. `along` is what was driven on the leg before a passenger who walks. */
export interface RoadLegAccess {
  readonly leg: number;
  readonly by: AccessMode;
  readonly at: LatLng;
  readonly walkM: number;
  readonly walkS: number;
  readonly along: Road;
  /** As in `MeetingPoint`. */
  readonly preferenceS?: number;
}

// Sums of the same lengths in another order differ by much less.
const ROUNDING_M = 1e-6;

/** Limits of one end. */
export interface RoadAccessLimits {
  readonly walkM: number;
  readonly tolerance: LimitTolerance;
}

/**
 * For each leg: walking to its meeting points, being fetched, or both. Leaves out fetching if even the great-circle
 * detour is too long, because no road is shorter.
 */
export const findRoadLegAccess = (
  ride: RoadRide,
  place: LatLng,
  { walkM, tolerance }: RoadAccessLimits,
  settings: MatchSettings,
): RoadLegAccess[] => {
  const fetches = maxExtraRad(ride, settings, tolerance) >= 0;
  const meetingPoints = ride.meetingPoints ?? nearestMeetingPoint(ride, settings);
  const longestM = ride.maxDetourM * tolerance.detour + ROUNDING_M;
  let beforeM = distanceM(ride.points[0]!, place);
  return ride.legs.flatMap((leg, k) => {
    const ends: RoadLegAccess[] = [];
    const afterM = distanceM(place, ride.points[k + 1]!);
    const extraM = beforeM + afterM - reachOfLegM(leg);
    // Going to the place and back to the leg adds two walks at most.
    if (extraM <= 2 * walkM + ROUNDING_M)
      for (const point of meetingPoints(k, place, walkM))
        if (point.walkM <= walkM)
          ends.push({
            ...point,
            leg: k,
            by: "walk",
          });
    if (fetches && extraM <= longestM)
      ends.push({
        leg: k,
        by: "fetch",
        at: place,
        walkM: 0,
        walkS: 0,
        along: NO_ROAD,
      });
    beforeM = afterM;
    return ends;
  });
};

/** The default of `RoadRide.meetingPoints`: the point of the leg's line nearest to the place, reached on a straight path. */
export const nearestMeetingPoint =
  (ride: RoadRide, { walkFactor, walkMps }: MatchSettings): MeetingPoints =>
  (k, place, maxWalkM): MeetingPoint[] => {
    const leg = ride.legs[k]!;
    const near = nearestOnLine(leg.line, place);
    const walkM = walkFactor * near.offM;
    if (walkM > maxWalkM) return [];
    const along = {
      distanceM: near.share * leg.distanceM,
      durationS: near.share * leg.durationS,
    };
    return [
      {
        at: snapToRideEnd(ride, k, near),
        along,
        walkM,
        walkS: walkM / walkMps,
      },
    ];
  };

/**
 * Replaces the first or last point of the line by the ride's own point. The line begins and ends on the road beside it.
 */
const snapToRideEnd = (ride: RoadRide, leg: number, { at, share }: OnLine): LatLng => {
  if (share === 0) return ride.points[leg]!;
  return share === 1 ? ride.points[leg + 1]! : at;
};
