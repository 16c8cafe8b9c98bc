import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { formatDetour } from "#shared/formatting/estimates.ts";
import { joinWithComma } from "#shared/formatting/day-and-time.ts";
import { formatDistance, formatDuration, formatTime } from "#shared/formatting/format.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@commonlane/contract/durations";
import { i18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";

/** Shorter detours are not worth a decision. */
const NO_DETOUR_S = 30;

/** What a request costs the host: detour in minutes and distance, and the arrival with it; undefined without a detour. */
export function requestCost(
  { detourM, detourS }: Pick<SeatRequest, "detourM" | "detourS">,
  ride: Pick<Ride, "departsAt" | "arrivesAt" | "timeZone" | "routed">,
): { detour: string; arrival: string } | undefined {
  if (detourS < NO_DETOUR_S) return undefined;
  const arrivesAt = new Date(Date.parse(ride.arrivesAt) + detourS * 1000).toISOString();
  return {
    detour: joinWithComma(formatDetour(detourS, ride), formatDistance(detourM)),
    arrival: formatTime(arrivesAt, ride.timeZone),
  };
}

/** Time left to answer, such as "2 days left" or "1 h 20 left", and whether it is short. */
export function timeLeft(
  expiresAt: string,
  nowMs: number,
): {
  text: string;
  isShort: boolean;
} {
  const leftMs = Date.parse(expiresAt) - nowMs;
  const isShort = leftMs < HOUR_MS;
  if (leftMs >= 2 * DAY_MS) {
    const days = Math.floor(leftMs / DAY_MS);
    return {
      text: i18n._(
        msg`${plural(days, {
          one: "# day left",
          other: "# days left",
        })}`,
      ),
      isShort,
    };
  }
  const duration = formatDuration(Math.max(MINUTE_MS, leftMs) / 1000);
  return {
    text: i18n._(msg`${duration} left`),
    isShort,
  };
}
