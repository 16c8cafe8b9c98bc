import type { RideMatch } from "@commonlane/contract/ride-search";
import type { Ride } from "@commonlane/contract/rides";
import type { PickupPlace, Place } from "@commonlane/contract/shapes";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formatDetour, formatTimeOnRide } from "#shared/formatting/estimates.ts";
import { formatDistance, townName } from "#shared/formatting/format.ts";
import { pickupPlaceName } from "#shared/places/pickup-place.ts";
import { type RequestedSegment, pointsOf } from "../ride-segment.ts";
import type { CompleteSearchCriteria } from "./search-url.ts";
import { metresBetween, findPointAt } from "../route-geometry.ts";

const SAME_POINT_M = 30;
/** Shorter walks are not mentioned, in metres. */
const NO_WALK_M = 30;

/** Label of a pickup or dropoff: the known pickup point, the ride's stop, the searched place, or "near" that place. */
export function labelMeetingPlace(ride: Ride, meetingPoint: PickupPlace, requestedPlace: Place): PickupPlace {
  const { name, isNearby } = nameMeetingPlace(ride, meetingPoint, requestedPlace);
  const { lat, lng } = meetingPoint;
  return { lat, lng, label: isNearby ? i18n._(msg`near ${name}`) : name };
}

/** Segment of a match, with its ends named after the searched places. */
export function segmentOfMatch(ride: Ride, match: RideMatch, criteria: CompleteSearchCriteria): RequestedSegment {
  return {
    pickup: labelMeetingPlace(ride, match.pickup, criteria.from),
    dropoff: labelMeetingPlace(ride, match.dropoff, criteria.to),
    walkFromM: match.walkFromM,
    walkToM: match.walkToM,
    seats: criteria.seats,
  };
}

/** Reasons why a ride matches: pickup and dropoff, the host's detour, and the walk. */
export function matchReasons(ride: Ride, match: RideMatch, criteria: CompleteSearchCriteria): string[] {
  return [stopsReason(ride, match, criteria), detourReason(ride, match), walkReason(match)].filter(
    (reason) => reason !== undefined,
  );
}

function stopsReason(ride: Ride, match: RideMatch, criteria: CompleteSearchCriteria): string {
  if (!match.partial) return i18n._(msg`Covers your full route`);
  const [pickup, dropoff] = [
    describePlace(ride, match.pickup, criteria.from),
    describePlace(ride, match.dropoff, criteria.to),
  ];
  const schedule = { ...ride, routed: isRouted(ride, match) };
  const [pickupTime, dropoffTime] = [
    formatTimeOnRide(match.pickupAt, schedule),
    formatTimeOnRide(match.dropoffAt, schedule),
  ];
  return i18n._(msg`Pickup ${pickup} ${pickupTime}, dropoff ${dropoff} ${dropoffTime}`);
}

function describePlace(ride: Ride, place: PickupPlace, requestedPlace: Place): string {
  if (place.pickupKind) return pickupPlaceName(place);
  const { name, isNearby } = nameMeetingPlace(ride, place, requestedPlace);
  const town = townName(name);
  return isNearby ? i18n._(msg`near ${town}`) : i18n._(msg`at ${town}`);
}

function nameMeetingPlace(
  ride: Ride,
  meetingPoint: PickupPlace,
  requestedPlace: Place,
): { name: string; isNearby: boolean } {
  if (meetingPoint.pickupKind) return { name: pickupPlaceName(meetingPoint), isNearby: false };
  const points = pointsOf(ride);
  const stop = points[findPointAt(points, meetingPoint)];
  if (stop) return { name: stop.label, isNearby: false };
  return { name: requestedPlace.label, isNearby: metresBetween(meetingPoint, requestedPlace) >= SAME_POINT_M };
}

function detourReason(ride: Ride, match: RideMatch): string {
  if (match.detourS < 30) return i18n._(msg`no detour for the host`);
  const detour = formatDetour(match.detourS, { routed: isRouted(ride, match) });
  return i18n._(msg`${detour} for the host`);
}

const isRouted = (ride: Ride, match: RideMatch): boolean => match.routed ?? ride.routed;

/** Walking distances at both ends; undefined if there is nothing to walk. A known pickup point has its walk beside it. */
function walkReason({
  pickup,
  walkFromM,
  walkToM,
}: Pick<RideMatch, "pickup" | "walkFromM" | "walkToM">): string | undefined {
  const [before, after] = [formatDistance(walkFromM), formatDistance(walkToM)];
  const walksBefore = walkFromM >= NO_WALK_M && !pickup.pickupKind;
  if (walksBefore && walkToM >= NO_WALK_M) return i18n._(msg`you walk ${before} to the car and ${after} at the end`);
  if (walksBefore) return i18n._(msg`you walk ${before} to the car`);
  if (walkToM >= NO_WALK_M) return i18n._(msg`you walk ${after} at the end`);
  return undefined;
}
