import { type SegmentEnd, insertPassengerStops } from "@commonlane/matching/agreed-stops";
import { distanceM, nearestOnLeg } from "@commonlane/matching/geo";
import type { LatLng, Place } from "@commonlane/contract/shapes";
import { roundToGrid } from "#modules/places/index.ts";
import type { Context } from "#platform/context.ts";
import type { DrivenWay, RideStop } from "#platform/db/schema/ride-tables.ts";
import { toDrivenRide, totalDetour, rideEtas } from "./driven-route.ts";
import { calculateDrive } from "./calculate-drive.ts";
import { getLegLines } from "../route/route-geometry.ts";
import type { RideRow } from "../rides.store.ts";
import { splitPoints } from "../rides.view.ts";
import { toPublicRide } from "../route/public-route.ts";

/** Where one end of a part lies on the driven way, and whether somebody walks there. */
export interface MeetingPoint extends SegmentEnd {
  readonly by: "walk" | "fetch";
}
export interface MeetingPoints {
  readonly in: MeetingPoint;
  readonly out: MeetingPoint;
}

/** A ride as it is to be driven from now on, made from the `driven_n`-th version of it. */
export interface DrivenRouteChange {
  readonly drivenRoute: DrivenWay | null;
  readonly arrivesAt: Date;
  readonly baseVersion: number;
  /** All detours together, and what they are more than before. */
  readonly detourM: number;
  readonly detourS: number;
  readonly addedM: number;
  readonly addedS: number;
  /** Beyond what was agreed before. */
  readonly isLonger: boolean;
}

/** Half a metre and half a second are rounding. */
const ROUNDING = 0.5;

/** A part of a ride that was measured, exactly or by areas. */
export interface MeasuredSegment {
  readonly meetingPoints: MeetingPoints | null;
  readonly pickup: Place;
  readonly dropoff: Place;
}

/** The ride with the stops of one more, from door to door, or nothing where they need none. */
export async function addPassenger(
  ctx: Pick<Context, "routing" | "settings">,
  ride: RideRow,
  id: string,
  segment: MeasuredSegment,
): Promise<DrivenRouteChange | undefined> {
  const stops = ride.driven_way?.stops ?? [];
  const meetingPoints = exactMeetingPoints(ride, segment);
  if (!meetingPoints) return undefined;
  const exact = snapWalkersToRoute(ride, meetingPoints);
  const publicPoints = snapWalkersToRoute(toPublicRide(ride), approximateMeetingPoints(ctx, meetingPoints));
  const existingStops = new Map(stops.map((stop) => [stopKey(stop), stop]));
  const all = insertPassengerStops(ride.points, stops, id, exact).map((stop): RideStop => {
    const { lat, lng } = stop.at;
    return existingStops.get(stopKey(stop)) ?? { ...stop, at: { lat, lng }, about: publicPoints[stop.end].at };
  });
  return all.length === stops.length ? undefined : calculateDrivenRoute(ctx, ride, all);
}

/** The ride without the stops of somebody, or nothing where they had none. */
export async function removePassenger(
  ctx: Pick<Context, "routing" | "settings">,
  ride: RideRow,
  id: string,
): Promise<DrivenRouteChange | undefined> {
  const stops = ride.driven_way?.stops ?? [];
  const remainingStops = stops.filter((stop) => stop.id !== id);
  return remainingStops.length === stops.length ? undefined : calculateDrivenRoute(ctx, ride, remainingStops);
}

const stopKey = ({ id, end }: Pick<RideStop, "id" | "end">) => `${id} ${end}`;

async function calculateDrivenRoute(
  ctx: Pick<Context, "routing" | "settings">,
  ride: RideRow,
  stops: readonly RideStop[],
): Promise<DrivenRouteChange> {
  const planned = { ...ride, driven_way: null };
  const exact = await calculateDrive(ctx, planned, stops);
  const isPublicRouteExact =
    !ride.told_way && stops.every(({ at, about }) => at.lat === about.lat && at.lng === about.lng);
  const publicDrive = isPublicRouteExact
    ? exact
    : await calculateDrive(
        ctx,
        toPublicRide(planned),
        stops.map((stop) => ({ ...stop, at: stop.about })),
      );
  const drivenRoute = stops.length > 0 ? { stops, exact, told: publicDrive } : null;
  const [before, after] = [totalDetour(ride.driven_way?.exact), totalDetour(drivenRoute?.exact)];
  return {
    drivenRoute,
    arrivesAt: rideEtas({ ...ride, driven_way: drivenRoute }).at(-1) ?? ride.arrives_at,
    baseVersion: ride.driven_n,
    ...after,
    addedM: Math.max(0, after.detourM - before.detourM),
    addedS: Math.max(0, after.detourS - before.detourS),
    isLonger: after.detourM > before.detourM + ROUNDING || after.detourS > before.detourS + ROUNDING,
  };
}

/** Whether the host agreed to drive so far; who needs no detour comes along however low the limit is by now. */
export const isWithinDetourLimit = (
  { max_detour_m, max_detour_s }: Pick<RideRow, "max_detour_m" | "max_detour_s">,
  { detourM, detourS, isLonger }: DrivenRouteChange,
): boolean => !isLonger || (detourM <= max_detour_m + ROUNDING && detourS <= max_detour_s + ROUNDING);

function exactMeetingPoints(ride: RideRow, { meetingPoints, pickup, dropoff }: MeasuredSegment): MeetingPoints | null {
  const { origin, destination } = splitPoints(ride.points);
  return (
    meetingPoints && {
      in: moveToDoor(meetingPoints.in, pickup, origin),
      out: moveToDoor(meetingPoints.out, dropoff, destination),
    }
  );
}

function moveToDoor(measured: MeetingPoint, place: Place, rideEnd: Place): MeetingPoint {
  // Strangers may be told another end of the ride, on which it was measured.
  if (distanceM(place, rideEnd) < SAME_PLACE_M) return { ...measured, by: "fetch", at: rideEnd };
  return measured.by === "walk" ? measured : { ...measured, at: place };
}

const SAME_PLACE_M = 1;

/** Whoever walks is met on the way itself, so that they cost no detour; whoever is fetched where they are. */
function snapWalkersToRoute(ride: RideRow, meetingPoints: MeetingPoints): MeetingPoints {
  const legLine = (leg: number): readonly LatLng[] => {
    const driven = toDrivenRide(ride);
    return getLegLines(driven)?.[leg] ?? driven.points.slice(leg, leg + 2);
  };
  const line = legLine(meetingPoints.in.leg);
  const pickup =
    meetingPoints.in.by === "walk"
      ? nearestPointOnLine(line, meetingPoints.in.at)
      : { at: meetingPoints.in.at, restOfLine: line };
  const restOfLine =
    meetingPoints.out.leg === meetingPoints.in.leg ? pickup.restOfLine : legLine(meetingPoints.out.leg);
  const dropoff =
    meetingPoints.out.by === "walk" ? nearestPointOnLine(restOfLine, meetingPoints.out.at).at : meetingPoints.out.at;
  return { in: { ...meetingPoints.in, at: pickup.at }, out: { ...meetingPoints.out, at: dropoff } };
}

/** About where, as strangers are told of a place. */
const approximateMeetingPoints = (
  { settings }: Pick<Context, "settings">,
  meetingPoints: MeetingPoints,
): MeetingPoints => ({
  in: { ...meetingPoints.in, at: roundToGrid(meetingPoints.in.at, settings.PLACE_ROUNDING_M) },
  out: { ...meetingPoints.out, at: roundToGrid(meetingPoints.out.at, settings.PLACE_ROUNDING_M) },
});

/** The nearest point of a line, and the line from there on. */
function nearestPointOnLine(line: readonly LatLng[], place: LatLng): { at: LatLng; restOfLine: readonly LatLng[] } {
  let best: { at: LatLng; restOfLine: readonly LatLng[]; farM: number } | undefined;
  for (const [n, to] of line.slice(1).entries()) {
    const { point, distanceM: farM } = nearestOnLeg(line[n] ?? to, to, place);
    if (!best || farM < best.farM) best = { at: point, restOfLine: [point, ...line.slice(n + 1)], farM };
  }
  return best ?? { at: place, restOfLine: line };
}
