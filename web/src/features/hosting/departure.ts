import { DAY_MS } from "@commonlane/contract/durations";
import { HOST_AHEAD_DAYS } from "@commonlane/contract/limits";
import { dateAndTimeIn, instantIn } from "#shared/wording/instants.ts";
import { ownTimeZone } from "#shared/wording/own-time-zone.ts";
import type { RideDraft } from "./ride-draft.ts";

type Typed = Pick<RideDraft, "origin" | "date" | "time">;

/** The zone on whose clocks the departure is typed: the origin's, or this device's while that is not known. */
export const zoneOf = ({ origin }: Pick<RideDraft, "origin">): string => origin.place?.timeZone ?? ownTimeZone();

/** When the ride leaves; nothing while the date or the time is not whole. */
export const departureOf = (draft: Typed): Date | undefined => instantIn(zoneOf(draft), draft.date, draft.time);

/** The time that clocks will show instead of the typed one, where they skip it in spring. */
export function shiftedTime(draft: Typed): string | undefined {
  const departs = departureOf(draft);
  const shown = departs && dateAndTimeIn(zoneOf(draft), departs).time;
  return shown === draft.time ? undefined : shown;
}

/** Whether a departure can be hosted: still to come, and not farther ahead than the server takes. */
export function departureProblem(draft: Typed, now = new Date()): "missing" | "past" | "far" | undefined {
  const departs = departureOf(draft);
  if (!departs) return "missing";
  const aheadMs = departs.getTime() - now.getTime();
  if (aheadMs <= 0) return "past";
  return aheadMs > HOST_AHEAD_DAYS * DAY_MS ? "far" : undefined;
}
