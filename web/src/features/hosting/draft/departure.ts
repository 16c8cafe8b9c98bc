import { DAY_MS } from "@commonlane/contract/durations";
import { RIDE_MAX_DAYS_AHEAD } from "@commonlane/contract/limits";
import { formatClockTime } from "#shared/formatting/format.ts";
import { toDateAndTime, toInstant } from "#shared/formatting/time-zones.ts";
import { userTimeZone } from "#shared/formatting/user-time-zone.ts";
import type { RideDraft } from "./ride-draft.ts";

type DepartureFields = Pick<RideDraft, "origin" | "date" | "time">;

/** Time zone in which the departure is typed: that of the origin, or of this device if unknown. */
export const timeZoneOf = ({ origin }: Pick<RideDraft, "origin">): string =>
  origin.place?.timeZone ?? userTimeZone();

/** Departure; undefined while the date or time is incomplete. */
export const getDeparture = (draft: DepartureFields): Date | undefined =>
  toInstant(timeZoneOf(draft), draft.date, draft.time);

/** The time that clocks show instead if they skip the typed one in spring. */
export function shiftedTime(draft: DepartureFields): string | undefined {
  const departure = getDeparture(draft);
  const actualTime = departure && toDateAndTime(timeZoneOf(draft), departure).time;
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
