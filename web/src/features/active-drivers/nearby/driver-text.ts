import type { ActiveDriver } from "@commonlane/contract/active-drivers";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { communitySettings } from "#shared/community-settings.ts";
import { formatDistance } from "#shared/formatting/format.ts";
import { distanceStepKm, type NearDriver } from "./driver-list.ts";
import { fadesAfterMs } from "../position/silence-timeouts.ts";

/** Distance of a driver; an approximate one is never shown as closer than its grid square. */
export function distanceAwayText({ driver, distanceKm }: NearDriver): string {
  if (driver.exact) return i18n._(msg`${formatDistance(distanceKm * 1000)} away`);
  if (distanceKm < distanceStepKm)
    return i18n._(msg`within about ${formatDistance(distanceStepKm * 1000)}`);
  return i18n._(msg`about ${formatDistance(distanceKm * 1000)} away`);
}

/** Size of the grid square that strangers see; undefined if they see exact positions. */
export const squareText = (): string | undefined =>
  communitySettings.approximateToM.drivers === 0
    ? undefined
    : formatDistance(Math.max(50, communitySettings.approximateToM.drivers));

const COMPASS_DIRECTIONS = [
  msg`north`,
  msg`north-east`,
  msg`east`,
  msg`south-east`,
  msg`south`,
  msg`south-west`,
  msg`west`,
  msg`north-west`,
];

/** Compass direction of a heading; undefined if unknown. */
export function directionText(heading: number | null): string | undefined {
  const compassDirection =
    heading === null
      ? undefined
      : COMPASS_DIRECTIONS[Math.round(heading / 45) % COMPASS_DIRECTIONS.length];
  return compassDirection && i18n._(compassDirection);
}

export function isFading({ lastSeenAt }: ActiveDriver, nowMs: number): boolean {
  return nowMs - Date.parse(lastSeenAt) > fadesAfterMs();
}

/** Time of a driver's last update, so that fading drivers also differ in text. */
export function seenText(driver: ActiveDriver, nowMs: number): string {
  const minutes = Math.floor((nowMs - Date.parse(driver.lastSeenAt)) / 60_000);
  return minutes < 1 || !isFading(driver, nowMs)
    ? i18n._(msg`on the road now`)
    : i18n._(msg`last seen ${minutes} min ago`);
}
