import type { RideMatch } from "@commonlane/contract/ride-search";
import type { Ride } from "@commonlane/contract/rides";
import type { PickupPlace, Place } from "@commonlane/contract/shapes";
import { pickupPlaceName } from "#shared/places/pickup-place.ts";
import { nearLabel } from "#shared/places/point-name.ts";
import { type RequestedSegment, pointsOf } from "../ride-segment.ts";
import type { CompleteSearchCriteria } from "./search-url.ts";
import { metresBetween, findPointAt } from "../route-geometry.ts";

const SAME_POINT_M = 30;

/** Label of a pickup or dropoff: the known pickup point, the ride's stop, the searched place, or "Near" that place. */
export function labelMeetingPlace(
  ride: Ride,
  meetingPoint: PickupPlace,
  requestedPlace: Place,
): PickupPlace {
  const { name, isNearby } = nameMeetingPlace(ride, meetingPoint, requestedPlace);
  const { lat, lng } = meetingPoint;
  return {
    lat,
    lng,
    label: isNearby ? nearLabel(name) : name,
  };
}

/** Segment of a match, with its ends named after the searched places. */
export function segmentOfMatch(
  ride: Ride,
  match: RideMatch,
  criteria: CompleteSearchCriteria,
): RequestedSegment {
  return {
    pickup: labelMeetingPlace(ride, match.pickup, criteria.from),
    dropoff: labelMeetingPlace(ride, match.dropoff, criteria.to),
    walkFromM: match.walkFromM,
    walkToM: match.walkToM,
    seats: criteria.seats,
  };
}

function nameMeetingPlace(
  ride: Ride,
  meetingPoint: PickupPlace,
  requestedPlace: Place,
): { name: string; isNearby: boolean } {
  if (meetingPoint.pickupKind)
    return {
      name: pickupPlaceName(meetingPoint),
      isNearby: false,
    };
  const points = pointsOf(ride);
  const stop = points[findPointAt(points, meetingPoint)];
  if (stop)
    return {
      name: stop.label,
      isNearby: false,
    };
  return {
    name: requestedPlace.label,
    isNearby: metresBetween(meetingPoint, requestedPlace) >= SAME_POINT_M,
  };
}
