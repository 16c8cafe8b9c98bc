import type { NearMissResult, Ride, RideSearchResult } from "@commonlane/contract/rides";
import type { SeatRequest, SeatRequestStatus } from "@commonlane/contract/seat-requests";
import type { Money, PickupPlace, Place } from "@commonlane/contract/shapes";
import { decodePolyline } from "@commonlane/contract/polyline";
import type { LatLng } from "#shared/map/map-types.ts";
import { findLegs, findPointAt, lineLengthM, sliceLine } from "./route-geometry.ts";

/** Formats a place for a URL: latitude, longitude and name, separated by commas. */
export const formatPlaceParam = ({ lat, lng, label }: Place): string =>
  `${roundDegrees(lat)},${roundDegrees(lng)},${label}`;

/** Parses the output of `formatPlaceParam`; returns null for anything else. */
export function parsePlaceParam(text: string | null): Place | null {
  const [, lat, lng, label] = /^(-?[\d.]+),(-?[\d.]+),(.+)$/s.exec(text ?? "") ?? [];
  const latitude = Number(lat);
  const longitude = Number(lng);
  const name = (label ?? "").trim();
  const onEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return onEarth && name !== ""
    ? {
        label: name.slice(0, 200),
        lat: latitude,
        lng: longitude,
      }
    : null;
}

/** Six decimals are 0.1 m. */
const roundDegrees = (value: number): number => Math.round(value * 1e6) / 1e6;

/** The part of a ride that a passenger travels, with its effects for both sides. */
export interface RideSegment {
  readonly pickup: PickupPlace;
  readonly dropoff: PickupPlace;
  readonly pickupAt: string;
  readonly dropoffAt: string;
  /** Times and detour were measured along roads. */
  readonly routed: boolean;
  /** Extra distance for the host, in metres. */
  readonly detourM: number;
  readonly detourS: number;
  /** Walk to the pickup, in metres. */
  readonly walkFromM: number;
  readonly walkToM: number;
  /** Free seats on the fullest leg of the segment. */
  readonly seatsLeft: number;
  /** Price per seat for the segment; null if free. */
  readonly contribution: Money | null;
  /** Number of seats searched for. */
  readonly seats: number;
  /** True from the ride's origin to its destination. */
  readonly isEntireRide: boolean;
  /** True if the detour is larger than the host accepts; a request would be rejected. */
  readonly exceedsMaxDetour: boolean;
}

type MatchResult = RideSearchResult & Partial<Pick<NearMissResult, "miss">>;

/** Segment as read from a URL. */
export interface RequestedSegment {
  readonly pickup: PickupPlace;
  readonly dropoff: PickupPlace;
  readonly walkFromM: number;
  readonly walkToM: number;
  readonly seats: number;
}

export const pointsOf = ({ origin, stops, destination }: Ride): Place[] => [
  origin,
  ...stops,
  destination,
];

/** Decodes the ride's route line; falls back to straight lines between its points if the polyline is invalid. */
export function decodeRouteLine(ride: Ride): LatLng[] {
  try {
    const line = decodePolyline(ride.polyline);
    return line.length > 1 ? line : pointsOf(ride);
  } catch {
    return pointsOf(ride);
  }
}

/** Path of the ride page, with the segment if it is not the entire ride. */
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

/** Parses the output of `rideLink`; undefined means the entire ride. */
export function readSegmentParams(params: URLSearchParams): RequestedSegment | undefined {
  const pickup = parsePlaceParam(params.get("pickup")) ?? parsePosition(params.get("from"));
  const dropoff = parsePlaceParam(params.get("dropoff")) ?? parsePosition(params.get("to"));
  if (!pickup || !dropoff) return undefined;
  const [, from = "0", to = "0"] = /^(\d{1,5}),(\d{1,5})$/.exec(params.get("walk") ?? "") ?? [];
  return {
    pickup,
    dropoff,
    walkFromM: Number(from),
    walkToM: Number(to),
    seats: readSeatsParam(params),
  };
}

/** "49.00625,8.40059", as links from elsewhere name a stop; its coordinates are its name until the server has named it. */
function parsePosition(text: string | null): PickupPlace | null {
  return text !== null && POSITION.test(text) ? parsePlaceParam(`${text},${text}`) : null;
}
const POSITION = /^-?\d{1,2}(?:\.\d+)?,-?\d{1,3}(?:\.\d+)?$/;

/** The place of a link by the name that the server knows for it. */
const named = (requested: PickupPlace, measured: PickupPlace): PickupPlace =>
  POSITION.test(requested.label)
    ? {
        ...requested,
        label: measured.label,
      }
    : requested;

export function readSeatsParam(params: URLSearchParams): number {
  const text = params.get("seats") ?? "";
  return /^[1-8]$/.test(text) ? Number(text) : 1;
}

/** The entire ride as a segment. */
export function entireRide(ride: Ride, seats: number): RideSegment {
  return {
    pickup: ride.origin,
    dropoff: ride.destination,
    pickupAt: ride.departsAt,
    dropoffAt: ride.arrivesAt,
    routed: ride.routed,
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

/** Segment with the server's measurements; a near miss may exceed the host's detour limit. */
export function toMeasuredSegment(
  { ride, match, miss }: MatchResult,
  requested: RequestedSegment,
): RideSegment {
  const { pickupAt, dropoffAt, detourM, detourS, seatsLeft, contribution } = match;
  const measured = {
    pickupAt,
    dropoffAt,
    detourM,
    detourS,
    seatsLeft,
    contribution,
  };
  return {
    ...measured,
    ...requested,
    pickup: named(requested.pickup, match.pickup),
    dropoff: named(requested.dropoff, match.dropoff),
    routed: match.routed ?? ride.routed,
    isEntireRide: false,
    exceedsMaxDetour: miss?.reasons.includes("detour") ?? false,
  };
}

const ACTIVE_STATUSES: readonly SeatRequestStatus[] = [
  "pending",
  "accepted",
  "completed",
  "disputed",
];

/**
 * Segment of the viewer's active request (`requests`: newest first); undefined without one. Walking distances are
 * copied from the searched segment where the pickup or dropoff is the same place.
 */
export function findBookedSegment(
  ride: Ride,
  requests: readonly SeatRequest[],
  searchedSegment: Pick<RideSegment, "pickup" | "dropoff" | "walkFromM" | "walkToM">,
): RideSegment | undefined {
  const request = requests.find(({ status }) => ACTIVE_STATUSES.includes(status));
  if (!request) return undefined;
  const { pickup, dropoff, pickupAt, dropoffAt, detourM, detourS, contribution, seats } = request;
  const walkFromM =
    findPointAt([searchedSegment.pickup], pickup) === 0 ? searchedSegment.walkFromM : 0;
  const walkToM =
    findPointAt([searchedSegment.dropoff], dropoff) === 0 ? searchedSegment.walkToM : 0;
  const isEntireRide =
    findPointAt([ride.origin], pickup) === 0 && findPointAt([ride.destination], dropoff) === 0;
  const agreed = {
    pickupAt,
    dropoffAt,
    routed: ride.routed,
    detourM,
    detourS,
    contribution,
    isEntireRide,
  };
  return {
    ...estimateSegment(ride, {
      pickup,
      dropoff,
      walkFromM,
      walkToM,
      seats,
    }),
    ...agreed,
  };
}

/** Estimates a segment from the ride's route line, without a detour, until the server has measured it. */
export function estimateSegment(
  ride: Ride,
  { pickup, dropoff, walkFromM, walkToM, seats }: RequestedSegment,
): RideSegment {
  const line = decodeRouteLine(ride);
  const { firstLeg, lastLeg } = findLegs(pointsOf(ride), line, {
    pickup,
    dropoff,
  });
  const total = Math.max(1, lineLengthM(line));
  const fraction = Math.min(1, lineLengthM(sliceLine(line, pickup, dropoff)) / total);
  const fractionBefore = Math.min(
    1 - fraction,
    lineLengthM(sliceLine(line, ride.origin, pickup)) / total,
  );
  const timeAt = (fraction: number) =>
    new Date(Date.parse(ride.departsAt) + fraction * ride.durationS * 1000).toISOString();
  return {
    pickup,
    dropoff,
    pickupAt: timeAt(fractionBefore),
    dropoffAt: timeAt(fractionBefore + fraction),
    routed: false,
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
