import { relativeTimeFormat } from "#shared/formatting/formatters.ts";
import { formatUserDate } from "#shared/formatting/user-time-zone.ts";

const UNITS = [
  { unit: "minute", s: 60, upTo: 60 },
  { unit: "hour", s: 3600, upTo: 24 },
  { unit: "day", s: 86_400, upTo: 7 },
] as const;

/** Time since an instant as text, or the date in the user's time zone if it is more than a week ago. */
export function timeAgoText(at: string, nowMs: number): string {
  const pastS = Math.max(0, (nowMs - Date.parse(at)) / 1000);
  const relative = relativeTimeFormat({
    numeric: "auto",
    style: "short",
  });
  if (pastS < 60) return relative.format(0, "second");
  for (const { unit, s, upTo } of UNITS)
    if (pastS < s * upTo) return relative.format(-Math.floor(pastS / s), unit);
  return formatUserDate(at);
}
