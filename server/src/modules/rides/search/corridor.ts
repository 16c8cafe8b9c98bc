import { WALK_MAX_M } from "@commonlane/contract/limits";
import type { LatLng } from "@commonlane/contract/shapes";
import { toCandidateRide } from "@commonlane/matching/road-rule";
import type { MatchRide } from "@commonlane/matching/rule";
import { distanceM, EARTH_RADIUS_M, pointAlongLeg } from "@commonlane/matching/geo";
import { type Box, boxesAround } from "#modules/places/index.ts";
import type { Settings } from "#platform/settings.ts";
import { toMatchRide, toRoadRide } from "../route/route-geometry.ts";
import { matchSettings } from "../route/ride-route.ts";
import type { RideRow } from "../rides.store.ts";

/** Where and when a possible match can be: a coarse filter that never excludes a match. */
export interface Corridor {
  readonly ride: RideRow;
  /** Together they contain every place that the ride may pass for a passenger. */
  readonly boxes: readonly Box[];
  readonly start: LatLng;
  readonly end: LatLng;
  /** The great circles from the start over both places of a passenger to the end add up to no more, without walks. */
  readonly lengthM: number;
  /** Every pickup lies between these instants. */
  readonly from: Date;
  readonly to: Date;
}

/** A saved search or an open request, by its id, and a ride in whose corridor it may lie. */
export interface AlongRide {
  readonly id: string;
  readonly passing_ride_id: string;
}

const PIECE_M = 50_000;
const PIECES_MAX = 20;
/** Covers rounding, and the error of a planar formula on the sphere. */
const SLACK = 1.01;

/** The corridor of a ride. `inaccuracyM` is the possible error of the places that it is compared with, in metres. */
export function calculateCorridor(ride: RideRow, settings: Settings, inaccuracyM = 0): Corridor {
  const roadRide = toRoadRide(ride);
  const detourM = roadRide ? ride.max_detour_m : estimateDetourM(ride, settings);
  const legs = legsOf(roadRide ? toCandidateRide(roadRide) : toMatchRide(ride)).map((leg) => ({
    ...leg,
    // On roads the line itself may run along the edge of its ellipse, and a walk begins there.
    reachM:
      SLACK *
        Math.max(maxDistanceFromLegM(leg, detourM), maxDistanceFromLegM(leg, 0) + WALK_MAX_M) +
      inaccuracyM,
  }));

  // Every ride has legs, which their type does not say.
  const origin = { lat: ride.origin_lat, lng: ride.origin_lng };
  const totalM = legs.reduce((sum, { lengthM }) => sum + lengthM, 0);
  const pieceM = Math.max(PIECE_M, totalM / PIECES_MAX);
  const drivenM = legs.reduce((sum, leg) => sum + leg.drivenM, 0);
  return {
    ride,
    boxes: groupShortLegs(legs, pieceM).flatMap((run) => boxesAlong(run, pieceM)),
    start: legs[0]?.from ?? origin,
    end: legs.at(-1)?.to ?? origin,
    // Each of the two places is the end of two great circles.
    lengthM: SLACK * (drivenM + detourM) + 4 * inaccuracyM,
    from: ride.departs_at,
    to: new Date(ride.arrives_at.getTime() + ride.max_detour_s * 1000),
  };
}

/** The longest detour of a ride without roads, as a length of great circles. */
function estimateDetourM(ride: RideRow, settings: Settings): number {
  const { detourMps, roadFactor } = matchSettings(settings);
  return Math.min(ride.max_detour_m, ride.max_detour_s * detourMps) / roadFactor;
}

/** The legs as driven. A road may leave the straight leg by its bends, because only its length is known. */
function legsOf({ points, legs, isOnRoads }: MatchRide): DrivenLeg[] {
  return points.slice(1).map((to, n) => {
    const from = points[n] ?? to;
    const lengthM = distanceM(from, to);
    const roadM = legs?.[n]?.distanceM ?? lengthM;
    return {
      from,
      to,
      lengthM,
      drivenM: isOnRoads === true ? Math.max(lengthM, roadM) : lengthM,
    };
  });
}

interface DrivenLeg {
  readonly from: LatLng;
  readonly to: LatLng;
  /** Of the great circle. */
  readonly lengthM: number;
  /** At least the length of the great circle; without roads just that. */
  readonly drivenM: number;
}

interface Leg extends DrivenLeg {
  /** Farthest from the leg that a passenger can be. */
  readonly reachM: number;
}

/**
 * Groups neighbouring legs that together are no longer than a piece, as on roads. A longer leg is a group of its own.
 */
function groupShortLegs(legs: readonly Leg[], pieceM: number): Leg[][] {
  const runs: Leg[][] = [];
  let runM = Infinity;
  for (const leg of legs) {
    runM += leg.lengthM;
    if (runM <= pieceM) runs.at(-1)?.push(leg);
    else {
      runs.push([leg]);
      runM = leg.lengthM;
    }
  }
  return runs;
}

/** One circle around a group of legs, or several along a single leg that is longer than a piece. */
function boxesAlong(run: readonly Leg[], pieceM: number): Box[] {
  const [first] = run;
  if (!first) return [];
  const pieces = run.length > 1 ? 1 : Math.max(1, Math.ceil(first.lengthM / pieceM));
  const offM = Math.max(...run.map(({ reachM }) => reachM));
  return Array.from({ length: pieces }, (_, n) => {
    const middle =
      run.length > 1 ? first.to : pointAlongLeg(first.from, first.to, (n + 0.5) / pieces);
    const alongM =
      run.length > 1
        ? Math.max(
            ...run.flatMap(({ from, to }) => [distanceM(middle, from), distanceM(middle, to)]),
          )
        : 0;
    return boxesAround(
      middle,
      Math.min(HALF_CIRCUMFERENCE_M, Math.max(alongM, first.lengthM / pieces / 2) + offM),
    );
  }).flat();
}

const HALF_CIRCUMFERENCE_M = Math.PI * EARTH_RADIUS_M;

/**
 * Largest distance from a leg of a place whose detour is at most `detourM`: the minor half axis of the ellipse around
 * the leg, cos b = cos a / cos (d / 2) with a = (d + extra) / 2 (docs/decisions/0011-matching-index.md).
 */
function maxDistanceFromLegM({ lengthM, drivenM }: DrivenLeg, detourM: number): number {
  const length = lengthM / EARTH_RADIUS_M;
  const extra = (drivenM + detourM - lengthM) / EARTH_RADIUS_M;
  if ((length + extra) / 2 >= Math.PI / 2) return HALF_CIRCUMFERENCE_M;
  const sine = Math.sqrt(Math.sin(length + extra / 2) * Math.sin(extra / 2)) / Math.cos(length / 2);
  return EARTH_RADIUS_M * Math.max(extra / 2, Math.asin(Math.min(1, sine)));
}
