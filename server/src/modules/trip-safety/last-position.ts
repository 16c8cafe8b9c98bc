import type { LatLng, Place } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import { drivenLegDurationsS, type RideRow } from "#modules/rides/index.ts";
import { decodePolyline, encodePolyline } from "#platform/routing/polyline.ts";
import type { TripParticipant } from "./trip-participants.store.ts";

const POSITION_FRESH_MS = 15 * 60_000;

/** A point of somebody's way, and when they are expected there. */
export type ExpectedPoint = Place & { readonly at: Date };

/** The points of a person's own part of a ride, from where they get in to where they get out. */
export function participantPoints(participant: TripParticipant): ExpectedPoint[] {
  const allPoints = expectedPoints(participant);
  const { pickup, dropoff, first_leg, last_leg, from_at, until_at } = participant;
  if (!pickup || !dropoff || first_leg === null || last_leg === null) return allPoints;
  return [{ ...pickup, at: from_at }, ...allPoints.slice(first_leg + 1, last_leg + 1), { ...dropoff, at: until_at }];
}

function expectedPoints({ points, departs_at, ...way }: RideRow): ExpectedPoint[] {
  const legS = drivenLegDurationsS(way);
  let at = departs_at.getTime();
  return points.map((point, n) => {
    if (n > 0) at += (legS[n - 1] ?? 0) * 1000;
    return { ...point, at: new Date(at) };
  });
}

/** The line of a person's own part, which tells nothing of where others begin or end. */
export function participantPolyline(participant: TripParticipant): string {
  const { pickup, dropoff, polyline } = participant;
  if (!pickup || !dropoff) return polyline;
  const linePoints = decodePolyline(polyline);
  const from = nearestIndex(linePoints, pickup);
  const to = Math.max(from, nearestIndex(linePoints, dropoff));
  return encodePolyline([pickup, ...linePoints.slice(from + 1, to), dropoff]);
}

function nearestIndex(linePoints: readonly LatLng[], place: LatLng): number {
  let [best, nearestM] = [0, Infinity];
  for (const [n, point] of linePoints.entries()) {
    const pointM = distanceM(point, place);
    if (pointM < nearestM) [best, nearestM] = [n, pointM];
  }
  return best;
}

/** Where this person is about now: as their device said a moment ago, else where the ride should be by the clock. */
export function estimatePosition(participant: TripParticipant, now: Date): LatLng {
  const { lat, lng, position_at } = participant;
  const fresh = position_at && now.getTime() - position_at.getTime() < POSITION_FRESH_MS;
  if (fresh && lat !== null && lng !== null) return { lat, lng };
  const points = expectedPoints(participant);
  const next = points.findIndex(({ at }) => at > now);
  const [before, after] = next === -1 ? [points.at(-1), undefined] : [points[next - 1], points[next]];
  if (before && after) return interpolate(before, after, now);
  const only = before ?? after;
  if (!only) throw new Error("A ride has at least two points.");
  return only;
}

/** Near enough to tell the country by: legs are too short for the shape of the earth to matter. */
function interpolate(from: ExpectedPoint, to: ExpectedPoint, now: Date): LatLng {
  const share = (now.getTime() - from.at.getTime()) / (to.at.getTime() - from.at.getTime());
  const east = ((to.lng - from.lng + 540) % 360) - 180;
  const lng = from.lng + share * east;
  return { lat: from.lat + share * (to.lat - from.lat), lng: ((lng + 540) % 360) - 180 };
}
