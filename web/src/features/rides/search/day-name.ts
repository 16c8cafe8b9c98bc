import { dateFormat } from "#shared/formatting/formatters.ts";
import { formatDay } from "#shared/formatting/format.ts";

const lengths = {
  /** "Friday 20 November" */
  long: { weekday: "long", day: "numeric", month: "long" },
  /** "20 Nov" */
  date: { day: "numeric", month: "short" },
  /** "Fri" */
  weekday: { weekday: "short" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Formats a calendar date (YYYY-MM-DD). "short" looks like "Fri 20 Nov". */
export function dayName(day: string, length: keyof typeof lengths | "short"): string {
  const noon = `${day}T12:00:00Z`;
  if (length === "short") return formatDay(noon, "UTC");
  return dateFormat({
    ...lengths[length],
    timeZone: "UTC",
  }).format(new Date(noon));
}
