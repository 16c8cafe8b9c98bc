import type { Ride, RideFound, RideMissed } from "@commonlane/contract/rides";
import type { SeatRequest, SeatRequestStatus } from "@commonlane/contract/seat-requests";
import type { Money, Place } from "@commonlane/contract/shapes";
import { decodePolyline } from "#shared/map/polyline.ts";
import type { LatLng } from "#shared/map/map-types.ts";
import { readPlace, writePlace } from "./place-text.ts";
import { legsOf, lengthOf, sameAs, stretchOf } from "./way.ts";

/** The part of a ride that somebody may travel, and what it means for both sides. */
export interface RidePart {
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
  readonly whole: boolean;
  /** The host agreed to less of a way around than this takes, so it would be refused. */
  readonly tooFar: boolean;
}

type Measured = Pick<RideFound, "match"> & Partial<Pick<RideMissed, "miss">>;

/** What an address says about the part that somebody came for. */
export interface AskedPart {
  readonly pickup: Place;
  readonly dropoff: Place;
  readonly walkFromM: number;
  readonly walkToM: number;
  readonly seats: number;
}

export const pointsOf = ({ origin, stops, destination }: Ride): Place[] => [origin, ...stops, destination];

/** The line of a ride's way; straight from point to point where what is stored cannot be read. */
export function lineOf(ride: Ride): LatLng[] {
  try {
    const line = decodePolyline(ride.polyline);
    return line.length > 1 ? line : pointsOf(ride);
  } catch {
    return pointsOf(ride);
  }
}

/** The address of a ride's page; with the part that somebody looks at, if it is not all of it. */
export function rideLink(rideId: string, part?: AskedPart): string {
  if (!part) return `/rides/${rideId}`;
  const params = new URLSearchParams({ pickup: writePlace(part.pickup), dropoff: writePlace(part.dropoff) });
  if (part.walkFromM > 0 || part.walkToM > 0)
    params.set("walk", `${Math.round(part.walkFromM)},${Math.round(part.walkToM)}`);
  if (part.seats > 1) params.set("seats", String(part.seats));
  return `/rides/${rideId}?${params}`;
}

/** Reads what rideLink wrote; nothing where the whole ride is meant. */
export function readPart(params: URLSearchParams): AskedPart | undefined {
  const [pickup, dropoff] = [readPlace(params.get("pickup")), readPlace(params.get("dropoff"))];
  if (!pickup || !dropoff) return undefined;
  const [, from = "0", to = "0"] = /^(\d{1,5}),(\d{1,5})$/.exec(params.get("walk") ?? "") ?? [];
  return { pickup, dropoff, walkFromM: Number(from), walkToM: Number(to), seats: readSeats(params) };
}

export function readSeats(params: URLSearchParams): number {
  const text = params.get("seats") ?? "";
  return /^[1-8]$/.test(text) ? Number(text) : 1;
}

/** The whole of a ride as a part of it. */
export function wholeWay(ride: Ride, seats: number): RidePart {
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
    whole: true,
    tooFar: false,
  };
}

/** A part as the server measured it; with what it misses, where it only nearly fits. */
export function measuredPart({ match, miss }: Measured, asked: AskedPart): RidePart {
  const { pickupAt, dropoffAt, detourM, detourS, seatsLeft, contribution } = match;
  const measured = { pickupAt, dropoffAt, detourM, detourS, seatsLeft, contribution };
  return { ...measured, ...asked, whole: false, tooFar: miss?.reasons.includes("detour") ?? false };
}

const STANDS: readonly SeatRequestStatus[] = ["pending", "accepted", "completed", "disputed"];

/**
 * The part that the reader asked for or has, by the request that stands (of `requests`, newest first); nothing where none
 * does. The walk is that of the part they came for, where that begins or ends at the same place.
 */
export function bookedPart(
  ride: Ride,
  requests: readonly SeatRequest[],
  cameFor: Pick<RidePart, "pickup" | "dropoff" | "walkFromM" | "walkToM">,
): RidePart | undefined {
  const request = requests.find(({ status }) => STANDS.includes(status));
  if (!request) return undefined;
  const { pickup, dropoff, pickupAt, dropoffAt, detourM, detourS, contribution, seats } = request;
  const walkFromM = sameAs([cameFor.pickup], pickup) === 0 ? cameFor.walkFromM : 0;
  const walkToM = sameAs([cameFor.dropoff], dropoff) === 0 ? cameFor.walkToM : 0;
  const whole = sameAs([ride.origin], pickup) === 0 && sameAs([ride.destination], dropoff) === 0;
  const agreed = { pickupAt, dropoffAt, detourM, detourS, contribution, whole };
  return { ...reckonedPart(ride, { pickup, dropoff, walkFromM, walkToM, seats }), ...agreed };
}

/** A part reckoned from the ride's own line, for as long as the server has not measured it: without any detour. */
export function reckonedPart(ride: Ride, { pickup, dropoff, walkFromM, walkToM, seats }: AskedPart): RidePart {
  const line = lineOf(ride);
  const { firstLeg, lastLeg } = legsOf(pointsOf(ride), line, { pickup, dropoff });
  const total = Math.max(1, lengthOf(line));
  const share = Math.min(1, lengthOf(stretchOf(line, pickup, dropoff)) / total);
  const before = Math.min(1 - share, lengthOf(stretchOf(line, ride.origin, pickup)) / total);
  const at = (part: number) => new Date(Date.parse(ride.departsAt) + part * ride.durationS * 1000).toISOString();
  return {
    pickup,
    dropoff,
    pickupAt: at(before),
    dropoffAt: at(before + share),
    detourM: 0,
    detourS: 0,
    walkFromM,
    walkToM,
    seatsLeft: Math.min(...ride.seatsLeftByLeg.slice(firstLeg, lastLeg + 1)),
    contribution: ride.contribution && {
      ...ride.contribution,
      amountMinor: Math.round(ride.contribution.amountMinor * share),
    },
    seats,
    whole: false,
    tooFar: false,
  };
}
