import { MINUTE_MS } from "@commonlane/contract/durations";
import type { FollowedRide } from "@commonlane/contract/trip-safety";

export type OpenRide = Extract<FollowedRide, { state: "open" }>;

/** A few minutes late is nothing to mention. */
const OVERDUE_AFTER_MS = 10 * MINUTE_MS;
/** Followers' pages and the sharer's device update within a minute; only a longer silence is worth a word. */
const SILENT_AFTER_MS = 5 * MINUTE_MS;

/** The state of a followed trip, by the clock. */
export function tripPhase(
  { startsAt, arrivesAt }: Pick<OpenRide, "startsAt" | "arrivesAt">,
  nowMs: number,
): "not-started" | "on-the-way" | "overdue" {
  if (nowMs < Date.parse(startsAt)) return "not-started";
  return nowMs < Date.parse(arrivesAt) + OVERDUE_AFTER_MS ? "on-the-way" : "overdue";
}

/** Minutes since the last position; 0 if it is recent, undefined if there is none. */
export function minutesSilent(
  { position }: Pick<OpenRide, "position">,
  nowMs: number,
): number | undefined {
  if (!position) return undefined;
  const silentMs = nowMs - Date.parse(position.at);
  return silentMs < SILENT_AFTER_MS ? 0 : Math.floor(silentMs / MINUTE_MS);
}
