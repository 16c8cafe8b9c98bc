import { DAY_MS } from "@commonlane/contract/durations";
import { RIDE_MAX_DAYS_AHEAD } from "@commonlane/contract/limits";
import { toDateAndTime, toInstant } from "#shared/formatting/time-zones.ts";
import { userTimeZone } from "#shared/formatting/user-time-zone.ts";
import type { RideDraft } from "./ride-draft.ts";

type DepartureFields = Pick<RideDraft, "origin" | "date" | "time">;

/** The zone on whose clocks the departure is typed: the origin's, or this device's while that is not known. */
export const timeZoneOf = ({ origin }: Pick<RideDraft, "origin">): string => origin.place?.timeZone ?? userTimeZone();

/** When the ride leaves; nothing while the date or the time is not whole. */
export const getDeparture = (draft: DepartureFields): Date | undefined =>
  toInstant(timeZoneOf(draft), draft.date, draft.time);

/** The time that clocks will show instead of the typed one, where they skip it in spring. */
export function shiftedTime(draft: DepartureFields): string | undefined {
  const departure = getDeparture(draft);
  const actualTime = departure && toDateAndTime(timeZoneOf(draft), departure).time;
  return actualTime === draft.time ? undefined : actualTime;
}

/** Whether a departure can be hosted: still to come, and not farther ahead than the server takes. */
export function validateDeparture(draft: DepartureFields, now = new Date()): "missing" | "past" | "far" | undefined {
  const departure = getDeparture(draft);
  if (!departure) return "missing";
  const aheadMs = departure.getTime() - now.getTime();
  if (aheadMs <= 0) return "past";
  return aheadMs > RIDE_MAX_DAYS_AHEAD * DAY_MS ? "far" : undefined;
}
