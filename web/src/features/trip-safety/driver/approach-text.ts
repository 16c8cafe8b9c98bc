import { MINUTE_MS } from "@commonlane/contract/durations";
import type { DriverApproach } from "@commonlane/contract/trip-safety";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formatDuration } from "#shared/formatting/format.ts";

/** A position older than this is shown with its time. */
const OLD_AFTER_MS = 2 * MINUTE_MS;

/** What a passenger wants to know first, such as "Amara O. is 4 min away"; undefined if the driver's position is unknown. */
export function approachText(
  { state, pickupAt }: DriverApproach,
  name: string,
  nowMs: number,
): string | undefined {
  if (state === "unknown") return undefined;
  if (state === "here") return i18n._(msg`${name} is at the meeting point`);
  const duration = formatDuration(Math.max(60, (Date.parse(pickupAt) - nowMs) / 1000));
  return i18n._(msg`${name} is ${duration} away`);
}

export function isOldPosition({ position }: DriverApproach, nowMs: number): boolean {
  return position !== null && nowMs - Date.parse(position.at) > OLD_AFTER_MS;
}
