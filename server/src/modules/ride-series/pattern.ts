import { HOST_AHEAD_DAYS } from "@commonlane/contract/limits";
import { Problem } from "#platform/http/problem.ts";
import { dayAfter, weekdayOf } from "#platform/time-zone.ts";

/** On which days a series runs. Days are YYYY-MM-DD, so they are ordered as text. */
export interface Pattern {
  readonly weekdays: readonly number[];
  readonly firstDay: string;
  readonly lastDay: string | null;
  readonly exceptions: readonly string[];
}

/** Each weekday once, from Monday on. */
export const daysInOrder = (weekdays: readonly number[]): number[] => [...new Set(weekdays)].toSorted((a, b) => a - b);

/** Whether a series runs on this day. */
export const runsOn = ({ weekdays, firstDay, lastDay, exceptions }: Pattern, day: string): boolean =>
  day >= firstDay &&
  (lastDay === null || day <= lastDay) &&
  weekdays.includes(weekdayOf(day)) &&
  !exceptions.includes(day);

/** The days from `from` to `until`, both included, on which a series runs. */
export function daysOf(pattern: Pattern, from: string, until: string): string[] {
  const days: string[] = [];
  const last = pattern.lastDay !== null && pattern.lastDay < until ? pattern.lastDay : until;
  for (let day = from > pattern.firstDay ? from : pattern.firstDay; day <= last; day = dayAfter(day, 1)) {
    if (runsOn(pattern, day)) days.push(day);
  }
  return days;
}

/** @throws Problem invalid_input for a series that cannot run, seen from `today`. */
export function mustRun(pattern: Pattern, today: string): void {
  const { firstDay, lastDay } = pattern;
  const latest = dayAfter(today, HOST_AHEAD_DAYS);
  if (firstDay > latest) throw wrong("firstDay", "The first day is too far ahead.");
  if (lastDay !== null && lastDay < firstDay) throw wrong("lastDay", "The last day lies before the first.");
  if (lastDay !== null && lastDay < today) throw wrong("lastDay", "The last day must not have passed.");
  if (daysOf(pattern, today, latest).length === 0) throw wrong("weekdays", "There is no such day to come.");
}

export const wrong = (field: string, text: string) => new Problem("invalid_input", { fields: { [field]: text } });
