import { DAY_MS } from "@commonlane/contract/durations";
import { RIDE_MAX_DAYS_AHEAD, NOTE_MAX_LENGTH } from "@commonlane/contract/limits";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { distanceM } from "#shared/geo/great-circle.ts";
import { parseAmount } from "#shared/formatting/amount-input.ts";
import { type RequestDraft, getPickupWindow } from "./request-draft.ts";

/** Error messages by the server's field names. */
export type FieldErrors = Readonly<Record<string, string>>;
type Problems = Record<string, MessageDescriptor>;

const WINDOW_MAX_DAYS = 31;
const SAME_PLACE_M = 1;

/** Error of a field or of anything nested in it. */
export function errorFor(errors: FieldErrors, field: string): string | undefined {
  return (
    errors[field] ?? Object.entries(errors).find(([name]) => name.startsWith(`${field}.`))?.[1]
  );
}

/** Client-side errors of a draft. */
export function validateRequest(draft: RequestDraft, now = new Date()): Problems {
  return {
    ...validatePlaces(draft),
    ...validateWindow(draft, now.getTime()),
    ...validateTexts(draft),
  };
}

function validatePlaces({ origin, destination }: RequestDraft): Problems {
  const start = origin.place;
  const end = destination.place;
  if (start && end)
    return distanceM(start, end) < SAME_PLACE_M
      ? { destination: msg`This is your starting point. Choose another place.` }
      : {};
  return {
    ...(!start && { origin: missingPlace(origin) }),
    ...(!end && { destination: missingPlace(destination) }),
  };
}

const missingPlace = ({ text }: { text: string }) =>
  text.trim() ? msg`Choose a place from the list.` : msg`Which place?`;

function validateWindow(draft: RequestDraft, nowMs: number): Problems {
  const { after, before } = getPickupWindow(draft);
  if (!after) return { departsAfter: msg`Enter a date and time.` };
  if (!before) return { departsBefore: msg`Enter a date and time.` };
  const afterMs = after.getTime();
  const beforeMs = before.getTime();
  if (beforeMs < afterMs) return { departsBefore: msg`This is before the earliest pickup.` };
  if (beforeMs <= nowMs) return { departsBefore: msg`This time has passed.` };
  if (afterMs - nowMs > RIDE_MAX_DAYS_AHEAD * DAY_MS)
    return { departsAfter: msg`This is too far ahead.` };
  if (beforeMs - afterMs > WINDOW_MAX_DAYS * DAY_MS)
    return { departsBefore: msg`Choose a time window of up to ${WINDOW_MAX_DAYS} days.` };
  return {};
}

function validateTexts({ anyAmount, amount, currency, note }: RequestDraft): Problems {
  const minor = parseAmount(amount, currency);
  const isAmountInvalid = !anyAmount && (minor === undefined || minor > 10_000_000);
  return {
    ...(isAmountInvalid && {
      maxContribution: msg`Enter an amount such as 7.50, or leave it open.`,
    }),
    ...(note.length > NOTE_MAX_LENGTH && { note: msg`This is too long.` }),
  };
}
