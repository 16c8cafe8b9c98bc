import { localText } from "#platform/i18n/translate.ts";
import { message, translatable } from "@commonlane/contract/message";
import { DAY_MS } from "@commonlane/contract/durations";
import { RIDE_MAX_DAYS_AHEAD } from "@commonlane/contract/limits";
import type { Context } from "#platform/context.ts";
import { invalidInput } from "#platform/http/problem.ts";

const WINDOW_MAX_DAYS = 31;

/**
 * Checks that a departure window is in the future, within the booking horizon and at most a month long. @throws Problem
 * invalid_input
 */
export function assertDepartureWindow(
  { now }: Context,
  {
    departsAfter,
    departsBefore,
  }: {
    readonly departsAfter: string;
    readonly departsBefore: string;
  },
): void {
  const afterMs = Date.parse(departsAfter);
  const beforeMs = Date.parse(departsBefore);
  const nowMs = now().getTime();
  if (beforeMs < afterMs)
    throw invalidInput("departsBefore", translatable("This is before the start of the window."));
  if (beforeMs <= nowMs)
    throw invalidInput("departsBefore", translatable("The departure must be in the future."));
  if (beforeMs - afterMs > WINDOW_MAX_DAYS * DAY_MS)
    throw invalidInput("departsBefore", localText(WINDOW_TOO_LONG, { days: WINDOW_MAX_DAYS }));
  if (afterMs - nowMs > RIDE_MAX_DAYS_AHEAD * DAY_MS)
    throw invalidInput("departsAfter", translatable("The departure is too far in the future."));
}

const WINDOW_TOO_LONG = message(
  "{days, plural, one {The window is longer than # day.} other {The window is longer than # days.}}",
  { comment: "The window between the earliest and the latest departure." },
);
