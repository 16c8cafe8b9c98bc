import { DAY_MS } from "@commonlane/contract/durations";
import { msg } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";
import { RIDE_MAX_DAYS_AHEAD } from "@commonlane/contract/limits";
import { toDateAndTime, todayAt, toInstant } from "#shared/formatting/time-zones.ts";
import { timeZoneOf } from "#shared/places/place-choice.ts";
import { getDeparture } from "./departure.ts";
import type { RideDraft } from "./ride-draft.ts";

/** Time zone in which the return is typed: that of the destination, or of the origin if unknown. */
export function returnTimeZoneOf(draft: Pick<RideDraft, "origin" | "destination">): string {
  return draft.destination.place?.timeZone ?? timeZoneOf(draft.origin.place);
}

/** Departure of the return trip; undefined while incomplete. */
export const getReturnDeparture = (draft: RideDraft): Date | undefined =>
  toInstant(returnTimeZoneOf(draft), draft.returnDate, draft.returnTime);

/** First and last allowed departure date at the origin. */
export function departureDateRange(
  draft: Pick<RideDraft, "origin">,
  now: Date,
): { first: string; last: string } {
  const zone = timeZoneOf(draft.origin.place);
  const last = new Date(now.getTime() + RIDE_MAX_DAYS_AHEAD * DAY_MS);
  return {
    first: todayAt(draft.origin.place?.timeZone, now),
    last: toDateAndTime(zone, last).date,
  };
}

/** Errors of the recurrence and return fields, by the server's field names. */
export function validateRecurrence(draft: RideDraft): Record<string, MessageDescriptor> {
  const { repeats, weekdays, date, lastDay, returns, time, returnTime } = draft;
  const problems: Record<string, MessageDescriptor> = {};
  if (repeats && weekdays.length === 0)
    problems["weekdays"] = msg`Choose at least one day of the week.`;
  if (repeats && lastDay !== "" && lastDay < date)
    problems["lastDay"] = msg`The last day is before the first.`;
  if (!returns) return problems;
  const outbound = getDeparture(draft);
  const returning = getReturnDeparture(draft);
  const isLater = repeats ? returnTime > time : outbound && returning && returning > outbound;
  if (!returnTime || (!repeats && !returning))
    problems["returnWay"] = msg`When do you drive back? Enter a date and time.`;
  else if (!isLater)
    problems["returnWay"] = msg`The return trip must leave after the outward trip.`;
  return problems;
}
