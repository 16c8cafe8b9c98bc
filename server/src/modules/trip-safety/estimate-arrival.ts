import { decodePolyline } from "@commonlane/contract/polyline";
import type { LatLng } from "@commonlane/contract/shapes";
import { locateOnLine } from "#modules/rides/route/index.ts";
import { isFresh, participantPolyline } from "./last-position.ts";
import type { TripParticipant } from "./trip-participants.store.ts";

/** Farther from the route, a position says nothing about the arrival. */
const OFF_ROUTE_M = 20_000;

/** A participant's way and times, and their last position. */
type Travelling = Pick<
  TripParticipant,
  "pickup" | "dropoff" | "polyline" | "from_at" | "until_at" | "lat" | "lng" | "position_at"
>;

/**
 * When a participant arrives: as planned, or, from departure on and with a recent position, the planned time for the
 * part of the way that is left.
 */
export function estimateArrival(participant: Travelling, now: Date): Date {
  const { lat, lng, position_at, from_at, until_at } = participant;
  const isKnown =
    position_at &&
    lat !== null &&
    lng !== null &&
    isFresh(position_at, now) &&
    from_at <= position_at;
  const travelled = isKnown
    ? shareTravelled(decodePolyline(participantPolyline(participant)), {
        lat,
        lng,
      })
    : undefined;
  if (!isKnown || travelled === undefined) return until_at;
  return new Date(
    position_at.getTime() + (1 - travelled) * (until_at.getTime() - from_at.getTime()),
  );
}

/** Share of the line's length that lies behind the point of it nearest to the position; undefined far off the line. */
function shareTravelled(line: readonly LatLng[], position: LatLng): number | undefined {
  const { offM, share, lengthM } = locateOnLine(line, position);
  return lengthM > 0 && offM <= OFF_ROUTE_M ? share : undefined;
}
