import type { ActiveDriver } from "@commonlane/contract/active-drivers";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { operator } from "#shared/operator.ts";
import { distanceText } from "#shared/wording/wording.ts";
import { stepKm, type NearDriver } from "./driver-list.ts";
import { fadesAfterMs } from "./silence.ts";

/** How far a driver is; who is not known exactly is never said to be nearer than the square they are told in. */
export function awayText({ driver, distanceKm }: NearDriver): string {
  if (driver.exact) return i18n._(msg`${distanceText(distanceKm * 1000)} away`);
  if (distanceKm < stepKm) return i18n._(msg`within about ${distanceText(stepKm * 1000)}`);
  return i18n._(msg`about ${distanceText(distanceKm * 1000)} away`);
}

/** How large the square is in which strangers see a driver; nothing where they see exactly. */
export const squareText = (): string | undefined =>
  operator.toldToM.drivers === 0 ? undefined : distanceText(Math.max(50, operator.toldToM.drivers));

const WINDS = [
  msg`north`,
  msg`north-east`,
  msg`east`,
  msg`south-east`,
  msg`south`,
  msg`south-west`,
  msg`west`,
  msg`north-west`,
];

/** Where a car points, in a word; nothing where that is not known. */
export function directionText(heading: number | null): string | undefined {
  const wind = heading === null ? undefined : WINDS[Math.round(heading / 45) % WINDS.length];
  return wind && i18n._(wind);
}

export const isFading = ({ lastSeenAt }: ActiveDriver, nowMs: number): boolean =>
  nowMs - Date.parse(lastSeenAt) > fadesAfterMs();

/** When a driver was heard of last; those who fade are told apart in words, too. */
export function seenText(driver: ActiveDriver, nowMs: number): string {
  const minutes = Math.floor((nowMs - Date.parse(driver.lastSeenAt)) / 60_000);
  return minutes < 1 || !isFading(driver, nowMs)
    ? i18n._(msg`on the road now`)
    : i18n._(msg`last seen ${minutes} min ago`);
}
