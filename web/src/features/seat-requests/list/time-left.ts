import { DAY_MS, HOUR_MS, MINUTE_MS } from "@commonlane/contract/durations";
import { i18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { formatDuration } from "#shared/formatting/format.ts";

/** Time left to answer, such as "2 days left" or "1 h 20 left", and whether it is short. */
export function timeLeft(expiresAt: string, nowMs: number): { text: string; isShort: boolean } {
  const leftMs = Date.parse(expiresAt) - nowMs;
  const isShort = leftMs < HOUR_MS;
  if (leftMs >= 2 * DAY_MS) {
    const days = Math.floor(leftMs / DAY_MS);
    return {
      text: i18n._(msg`${plural(days, { one: "# day left", other: "# days left" })}`),
      isShort,
    };
  }
  const duration = formatDuration(Math.max(MINUTE_MS, leftMs) / 1000);
  return { text: i18n._(msg`${duration} left`), isShort };
}
