import type { Ride, RideSearchResult, NearMissResult } from "@commonlane/contract/rides";
import type { SeatRequest, SeatRequestStatus } from "@commonlane/contract/seat-requests";
import type { Money, Place } from "@commonlane/contract/shapes";
import { decodePolyline } from "#shared/map/polyline.ts";
import type { LatLng } from "#shared/map/map-types.ts";
import { parsePlaceParam, formatPlaceParam } from "./place-param.ts";
import { findLegs, lineLengthM, findPointAt, sliceLine } from "./route-geometry.ts";

/** The part of a ride that somebody may travel, and what it means for both sides. */
export interface RideSegment {
  readonly pickup: Place;
  readonly dropoff: Place;
  readonly pickupAt: string;
  readonly dropoffAt: string;
  /** What the way around costs the host. */
  readonly detourM: number;
  readonly detourS: number;
  /** Walking to the pickup and from the dropoff on. */
  readonly walkFromM: number;
  readonly walkToM: number;
  /** Free seats on the fullest leg of this part. */
  readonly seatsLeft: number;
  /** For one seat on this part; null where nothing is asked for. */
  readonly contribution: Money | null;
  /** How many seats were looked for. */
  readonly seats: number;
  /** From the ride's own start to its own end. */
  readonly isEntireRide: boolean;
  /** The host agreed to less of a way around than this takes, so it would be refused. */
  readonly exceedsMaxDetour: boolean;
}

type MatchResult = Pick<RideSearchResult, "match"> & Partial<Pick<NearMissResult, "miss">>;

/** What an address says about the part that somebody came for. */
export interface RequestedSegment {
  readonly pickup: Place;
  readonly dropoff: Place;
  readonly walkFromM: number;
  readonly walkToM: number;
  readonly seats: number;
}

export const pointsOf = ({ origin, stops, destination }: Ride): Place[] => [origin, ...stops, destination];

/** The line of a ride's way; straight from point to point where what is stored cannot be read. */
export function decodeRouteLine(ride: Ride): LatLng[] {
  try {
    const line = decodePolyline(ride.polyline);
    return line.length > 1 ? line : pointsOf(ride);
  } catch {
    return pointsOf(ride);
  }
}

/** The address of a ride's page; with the part that somebody looks at, if it is not all of it. */
export function rideLink(rideId: string, segment?: RequestedSegment): string {
  if (!segment) return `/rides/${rideId}`;
  const params = new URLSearchParams({
    pickup: formatPlaceParam(segment.pickup),
    dropoff: formatPlaceParam(segment.dropoff),
  });
  if (segment.walkFromM > 0 || segment.walkToM > 0)
    params.set("walk", `${Math.round(segment.walkFromM)},${Math.round(segment.walkToM)}`);
  if (segment.seats > 1) params.set("seats", String(segment.seats));
  return `/rides/${rideId}?${params}`;
}

/** Reads what rideLink wrote; nothing where the whole ride is meant. */
export function readSegmentParams(params: URLSearchParams): RequestedSegment | undefined {
  const [pickup, dropoff] = [parsePlaceParam(params.get("pickup")), parsePlaceParam(params.get("dropoff"))];
  if (!pickup || !dropoff) return undefined;
  const [, from = "0", to = "0"] = /^(\d{1,5}),(\d{1,5})$/.exec(params.get("walk") ?? "") ?? [];
  return { pickup, dropoff, walkFromM: Number(from), walkToM: Number(to), seats: readSeatsParam(params) };
}

export function readSeatsParam(params: URLSearchParams): number {
  const text = params.get("seats") ?? "";
  return /^[1-8]$/.test(text) ? Number(text) : 1;
}

/** The whole of a ride as a part of it. */
export function entireRide(ride: Ride, seats: number): RideSegment {
  return {
    pickup: ride.origin,
    dropoff: ride.destination,
    pickupAt: ride.departsAt,
    dropoffAt: ride.arrivesAt,
    detourM: 0,
    detourS: 0,
    walkFromM: 0,
    walkToM: 0,
    seatsLeft: ride.seatsLeft,
    contribution: ride.contribution,
    seats,
    isEntireRide: true,
    exceedsMaxDetour: false,
  };
}

/** A part as the server measured it; with what it misses, where it only nearly fits. */
export function toMeasuredSegment({ match, miss }: MatchResult, requested: RequestedSegment): RideSegment {
  const { pickupAt, dropoffAt, detourM, detourS, seatsLeft, contribution } = match;
  const measured = { pickupAt, dropoffAt, detourM, detourS, seatsLeft, contribution };
  return {
    ...measured,
    ...requested,
    isEntireRide: false,
    exceedsMaxDetour: miss?.reasons.includes("detour") ?? false,
  };
}

const ACTIVE_STATUSES: readonly SeatRequestStatus[] = ["pending", "accepted", "completed", "disputed"];

/**
 * The part that the reader asked for or has, by the request that stands (of `requests`, newest first); nothing where none
 * does. The walk is that of the part they came for, where that begins or ends at the same place.
 */
export function findBookedSegment(
  ride: Ride,
  requests: readonly SeatRequest[],
  searchedSegment: Pick<RideSegment, "pickup" | "dropoff" | "walkFromM" | "walkToM">,
): RideSegment | undefined {
  const request = requests.find(({ status }) => ACTIVE_STATUSES.includes(status));
  if (!request) return undefined;
  const { pickup, dropoff, pickupAt, dropoffAt, detourM, detourS, contribution, seats } = request;
  const walkFromM = findPointAt([searchedSegment.pickup], pickup) === 0 ? searchedSegment.walkFromM : 0;
  const walkToM = findPointAt([searchedSegment.dropoff], dropoff) === 0 ? searchedSegment.walkToM : 0;
  const isEntireRide = findPointAt([ride.origin], pickup) === 0 && findPointAt([ride.destination], dropoff) === 0;
  const agreed = { pickupAt, dropoffAt, detourM, detourS, contribution, isEntireRide };
  return { ...estimateSegment(ride, { pickup, dropoff, walkFromM, walkToM, seats }), ...agreed };
}

/** A part reckoned from the ride's own line, for as long as the server has not measured it: without any detour. */
export function estimateSegment(
  ride: Ride,
  { pickup, dropoff, walkFromM, walkToM, seats }: RequestedSegment,
): RideSegment {
  const line = decodeRouteLine(ride);
  const { firstLeg, lastLeg } = findLegs(pointsOf(ride), line, { pickup, dropoff });
  const total = Math.max(1, lineLengthM(line));
  const fraction = Math.min(1, lineLengthM(sliceLine(line, pickup, dropoff)) / total);
  const fractionBefore = Math.min(1 - fraction, lineLengthM(sliceLine(line, ride.origin, pickup)) / total);
  const timeAt = (fraction: number) =>
    new Date(Date.parse(ride.departsAt) + fraction * ride.durationS * 1000).toISOString();
  return {
    pickup,
    dropoff,
    pickupAt: timeAt(fractionBefore),
    dropoffAt: timeAt(fractionBefore + fraction),
    detourM: 0,
    detourS: 0,
    walkFromM,
    walkToM,
    seatsLeft: Math.min(...ride.seatsLeftByLeg.slice(firstLeg, lastLeg + 1)),
    contribution: ride.contribution && {
      ...ride.contribution,
      amountMinor: Math.round(ride.contribution.amountMinor * fraction),
    },
    seats,
    isEntireRide: false,
    exceedsMaxDetour: false,
  };
}
