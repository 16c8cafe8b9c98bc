import { DAY_MS } from "@commonlane/contract/durations";
import { RIDE_MAX_DAYS_AHEAD } from "@commonlane/contract/limits";
import { formatClockTime } from "#shared/formatting/format.ts";
import { addDays, toDateAndTime, toInstant } from "#shared/formatting/time-zones.ts";
import { timeZoneOf } from "#shared/places/place-choice.ts";
import type { RideDraft } from "./ride-draft.ts";

type DepartureFields = Pick<RideDraft, "origin" | "date" | "time"> &
  Partial<Pick<RideDraft, "repeats" | "weekdays">>;

/** ISO weekday of a calendar date: 1 is Monday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
}

const WEEK_DAYS = [0, 1, 2, 3, 4, 5, 6] as const;

/** The first day, from `date` on, that is one of these weekdays; `date` itself if there is none. */
export function firstOfWeekdays(date: string, weekdays: readonly number[]): string {
  const days = WEEK_DAYS.map((days) => addDays(date, days));
  return days.find((day) => weekdays.includes(weekdayOf(day))) ?? date;
}

/** The day of the first ride: of a repeated one, the first of its weekdays. */
export const firstRideDate = ({
  date,
  repeats,
  weekdays = [],
}: Omit<DepartureFields, "origin" | "time">): string =>
  repeats ? firstOfWeekdays(date, weekdays) : date;

/** Departure of the first ride; undefined while the date or time is incomplete. */
export const getDeparture = (draft: DepartureFields): Date | undefined =>
  toInstant(timeZoneOf(draft.origin.place), firstRideDate(draft), draft.time);

/** The time that clocks show instead if they skip the typed one in spring. */
export function shiftedTime(draft: DepartureFields): string | undefined {
  const departure = getDeparture(draft);
  const actualTime = departure && toDateAndTime(timeZoneOf(draft.origin.place), departure).time;
  return actualTime === undefined || actualTime === draft.time
    ? undefined
    : formatClockTime(actualTime);
}

/** Checks that a departure is in the future and within the server's limit. */
export function validateDeparture(
  draft: DepartureFields,
  now = new Date(),
): "missing" | "past" | "far" | undefined {
  const departure = getDeparture(draft);
  if (!departure) return "missing";
  const aheadMs = departure.getTime() - now.getTime();
  if (aheadMs <= 0) return "past";
  return aheadMs > RIDE_MAX_DAYS_AHEAD * DAY_MS ? "far" : undefined;
}
