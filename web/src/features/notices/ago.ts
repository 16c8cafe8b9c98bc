import { ownDateText } from "#shared/wording/own-date.ts";
import { formatLocale } from "#shared/wording/locale.ts";

const STEPS = [
  { unit: "minute", s: 60, upTo: 60 },
  { unit: "hour", s: 3600, upTo: 24 },
  { unit: "day", s: 86_400, upTo: 7 },
] as const;

/** How long ago an instant was, in words; the day itself, by one's own clocks, when that was more than a week ago. */
export function agoText(at: string, nowMs: number): string {
  const pastS = Math.max(0, (nowMs - Date.parse(at)) / 1000);
  const relative = new Intl.RelativeTimeFormat(formatLocale(), { numeric: "auto", style: "short" });
  if (pastS < 60) return relative.format(0, "second");
  for (const { unit, s, upTo } of STEPS) if (pastS < s * upTo) return relative.format(-Math.floor(pastS / s), unit);
  return ownDateText(at);
}
