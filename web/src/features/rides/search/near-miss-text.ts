import type { NearMissDetails } from "@commonlane/contract/ride-search";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formatDrivingDistance, formatDrivingTime } from "#shared/formatting/estimates.ts";
import { formatDistance } from "#shared/formatting/format.ts";

/** Describes what a near miss misses: time before or after the window, detour, or walk. */
export function describeNearMiss(miss: NearMissDetails): string[] {
  const describe: Record<NearMissDetails["reasons"][number], () => string> = {
    window: () => windowText(miss),
    detour: () => detourText(miss),
    walk: () => {
      const distance = formatDistance(Math.max(50, miss.walkByM));
      return i18n._(msg`${distance} more walking than you chose`);
    },
  };
  return miss.reasons.map((reason) => describe[reason]());
}

function windowText(miss: NearMissDetails): string {
  const duration = formatDrivingTime(Math.max(60, Math.abs(miss.windowByS)), miss);
  return miss.windowByS < 0
    ? i18n._(msg`leaves ${duration} before your time window`)
    : i18n._(msg`leaves ${duration} after your time window`);
}

function detourText(miss: NearMissDetails): string {
  const { detourByM, detourByS } = miss;
  const excess =
    detourByS > 0
      ? formatDrivingTime(Math.max(60, detourByS), miss)
      : formatDrivingDistance(Math.max(50, detourByM), miss);
  return i18n._(msg`${excess} more detour than the host accepts`);
}
