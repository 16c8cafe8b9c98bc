import { decodePolyline } from "@commonlane/contract/polyline";
import type { Ride } from "@commonlane/contract/rides";
import type { LatLng, Place } from "@commonlane/contract/shapes";
import { useQuery } from "@tanstack/react-query";
import { routeMeasure } from "#shared/places/route-on-map.ts";
import { decodeRouteLine, pointsOf } from "./ride-segment.ts";
import { findLegs, metresFromLine } from "./route-geometry.ts";

interface PartEnds {
  readonly pickup: Place;
  readonly dropoff: Place;
}

/** A place farther from the ride's line is not beside its road: the car leaves the line for it. */
const LEAVES_LINE_M = 300;

/**
 * The roads of a passenger's own part if the car leaves the ride's line for its pickup or dropoff; undefined otherwise,
 * and until the server has answered.
 */
export function useOwnPart(
  ride: Ride | undefined,
  ends: PartEnds | undefined,
): readonly LatLng[] | undefined {
  const places = ride && ends ? placesOffLine(ride, ends) : [];
  const { data } = useQuery({ ...routeMeasure(places), enabled: places.length > 0 });
  return data && places.length > 0 ? decodePolyline(data.polyline) : undefined;
}

/** Pickup, dropoff and the ride's stops between them if one of the two is off the ride's line; otherwise none. */
export function placesOffLine(ride: Ride, { pickup, dropoff }: PartEnds): readonly Place[] {
  const line = decodeRouteLine(ride);
  const isOff = (place: LatLng) => metresFromLine(line, place) > LEAVES_LINE_M;
  if (!isOff(pickup) && !isOff(dropoff)) return [];

  const points = pointsOf(ride);
  const { firstLeg, lastLeg } = findLegs(points, line, { pickup, dropoff });
  return [pickup, ...points.slice(firstLeg + 1, lastLeg + 1), dropoff];
}
