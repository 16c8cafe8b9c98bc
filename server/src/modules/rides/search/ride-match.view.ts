import { contributionForShare } from "../rules/price-steps.ts";
import type { NearMissDetails, RideMatch } from "@commonlane/contract/ride-search";
import type { LatLng, PickupPlace } from "@commonlane/contract/shapes";
import { shownTime } from "@commonlane/contract/shown-time";
import { distanceM } from "@commonlane/matching/geo";
import type { Match } from "@commonlane/matching/rule";
import { ON_THE_WAY, REQUESTED_PLACE } from "./name-on-the-way.ts";
import type { MeasuredMatch, MeasuredNearMiss } from "./measure-matches.ts";
import { isKnownStop } from "../route/meeting/meeting-points.ts";
import type { RideRow } from "../rides.store.ts";
import { toMoney } from "../rides.view.ts";

const SAME_POINT_M = 25;

/** A match in whole numbers, with names for pickup and dropoff. */
export function viewMatch(
  row: RideRow,
  match: Match | MeasuredMatch,
  { from, to }: { from: LatLng; to: LatLng },
): RideMatch {
  return {
    pickup: namePlace(row, match.pickup, from),
    dropoff: namePlace(row, match.dropoff, to),
    pickupAt: shownTime(match.pickupAtMs),
    dropoffAt: shownTime(match.dropoffAtMs),
    walkFromM: Math.round(match.walkFromM),
    walkToM: Math.round(match.walkToM),
    walkFromS: Math.round(match.walkFromS),
    walkToS: Math.round(match.walkToS),
    detourM: Math.round(match.detourM),
    detourS: Math.round(match.detourS),
    distanceM: Math.round(match.distanceM),
    seatsLeft: match.seatsLeft,
    contribution: contributionForShare(toMoney(row), match.shareOfRoute),
    score: match.score,
    partial: match.partial,
    // Times on a ride that is partly an estimate are no better than its own.
    routed: "routed" in match && match.routed && !row.partly_estimated,
  };
}

/** Missed limits, rounded up, so that none is reported as missed by 0. */
export const viewNearMiss = ({
  reasons,
  windowByMs,
  detourByM,
  detourByS,
  walkByM,
  routed,
}: MeasuredNearMiss): NearMissDetails => ({
  reasons: [...reasons],
  windowByS: Math.sign(windowByMs) * Math.ceil(Math.abs(windowByMs) / 1000),
  detourByM: Math.ceil(detourByM),
  detourByS: Math.ceil(detourByS),
  walkByM: Math.ceil(walkByM),
  routed,
});

/** Names a point of the route after its stop, or after the place that the seeker entered. */
function namePlace({ points }: RideRow, at: LatLng, requested: LatLng): PickupPlace {
  if (isKnownStop(at)) return at;
  const stop = points.find((point) => distanceM(point, at) < SAME_POINT_M);
  if (stop) return stop;
  const label = distanceM(at, requested) < SAME_POINT_M ? REQUESTED_PLACE : ON_THE_WAY;
  return {
    label,
    lat: at.lat,
    lng: at.lng,
  };
}
