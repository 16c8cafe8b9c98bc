import type { LatLng, Place } from "@commonlane/contract/shapes";
import { distanceM, pointAlongLeg } from "@commonlane/matching/geo";
import { drivenLegDurationsS } from "#modules/rides/route/index.ts";
import { type RideRow } from "#modules/rides/index.ts";
import { decodePolyline, encodePolyline } from "@commonlane/contract/polyline";
import type { TripParticipant } from "./trip-participants.store.ts";

const POSITION_FRESH_MS = 15 * 60_000;

/** A point of a trip with its expected time. */
export type ExpectedPoint = Place & { readonly at: Date };

/** Points of a participant's segment, from pickup to dropoff. */
export function participantPoints(participant: TripParticipant): ExpectedPoint[] {
  const allPoints = expectedPoints(participant);
  const { pickup, dropoff, first_leg, last_leg, from_at, until_at } = participant;
  if (!pickup || !dropoff || first_leg === null || last_leg === null) return allPoints;
  return [
    { ...pickup, at: from_at },
    ...allPoints.slice(first_leg + 1, last_leg + 1),
    { ...dropoff, at: until_at },
  ];
}

function expectedPoints({ points, departs_at, ...route }: RideRow): ExpectedPoint[] {
  const legS = drivenLegDurationsS(route);
  let at = departs_at.getTime();
  return points.map((point, n) => {
    if (n > 0) at += (legS[n - 1] ?? 0) * 1000;
    return { ...point, at: new Date(at) };
  });
}

/** Route line of a participant's segment, without other passengers' stops. */
export function participantPolyline({
  pickup,
  dropoff,
  polyline,
}: Pick<TripParticipant, "pickup" | "dropoff" | "polyline">): string {
  if (!pickup || !dropoff) return polyline;
  const linePoints = decodePolyline(polyline);
  const from = nearestIndex(linePoints, pickup);
  const to = Math.max(from, nearestIndex(linePoints, dropoff));
  return encodePolyline([pickup, ...linePoints.slice(from + 1, to), dropoff]);
}

function nearestIndex(linePoints: readonly LatLng[], place: LatLng): number {
  let best = 0;
  let nearestM = Infinity;
  for (const [n, point] of linePoints.entries()) {
    const pointM = distanceM(point, place);
    if (pointM < nearestM) [best, nearestM] = [n, pointM];
  }
  return best;
}

export const isFresh = (positionAt: Date, now: Date): boolean =>
  now.getTime() - positionAt.getTime() < POSITION_FRESH_MS;

/**
 * Approximate position of a participant: the last one from their device if it is recent, otherwise estimated from the
 * schedule.
 */
export function estimatePosition(participant: TripParticipant, now: Date): LatLng {
  const { lat, lng, position_at } = participant;
  if (position_at && isFresh(position_at, now) && lat !== null && lng !== null)
    return {
      lat,
      lng,
    };
  const points = expectedPoints(participant);
  const next = points.findIndex(({ at }) => at > now);
  const [before, after] =
    next === -1 ? [points.at(-1), undefined] : [points[next - 1], points[next]];
  if (before && after) {
    const share =
      (now.getTime() - before.at.getTime()) / (after.at.getTime() - before.at.getTime());
    return pointAlongLeg(before, after, share);
  }
  const only = before ?? after;
  if (!only) throw new Error("A ride has at least two points.");
  return only;
}
