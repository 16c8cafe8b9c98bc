import { type SegmentEnd, insertPassengerStops } from "@commonlane/matching/agreed-stops";
import { distanceM } from "@commonlane/matching/geo";
import type { LatLng, Place } from "@commonlane/contract/shapes";
import { approximatePosition } from "#modules/privacy/approximate/index.ts";
import type { Context } from "#platform/context.ts";
import type {
  Drive,
  DrivenWay,
  PassengerDrives,
  RideStop,
} from "#platform/db/schema/ride-columns.ts";
import { toDrivenRide, toOwnStop, totalDetour } from "./driven-route.ts";
import { calculateDrive, nearestPointOnLine } from "./calculate-drive.ts";
import { getLegLines } from "../route-geometry.ts";
import type { RideRow } from "../../rides.store.ts";
import { splitPoints } from "../../rides.view.ts";
import {
  hasLearnedPlaces,
  type RidePassenger,
  sharedArrival,
  toPassengerRide,
  toPublicRide,
  withPlanForPassengers,
} from "../ride-forms.ts";

/** Position of a pickup or dropoff on the driven route, and how the passenger gets there. */
export interface MeetingPoint extends SegmentEnd {
  readonly by: "walk" | "fetch";
}
export interface MeetingPoints {
  readonly in: MeetingPoint;
  readonly out: MeetingPoint;
}

/** The driven route of a ride after a change, based on version `baseVersion`. */
export interface DrivenRouteChange {
  readonly drivenRoute: DrivenWay | null;
  /** As all passengers may know it. */
  readonly arrivesAt: Date;
  readonly baseVersion: number;
  /** Total detour. */
  readonly detourM: number;
  readonly detourS: number;
  /** What the added passenger's stops add, as that passenger may know it. */
  readonly addedM: number;
  readonly addedS: number;
  /** True if the detour is longer than agreed before. */
  readonly isLonger: boolean;
}

/** Differences below half a metre or half a second are rounding. */
const ROUNDING = 0.5;

/** A measured segment of a ride, with exact or approximate places. */
export interface MeasuredSegment {
  readonly meetingPoints: MeetingPoints | null;
  /** Where they are met on the public route, if the exact one goes to addresses of others. */
  readonly publicMeetingPoints?: MeetingPoints | undefined;
  readonly pickup: Place;
  readonly dropoff: Place;
}

/**
 * Adds the stops of a passenger. Returns undefined if they need none. Whether they need one, where it comes among the
 * others, and where the passenger and others see it follows from the public route, never from addresses of others.
 */
export async function addPassenger(
  ctx: Pick<Context, "routing" | "settings">,
  ride: RideRow,
  id: string,
  segment: MeasuredSegment,
): Promise<DrivenRouteChange | undefined> {
  const stops = ride.driven_route?.stops ?? [];
  const meetingPoints = exactMeetingPoints(ride, segment);
  if (!meetingPoints) return undefined;
  const exact = snapWalkersToRoute(ride, meetingPoints);

  const { publicMeetingPoints } = segment;
  const known =
    exactMeetingPoints(ride, {
      ...segment,
      meetingPoints: publicMeetingPoints ?? null,
    }) ?? meetingPoints;
  const own = publicMeetingPoints ? snapWalkersToRoute(toPublicRide(ride), known) : exact;
  const approximate = snapWalkersToRoute(toPublicRide(ride), approximateMeetingPoints(ctx, known));

  const existingStops = new Map(stops.map((stop) => [stopKey(stop), stop]));
  const all = insertPassengerStops(ride.points, stops, id, own).map((stop): RideStop => {
    const { end } = stop;
    const added = {
      ...stop,
      at: toPosition(exact[end].at),
      approximateAt: approximate[end].at,
    };
    const ownAt = toPosition(own[end].at);
    const isElsewhere = ownAt.lat !== added.at.lat || ownAt.lng !== added.at.lng;
    return (
      existingStops.get(stopKey(stop)) ?? {
        ...added,
        ...(isElsewhere && { ownAt }),
      }
    );
  });
  if (all.length === stops.length) return undefined;
  return calculateDrivenRoute(ctx, ride, all, {
    id,
    pickup: segment.pickup,
    dropoff: segment.dropoff,
  });
}

/** Removes the stops of a passenger. Returns undefined if there were none. */
export async function removePassenger(
  ctx: Pick<Context, "routing" | "settings">,
  ride: RideRow,
  id: string,
): Promise<DrivenRouteChange | undefined> {
  const stops = ride.driven_route?.stops ?? [];
  const remainingStops = stops.filter((stop) => stop.id !== id);
  return remainingStops.length === stops.length
    ? undefined
    : calculateDrivenRoute(ctx, ride, remainingStops);
}

/** The same stops again, in every form: for rides that another release wrote without those for passengers. */
export const recalculateDrivenRoute = (
  ctx: Pick<Context, "routing" | "settings">,
  ride: RideRow,
): Promise<DrivenRouteChange> => calculateDrivenRoute(ctx, ride, ride.driven_route?.stops ?? []);

const toPosition = ({ lat, lng }: LatLng): LatLng => ({ lat, lng });

const stopKey = ({ id, end }: Pick<RideStop, "id" | "end">) => `${id} ${end}`;

async function calculateDrivenRoute(
  ctx: Pick<Context, "routing" | "settings">,
  ride: RideRow,
  stops: readonly RideStop[],
  added?: RidePassenger,
): Promise<DrivenRouteChange> {
  const drivenRoute =
    stops.length > 0 ? await calculateDrives(ctx, { ...ride, driven_route: null }, stops) : null;
  const changed = { ...ride, driven_route: drivenRoute };
  const before = totalDetour(ride.driven_route?.exact);
  const after = totalDetour(drivenRoute?.exact);
  const own = added
    ? detourSeenBy(added, { before: ride, after: changed })
    : { addedM: 0, addedS: 0 };
  return {
    drivenRoute,
    arrivesAt: sharedArrival(changed),
    baseVersion: ride.driven_route_version,
    ...after,
    ...own,
    isLonger:
      after.detourM > before.detourM + ROUNDING || after.detourS > before.detourS + ROUNDING,
  };
}

/** What a passenger's own stops add, estimated from the places that they may know. */
function detourSeenBy(
  passenger: RidePassenger,
  { before, after }: Record<"before" | "after", RideRow>,
) {
  const without = totalDetour(toPassengerRide(before, passenger).driven_route?.exact);
  const withStops = totalDetour(toPassengerRide(after, passenger).driven_route?.exact);
  return {
    addedM: Math.max(0, withStops.detourM - without.detourM),
    addedS: Math.max(0, withStops.detourS - without.detourS),
  };
}

/** The drives through these stops in each form of the ride. */
async function calculateDrives(
  ctx: Pick<Context, "routing" | "settings">,
  planned: RideRow,
  stops: readonly RideStop[],
): Promise<DrivenWay> {
  const exact = calculateDrive(ctx, planned, stops);
  const areStopsPublic = stops.every(
    ({ at, approximateAt }) => at.lat === approximateAt.lat && at.lng === approximateAt.lng,
  );
  if (areStopsPublic && !planned.public_route)
    return {
      stops,
      exact,
      approximate: exact,
    };

  const approximate = calculateDrive(ctx, toPublicRide(planned), stops.map(toApproximateStop));
  const forPassengers = await calculatePassengerDrives(ctx, withPlanForPassengers(planned), stops);
  const drives = { stops, exact, approximate, forPassengers };
  if (!hasLearnedPlaces(planned.public_route)) return drives;
  return { ...drives, forLearnedFrom: await calculatePassengerDrives(ctx, planned, stops) };
}

function toApproximateStop(stop: RideStop): RideStop {
  return { ...stop, at: stop.approximateAt };
}

async function calculatePassengerDrives(
  ctx: Pick<Context, "routing" | "settings">,
  planned: RideRow,
  stops: readonly RideStop[],
): Promise<PassengerDrives> {
  const withoutStops = withoutLine(calculateDrive(ctx, planned, stops.map(toApproximateStop)));
  const byId: Record<string, Drive> = {};
  for (const id of new Set(stops.map((stop) => stop.id))) {
    const known = stops.map((stop) => (stop.id === id ? toOwnStop(stop) : toApproximateStop(stop)));
    byId[id] = withoutLine(calculateDrive(ctx, planned, known));
  }
  return { byId, withoutStops };
}

/** Passengers are shown the planned line, so that of their drive is not kept. */
const withoutLine = (drive: Drive): Drive => ({
  ...drive,
  roads: drive.roads && {
    ...drive.roads,
    leg_points: null,
    polyline: "",
  },
});

/**
 * Returns true if the host accepts this detour. A passenger without a detour always fits, even if the host has lowered
 * the limit since.
 */
export const isWithinDetourLimit = (
  { max_detour_m, max_detour_s }: Pick<RideRow, "max_detour_m" | "max_detour_s">,
  { detourM, detourS, isLonger }: DrivenRouteChange,
): boolean =>
  !isLonger || (detourM <= max_detour_m + ROUNDING && detourS <= max_detour_s + ROUNDING);

function exactMeetingPoints(
  ride: RideRow,
  { meetingPoints, pickup, dropoff }: MeasuredSegment,
): MeetingPoints | null {
  const { origin, destination } = splitPoints(ride.points);
  return (
    meetingPoints && {
      in: moveToExactPlace(meetingPoints.in, pickup, origin),
      out: moveToExactPlace(meetingPoints.out, dropoff, destination),
    }
  );
}

function moveToExactPlace(measured: MeetingPoint, place: Place, rideEnd: Place): MeetingPoint {
  // The ride was measured on its public route, which may have another first or last point.
  if (distanceM(place, rideEnd) < SAME_PLACE_M)
    return {
      ...measured,
      by: "fetch",
      at: rideEnd,
    };
  return measured.by === "walk" ? measured : { ...measured, at: place };
}

const SAME_PLACE_M = 1;

/**
 * Passengers who walk are met on the route itself and cost no detour; passengers who are fetched are met where they
 * are.
 */
function snapWalkersToRoute(ride: RideRow, meetingPoints: MeetingPoints): MeetingPoints {
  const legLine = (leg: number): readonly LatLng[] => {
    const driven = toDrivenRide(ride);
    return getLegLines(driven)?.[leg] ?? driven.points.slice(leg, leg + 2);
  };
  const pickup = meetingPoints.in;
  const dropoff = meetingPoints.out;

  const pickupLine = legLine(pickup.leg);
  const walked = pickup.by === "walk" ? nearestPointOnLine(pickupLine, pickup.at) : undefined;
  const pickupAt = walked?.at ?? pickup.at;

  const restOfLine = walked?.restOfLine ?? pickupLine;
  const dropoffLine = dropoff.leg === pickup.leg ? restOfLine : legLine(dropoff.leg);
  const dropoffAt =
    dropoff.by === "walk" ? nearestPointOnLine(dropoffLine, dropoff.at).at : dropoff.at;
  return {
    in: { ...pickup, at: pickupAt },
    out: { ...dropoff, at: dropoffAt },
  };
}

/** Approximate meeting points, as strangers see them. */
function approximateMeetingPoints(
  { settings }: Pick<Context, "settings">,
  meetingPoints: MeetingPoints,
): MeetingPoints {
  const approximate = (point: MeetingPoint): MeetingPoint => ({
    ...point,
    at: approximatePosition(point.at, settings.PLACE_ROUNDING_M),
  });
  return {
    in: approximate(meetingPoints.in),
    out: approximate(meetingPoints.out),
  };
}
