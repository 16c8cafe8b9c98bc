import { MINUTE_MS } from "@commonlane/contract/durations";
import type { QuietHours } from "@commonlane/contract/notification-channels";
import { usableTimeZone } from "@commonlane/contract/time-zones";

const DAY_MIN = 24 * 60;

/**
 * Returns when the quiet hours that contain `now` end, or undefined outside quiet hours. They follow local time, so a
 * night with a clock change is an hour longer or shorter.
 */
export function quietHoursEnd({ from, until, timeZone }: QuietHours, now: Date): Date | undefined {
  const begin = minutesOf(from);
  const end = minutesOf(until);
  const nowMinutes = localMinutes(now, timeZone);
  const sinceBegin = (nowMinutes - begin + DAY_MIN) % DAY_MIN;
  const length = (end - begin + DAY_MIN) % DAY_MIN;
  if (sinceBegin >= length) return undefined;
  const startOfMinute = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  const guess = new Date(startOfMinute + (length - sinceBegin) * MINUTE_MS);
  const off = (end - localMinutes(guess, timeZone) + DAY_MIN + DAY_MIN / 2) % DAY_MIN;
  return new Date(guess.getTime() + (off - DAY_MIN / 2) * MINUTE_MS);
}

const minutesOf = (clock: string): number =>
  Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

function localMinutes(at: Date, timeZone: string): number {
  const clock = new Intl.DateTimeFormat("en", {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: usableTimeZone(timeZone, "UTC"),
  });
  return minutesOf(clock.format(at));
}
