import { translatable } from "@commonlane/contract/message";
import { RIDE_MAX_DAYS_AHEAD } from "@commonlane/contract/limits";
import { invalidInput } from "#platform/http/problem.ts";
import { dayAfter, weekdayOf } from "#platform/time-zone.ts";

/** Days on which a series runs, as YYYY-MM-DD, so that they sort as text. */
export interface SeriesPattern {
  readonly weekdays: readonly number[];
  readonly firstDay: string;
  readonly lastDay: string | null;
  readonly exceptions: readonly string[];
}

/** Each weekday once, starting with Monday. */
export const sortWeekdays = (weekdays: readonly number[]): number[] =>
  [...new Set(weekdays)].toSorted((a, b) => a - b);

/** Returns true if a series runs on this day. */
export const runsOnDay = (
  { weekdays, firstDay, lastDay, exceptions }: SeriesPattern,
  day: string,
): boolean =>
  day >= firstDay &&
  (lastDay === null || day <= lastDay) &&
  weekdays.includes(weekdayOf(day)) &&
  !exceptions.includes(day);

/** Days from `from` to `until`, inclusive, on which a series runs. */
export function listDays(pattern: SeriesPattern, from: string, until: string): string[] {
  const days: string[] = [];
  const last = pattern.lastDay !== null && pattern.lastDay < until ? pattern.lastDay : until;
  for (
    let day = from > pattern.firstDay ? from : pattern.firstDay;
    day <= last;
    day = dayAfter(day, 1)
  ) {
    if (runsOnDay(pattern, day)) days.push(day);
  }
  return days;
}

/** @throws Problem invalid_input for a series that cannot run, as of `today`. */
export function assertRuns(pattern: SeriesPattern, today: string): void {
  const { firstDay, lastDay } = pattern;
  const latest = dayAfter(today, RIDE_MAX_DAYS_AHEAD);
  if (firstDay > latest)
    throw invalidInput("firstDay", translatable("The first day is too far in the future."));
  if (lastDay !== null && lastDay < firstDay)
    throw invalidInput("lastDay", translatable("The last day is before the first."));
  if (lastDay !== null && lastDay < today)
    throw invalidInput("lastDay", translatable("The last day can't be in the past."));
  if (listDays(pattern, today, latest).length === 0)
    throw invalidInput(
      "weekdays",
      translatable("The series has no upcoming day with these weekdays."),
    );
}
