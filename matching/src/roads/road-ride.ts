import { distanceM } from "../geo.ts";
import type { LatLng } from "../geo.ts";
import type { MatchRide } from "../model.ts";
import { lengthOfLine } from "./nearest-on-line.ts";

/** Distance and time of a drive between two places. */
export interface Road {
  readonly distanceM: number;
  readonly durationS: number;
  /** Set if some part of it is estimated. */
  readonly estimated?: true;
}

/** Looks up the road between two places: null if there is none. */
export type RoadLookup = (from: LatLng, to: LatLng) => Road | null;

/** A place where a walker can meet the ride on one leg. */
export interface MeetingPoint {
  readonly at: LatLng;
  /** What is driven on the leg before it. */
  readonly along: Road;
  /** The way on foot between the walker's place and this point. */
  readonly walkM: number;
  readonly walkS: number;
  /** A better place to meet: chosen although another one is nearer by up to this many seconds of walking. */
  readonly preferenceS?: number;
}

/**
 * Lists the places where a walker from (or to) `place` can meet the ride on a leg, at most `maxWalkM` away. A place is
 * at most `MEETING_POINT_OFF_LINE_M` from the leg's line. A walk is never shorter than the great circle, nor faster than
 * `MAX_WALK_MPS`: the index finds rides by these bounds.
 */
export type MeetingPoints = (
  leg: number,
  place: LatLng,
  maxWalkM: number,
) => readonly MeetingPoint[];

/** A ride with known roads: each leg has its line from point to point. */
export interface RoadRide extends MatchRide {
  readonly legs: readonly (Road & { readonly line: readonly LatLng[] })[];
  /** By default a walker meets the ride at the point of the line nearest to them. */
  readonly meetingPoints?: MeetingPoints | undefined;
}

/** The highest speed on any road; faster answers of a routing engine are limited to it. */
export const MAX_ROAD_MPS = 50;
/** No one walks faster than this. */
export const MAX_WALK_MPS = 2;
/** Meeting points lie this near to the line of the ride. */
export const MEETING_POINT_OFF_LINE_M = 50;

/**
 * Length of the great circles over any place where the car is on this leg of its own route, also at a meeting point
 * beside its line.
 */
export const reachOfLegM = (leg: RoadRide["legs"][number]): number =>
  Math.max(leg.distanceM, lengthOfLine(leg.line) + 2 * MEETING_POINT_OFF_LINE_M);

/** The least that a drive between two places can take: the great circle at the highest speed. */
export const minRoad = (from: LatLng, to: LatLng): Road => {
  const metres = distanceM(from, to);
  return {
    distanceM: metres,
    durationS: metres / MAX_ROAD_MPS,
  };
};

/**
 * A road that is never shorter than the great circle, nor faster than `MAX_ROAD_MPS`. Routing engines measure from the
 * road that is nearest to a place, which may be far from it. All bounds of the index follow from this.
 */
export const withinBounds = (road: Road, least: Road): Road =>
  road.distanceM >= least.distanceM && road.durationS >= least.durationS
    ? road
    : {
        distanceM: Math.max(road.distanceM, least.distanceM),
        durationS: Math.max(road.durationS, least.durationS),
      };

export const NO_ROAD: Road = {
  distanceM: 0,
  durationS: 0,
};
export const plus = (a: Road, b: Road): Road => ({
  distanceM: a.distanceM + b.distanceM,
  durationS: a.durationS + b.durationS,
});
export const minus = (a: Road, b: Road): Road => ({
  distanceM: a.distanceM - b.distanceM,
  durationS: a.durationS - b.durationS,
});
