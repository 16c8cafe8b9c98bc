import type { LatLng } from "@commonlane/contract/shapes";
import { insertStops, detourByLegM } from "@commonlane/matching/agreed-stops";
import { distanceM, nearestOnLeg } from "@commonlane/matching/geo";
import type { Context } from "#platform/context.ts";
import type { Drive, RideStop } from "#platform/db/schema/ride-columns.ts";
import { encodePolyline } from "@commonlane/contract/polyline";
import { getLegLines } from "../route-geometry.ts";
import { matchSettings } from "../ride-route.ts";
import type { RideRow } from "../../rides.store.ts";

type RoutingContext = Pick<Context, "routing" | "settings">;

/** Calculates the drive through these stops in this order, and what it adds to the planned route. */
export function calculateDrive(
  ctx: RoutingContext,
  planned: RideRow,
  stops: readonly Pick<RideStop, "at" | "leg">[],
): Drive {
  const lines = getLegLines(planned);
  if (lines) return calculateDriveOnRoads(ctx, planned, stops, lines);
  const settings = matchSettings(ctx.settings);
  const extra_m = detourByLegM(planned.points, stops, settings);
  return {
    extra_m,
    extra_s: extra_m.map((metres) => metres / settings.detourMps),
    roads: null,
  };
}

/** A piece of the driven route between two neighbouring stops. */
interface DrivenLeg {
  readonly distanceM: number;
  readonly durationS: number;
  readonly line: readonly LatLng[];
}

function calculateDriveOnRoads(
  ctx: RoutingContext,
  ride: RideRow,
  stops: readonly Pick<RideStop, "at" | "leg">[],
  lines: readonly (readonly LatLng[])[],
): Drive {
  const { leg_distance_m, leg_duration_s } = ride;
  const { points, legOf } = insertStops(ride.points, stops);
  const drivenLegs: DrivenLeg[] = [];
  for (const [n, leg] of legOf.entries()) {
    const road = {
      distanceM: leg_distance_m[leg] ?? 0,
      durationS: leg_duration_s[leg] ?? 0,
      line: lines[leg] ?? [],
    };
    drivenLegs.push(driveBetween(ctx, road, points.slice(n, n + 2)));
  }
  const sumOnLeg = (leg: number, valueOf: (drivenLeg: DrivenLeg) => number) =>
    drivenLegs.reduce(
      (sum, drivenLeg, n) => (legOf[n] === leg ? sum + valueOf(drivenLeg) : sum),
      0,
    );
  // The detour is never negative, even if the routing engine finds a shorter route with a stop than without.
  const extraPerLeg = (
    plannedValues: readonly number[],
    valueOf: (drivenLeg: DrivenLeg) => number,
  ) => plannedValues.map((length, leg) => Math.max(0, sumOnLeg(leg, valueOf) - length));
  return {
    extra_m: extraPerLeg(leg_distance_m, (drivenLeg) => drivenLeg.distanceM),
    extra_s: extraPerLeg(leg_duration_s, (drivenLeg) => drivenLeg.durationS),
    roads: {
      leg_distance_m: drivenLegs.map((drivenLeg) => drivenLeg.distanceM),
      leg_duration_s: drivenLegs.map((drivenLeg) => drivenLeg.durationS),
      leg_points: drivenLegs.map(({ line }) => line.length),
      polyline: encodePolyline(
        drivenLegs.flatMap(({ line }, n) => (n === 0 ? line : line.slice(1))),
      ),
    },
  };
}

/** Places closer than this to the planned road count as on it. */
const ON_ROAD_TOLERANCE_M = 5;

/** The part of the planned road between two places on it; otherwise the road. */
function driveBetween(
  { routing }: RoutingContext,
  road: DrivenLeg,
  [from, to]: readonly LatLng[],
): DrivenLeg {
  if (!from || !to) throw new Error("A leg needs a start and an end.");
  const begins = locateOnLine(road.line, from);
  const ends = locateOnLine(road.line, to);
  if (
    begins.offM < ON_ROAD_TOLERANCE_M &&
    ends.offM < ON_ROAD_TOLERANCE_M &&
    begins.share <= ends.share
  ) {
    const share = ends.share - begins.share;
    const line = [from, ...road.line.slice(begins.next, ends.next), to];
    return {
      distanceM: share * road.distanceM,
      durationS: share * road.durationS,
      line,
    };
  }
  const [leg] = routing.route([from, to]).legs;
  if (!leg) throw new Error("A route between two places must have one leg.");
  return { ...leg, line: [from, ...leg.line, to] };
}

/** Where a place is beside a line. */
interface OnLine {
  /** Distance from the line; infinite if that has fewer than two points. */
  readonly offM: number;
  /** The nearest point; the place itself if the line has fewer than two points. */
  readonly point: LatLng;
  /** Index of the line's next point. */
  readonly next: number;
  /** Share of the line's length before the nearest point, from 0 to 1. */
  readonly share: number;
  readonly lengthM: number;
}

export function locateOnLine(line: readonly LatLng[], place: LatLng): OnLine {
  let best = {
    offM: Infinity,
    point: place,
    alongM: 0,
    next: 1,
  };
  let lengthM = 0;
  for (const [n, to] of line.slice(1).entries()) {
    const from = line[n] ?? to;
    const pieceM = distanceM(from, to);
    const near = nearestOnLeg(from, to, place);
    const alongM = lengthM + near.fraction * pieceM;
    if (near.distanceM < best.offM)
      best = {
        offM: near.distanceM,
        point: near.point,
        alongM,
        next: n + 1,
      };
    lengthM += pieceM;
  }
  return {
    offM: best.offM,
    point: best.point,
    next: best.next,
    share: lengthM > 0 ? best.alongM / lengthM : 0,
    lengthM,
  };
}

/** The nearest point of a line, and the line from there on. */
export function nearestPointOnLine(
  line: readonly LatLng[],
  place: LatLng,
): { at: LatLng; restOfLine: readonly LatLng[] } {
  if (line.length < 2) return { at: place, restOfLine: line };
  const { point, next } = locateOnLine(line, place);
  return { at: point, restOfLine: [point, ...line.slice(next)] };
}
