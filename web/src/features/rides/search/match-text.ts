import type { RideMatch } from "@commonlane/contract/ride-search";
import type { Ride } from "@commonlane/contract/rides";
import type { Place } from "@commonlane/contract/shapes";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formatDistance, formatDuration, formatTime, townName } from "#shared/formatting/format.ts";
import { type RequestedSegment, pointsOf } from "../ride-segment.ts";
import type { CompleteSearchCriteria } from "./search-url.ts";
import { metresBetween, findPointAt } from "../route-geometry.ts";

const SAME_POINT_M = 30;
/** Steps that nobody would call walking. */
const NO_WALK_M = 30;

/**
 * What the place where one gets in or out is called: the stop of the ride that it is, the place that was asked for, or
 * near that one.
 */
export function labelMeetingPlace(ride: Ride, meetingPoint: Place, requestedPlace: Place): Place {
  const { name, isNearby } = nameMeetingPlace(ride, meetingPoint, requestedPlace);
  return { ...meetingPoint, label: isNearby ? i18n._(msg`near ${name}`) : name };
}

/** The part of the way that a match offers, its ends called as the seeker knows them. */
export function segmentOfMatch(ride: Ride, match: RideMatch, criteria: CompleteSearchCriteria): RequestedSegment {
  return {
    pickup: labelMeetingPlace(ride, match.pickup, criteria.from),
    dropoff: labelMeetingPlace(ride, match.dropoff, criteria.to),
    walkFromM: match.walkFromM,
    walkToM: match.walkToM,
    seats: criteria.seats,
  };
}

/** Why a ride fits, in plain words, piece by piece: where one gets in and out, what it costs the host, how far one walks. */
export function matchReasons(ride: Ride, match: RideMatch, criteria: CompleteSearchCriteria): string[] {
  return [stopsReason(ride, match, criteria), detourReason(match.detourS), walkReason(match)].filter(
    (reason) => reason !== undefined,
  );
}

function stopsReason(ride: Ride, match: RideMatch, criteria: CompleteSearchCriteria): string {
  if (!match.partial) return i18n._(msg`Covers your full route`);
  const [pickup, dropoff] = [
    describePlace(ride, match.pickup, criteria.from),
    describePlace(ride, match.dropoff, criteria.to),
  ];
  const [pickupTime, dropoffTime] = [
    formatTime(match.pickupAt, ride.timeZone),
    formatTime(match.dropoffAt, ride.timeZone),
  ];
  return i18n._(msg`Pickup ${pickup} ${pickupTime}, dropoff ${dropoff} ${dropoffTime}`);
}

function describePlace(ride: Ride, place: Place, requestedPlace: Place): string {
  const { name, isNearby } = nameMeetingPlace(ride, place, requestedPlace);
  const town = townName(name);
  return isNearby ? i18n._(msg`near ${town}`) : i18n._(msg`at ${town}`);
}

function nameMeetingPlace(ride: Ride, meetingPoint: Place, requestedPlace: Place): { name: string; isNearby: boolean } {
  const points = pointsOf(ride);
  const stop = points[findPointAt(points, meetingPoint)];
  if (stop) return { name: stop.label, isNearby: false };
  return { name: requestedPlace.label, isNearby: metresBetween(meetingPoint, requestedPlace) >= SAME_POINT_M };
}

function detourReason(detourS: number): string {
  if (detourS < 30) return i18n._(msg`no detour for the host`);
  const time = formatDuration(detourS);
  return i18n._(msg`+${time} for the host`);
}

/** How far one walks at each end; nothing where it is at the door. */
function walkReason({ walkFromM, walkToM }: Pick<RideMatch, "walkFromM" | "walkToM">): string | undefined {
  const [before, after] = [formatDistance(walkFromM), formatDistance(walkToM)];
  if (walkFromM >= NO_WALK_M && walkToM >= NO_WALK_M)
    return i18n._(msg`you walk ${before} to the car and ${after} at the end`);
  if (walkFromM >= NO_WALK_M) return i18n._(msg`you walk ${before} to the car`);
  if (walkToM >= NO_WALK_M) return i18n._(msg`you walk ${after} at the end`);
  return undefined;
}
