import type { RideMatch } from "@commonlane/contract/ride-search";
import type { Ride } from "@commonlane/contract/rides";
import type { Place } from "@commonlane/contract/shapes";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { distanceText, durationText, timeText, townOf } from "#shared/wording/wording.ts";
import { type AskedPart, pointsOf } from "./ride-part.ts";
import type { WholeWish } from "./search-url.ts";
import { metresBetween, sameAs } from "./way.ts";

const SAME_POINT_M = 30;
/** Steps that nobody would call walking. */
const NO_WALK_M = 30;

/**
 * What the place where one gets in or out is called: the stop of the ride that it is, the place that was asked for, or
 * near that one.
 */
export function meetingPlace(ride: Ride, at: Place, asked: Place): Place {
  const { name, beside } = meeting(ride, at, asked);
  return { ...at, label: beside ? i18n._(msg`near ${name}`) : name };
}

/** The part of the way that a match offers, its ends called as the seeker knows them. */
export function partOfMatch(ride: Ride, match: RideMatch, wish: WholeWish): AskedPart {
  return {
    pickup: meetingPlace(ride, match.pickup, wish.from),
    dropoff: meetingPlace(ride, match.dropoff, wish.to),
    walkFromM: match.walkFromM,
    walkToM: match.walkToM,
    seats: wish.seats,
  };
}

/** Why a ride fits, in plain words, piece by piece: where one gets in and out, what it costs the host, how far one walks. */
export function matchReasons(ride: Ride, match: RideMatch, wish: WholeWish): string[] {
  return [endsReason(ride, match, wish), detourReason(match.detourS), walkReason(match)].filter(
    (reason) => reason !== undefined,
  );
}

function endsReason(ride: Ride, match: RideMatch, wish: WholeWish): string {
  if (!match.partial) return i18n._(msg`Goes your whole way`);
  const [getIn, getOut] = [where(ride, match.pickup, wish.from), where(ride, match.dropoff, wish.to)];
  const [inAt, outAt] = [timeText(match.pickupAt, ride.timeZone), timeText(match.dropoffAt, ride.timeZone)];
  return i18n._(msg`Get in ${getIn} ${inAt}, out ${getOut} ${outAt}`);
}

function where(ride: Ride, at: Place, asked: Place): string {
  const { name, beside } = meeting(ride, at, asked);
  const town = townOf(name);
  return beside ? i18n._(msg`near ${town}`) : i18n._(msg`at ${town}`);
}

function meeting(ride: Ride, at: Place, asked: Place): { name: string; beside: boolean } {
  const points = pointsOf(ride);
  const stop = points[sameAs(points, at)];
  if (stop) return { name: stop.label, beside: false };
  return { name: asked.label, beside: metresBetween(at, asked) >= SAME_POINT_M };
}

function detourReason(detourS: number): string {
  if (detourS < 30) return i18n._(msg`no detour for the host`);
  const time = durationText(detourS);
  return i18n._(msg`+${time} for the host`);
}

/** How far one walks at each end; nothing where it is at the door. */
function walkReason({ walkFromM, walkToM }: Pick<RideMatch, "walkFromM" | "walkToM">): string | undefined {
  const [before, after] = [distanceText(walkFromM), distanceText(walkToM)];
  if (walkFromM >= NO_WALK_M && walkToM >= NO_WALK_M)
    return i18n._(msg`you walk ${before} to the car and ${after} at the end`);
  if (walkFromM >= NO_WALK_M) return i18n._(msg`you walk ${before} to the car`);
  if (walkToM >= NO_WALK_M) return i18n._(msg`you walk ${after} at the end`);
  return undefined;
}
