import { DAY_MS } from "@commonlane/contract/durations";
import { msg } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";
import { HOST_AHEAD_DAYS } from "@commonlane/contract/limits";
import { dateAndTimeIn, instantIn } from "#shared/wording/instants.ts";
import { ownTimeZone } from "#shared/wording/own-time-zone.ts";
import { departureOf, zoneOf } from "./departure.ts";
import type { RideDraft } from "./ride-draft.ts";

/** The weekday of a calendar date as ISO 8601 counts: 1 is Monday. */
export const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay() || 7;

/** The zone on whose clocks the way back is typed: that of the destination, or the origin's while it is not known. */
export const returnZoneOf = (draft: Pick<RideDraft, "origin" | "destination">): string =>
  draft.destination.place?.timeZone ?? draft.origin.place?.timeZone ?? ownTimeZone();

/** When the way back leaves; nothing while its date or time is not whole. */
export const returnOf = (draft: RideDraft): Date | undefined =>
  instantIn(returnZoneOf(draft), draft.returnDate, draft.returnTime);

/** The first and the last date on which a ride can leave, on the clocks of its origin. */
export function datesOf(draft: Pick<RideDraft, "origin">, now: Date): { first: string; last: string } {
  const zone = zoneOf(draft);
  const last = new Date(now.getTime() + HOST_AHEAD_DAYS * DAY_MS);
  return { first: dateAndTimeIn(zone, now).date, last: dateAndTimeIn(zone, last).date };
}

/** What is wrong with how a ride repeats and with its way back, by the server's names of the fields. */
export function repeatProblems(draft: RideDraft): Record<string, MessageDescriptor> {
  const { repeats, weekdays, date, lastDay, returns, time, returnTime } = draft;
  const wrong: Record<string, MessageDescriptor> = {};
  if (repeats && weekdays.length === 0) wrong["weekdays"] = msg`Choose at least one day of the week.`;
  if (repeats && lastDay !== "" && lastDay < date) wrong["lastDay"] = msg`The last day lies before the first.`;
  if (!returns) return wrong;
  const [there, back] = [departureOf(draft), returnOf(draft)];
  const isLater = repeats ? returnTime > time : there && back && back > there;
  if (!returnTime || (!repeats && !back)) wrong["returnWay"] = msg`When do you drive back? Give a date and a time.`;
  else if (!isLater) wrong["returnWay"] = msg`The way back must leave after the way there.`;
  return wrong;
}
