import type { Miss } from "@commonlane/contract/ride-search";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { distanceText, durationText } from "#shared/wording/wording.ts";

/** What a ride that nearly fits misses, piece by piece: how long before or after the window, how far around or on foot. */
export function missReasons(miss: Miss): string[] {
  const words: Record<Miss["reasons"][number], () => string> = {
    window: () => windowText(miss.windowByS),
    detour: () => detourText(miss),
    walk: () => {
      const far = distanceText(Math.max(50, miss.walkByM));
      return i18n._(msg`${far} more to walk than you want`);
    },
  };
  return miss.reasons.map((reason) => words[reason]());
}

function windowText(byS: number): string {
  const long = durationText(Math.max(60, Math.abs(byS)));
  return byS < 0 ? i18n._(msg`leaves ${long} before your window`) : i18n._(msg`leaves ${long} after your window`);
}

function detourText({ detourByM, detourByS }: Miss): string {
  const more = detourByS > 0 ? durationText(Math.max(60, detourByS)) : distanceText(Math.max(50, detourByM));
  return i18n._(msg`${more} more around than the host agreed to`);
}
