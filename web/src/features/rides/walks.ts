import type { LatLng } from "@commonlane/contract/shapes";
import { decodePolyline } from "@commonlane/contract/polyline";
import { rides } from "@commonlane/contract/rides";
import { useQueries } from "@tanstack/react-query";
import type { WalkPath } from "@commonlane/contract/route-measure";
import { endpointQuery } from "#shared/api/endpoint-query.ts";
import { metresBetween } from "./route-geometry.ts";

/** A way on foot to the pickup or from the dropoff, by its ends. */
export type Walk = readonly [from: LatLng, to: LatLng];

/** Shorter walks are not drawn. */
const SHOWN_WALK_M = 30;

/** Ways on foot from the searched places to the ends of a segment. */
export function walksTo(
  { pickup, dropoff }: Readonly<Record<"pickup" | "dropoff", LatLng>>,
  { from, to }: Readonly<Record<"from" | "to", LatLng>>,
): Walk[] {
  const walks: Walk[] = [
    [toPoint(from), toPoint(pickup)],
    [toPoint(dropoff), toPoint(to)],
  ];
  return walks.filter(([start, end]) => metresBetween(start, end) >= SHOWN_WALK_M);
}

/**
 * State of the link to a ride's page. Not part of its URL, which people share: where they start to walk may be their
 * home.
 */
export interface RideLinkState {
  readonly walks: readonly Walk[];
  /** Opens the booking sheet at once. */
  readonly opensBooking?: boolean;
}

/** Reads the state that the page was opened with; no walks if there are none. */
export const readWalkState = (state: unknown): readonly Walk[] =>
  isRecord(state) && Array.isArray(state["walks"]) && state["walks"].every(isWalk)
    ? state["walks"]
    : [];

export const opensBooking = (state: unknown): boolean =>
  isRecord(state) && state["opensBooking"] === true;

const toPoint = ({ lat, lng }: LatLng): LatLng => ({
  lat,
  lng,
});
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
const isPoint = (value: unknown): value is LatLng =>
  isRecord(value) && typeof value["lat"] === "number" && typeof value["lng"] === "number";
const isWalk = (value: unknown): value is Walk =>
  Array.isArray(value) && value.length === 2 && value.every(isPoint);

/** Walks along the paths that the server knows. */
export function useWalkPaths(walks: readonly Walk[]): (readonly LatLng[])[] {
  const results = useQueries({ queries: walks.map((walk) => walkPath(walk)) });
  return walks.map((walk, n) => lineOfWalk(walk, results[n]?.data));
}

const walkPath = ([from, to]: Walk) =>
  endpointQuery(
    rides.walk,
    {
      body: {
        from,
        to,
      },
    },
    { staleTime: Infinity },
  );

/** A straight line until the server has answered, and where it knows no path. */
export const lineOfWalk = (walk: Walk, path: WalkPath | undefined): readonly LatLng[] =>
  path?.polyline ? decodePolyline(path.polyline) : walk;
