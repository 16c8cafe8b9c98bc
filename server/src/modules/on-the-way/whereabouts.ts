import type { LatLng, Place } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import { drivenS, type RideRow } from "#modules/rides/index.ts";
import { decodePolyline, encodePolyline } from "#platform/router/polyline.ts";
import type { Traveller } from "./travellers.store.ts";

const FRESH_MS = 15 * 60_000;

/** A point of somebody's way, and when they are expected there. */
export type Expected = Place & { readonly at: Date };

/** The points of a person's own part of a ride, from where they get in to where they get out. */
export function ownPoints(traveller: Traveller): Expected[] {
  const all = expectedAt(traveller);
  const { pickup, dropoff, first_leg, last_leg, from_at, until_at } = traveller;
  if (!pickup || !dropoff || first_leg === null || last_leg === null) return all;
  return [{ ...pickup, at: from_at }, ...all.slice(first_leg + 1, last_leg + 1), { ...dropoff, at: until_at }];
}

function expectedAt({ points, departs_at, ...way }: RideRow): Expected[] {
  const legS = drivenS(way);
  let at = departs_at.getTime();
  return points.map((point, n) => {
    if (n > 0) at += (legS[n - 1] ?? 0) * 1000;
    return { ...point, at: new Date(at) };
  });
}

/** The line of a person's own part, which tells nothing of where others begin or end. */
export function ownLine(traveller: Traveller): string {
  const { pickup, dropoff, polyline } = traveller;
  if (!pickup || !dropoff) return polyline;
  const line = decodePolyline(polyline);
  const from = nearestOn(line, pickup);
  const to = Math.max(from, nearestOn(line, dropoff));
  return encodePolyline([pickup, ...line.slice(from + 1, to), dropoff]);
}

function nearestOn(line: readonly LatLng[], place: LatLng): number {
  let [best, farM] = [0, Infinity];
  for (const [n, point] of line.entries()) {
    const hereM = distanceM(point, place);
    if (hereM < farM) [best, farM] = [n, hereM];
  }
  return best;
}

/** Where this person is about now: as their device said a moment ago, else where the ride should be by the clock. */
export function whereabouts(traveller: Traveller, now: Date): LatLng {
  const { lat, lng, position_at } = traveller;
  const fresh = position_at && now.getTime() - position_at.getTime() < FRESH_MS;
  if (fresh && lat !== null && lng !== null) return { lat, lng };
  const points = expectedAt(traveller);
  const next = points.findIndex(({ at }) => at > now);
  const [before, after] = next === -1 ? [points.at(-1), undefined] : [points[next - 1], points[next]];
  if (before && after) return between(before, after, now);
  const only = before ?? after;
  if (!only) throw new Error("A ride has at least two points.");
  return only;
}

/** Near enough to tell the country by: legs are too short for the shape of the earth to matter. */
function between(from: Expected, to: Expected, now: Date): LatLng {
  const share = (now.getTime() - from.at.getTime()) / (to.at.getTime() - from.at.getTime());
  const east = ((to.lng - from.lng + 540) % 360) - 180;
  const lng = from.lng + share * east;
  return { lat: from.lat + share * (to.lat - from.lat), lng: ((lng + 540) % 360) - 180 };
}
