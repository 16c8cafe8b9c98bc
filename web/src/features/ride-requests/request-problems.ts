import { DAY_MS } from "@commonlane/contract/durations";
import { HOST_AHEAD_DAYS, NOTE_MAX_LENGTH } from "@commonlane/contract/limits";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { distanceM } from "#shared/geo/great-circle.ts";
import { readAmount } from "#shared/wording/amount.ts";
import { type RequestDraft, windowOf } from "./request-draft.ts";

/** What is wrong, by the server's names of the fields. */
export type FieldErrors = Readonly<Record<string, string>>;
type Wrong = Record<string, MessageDescriptor>;

const WINDOW_MAX_DAYS = 31;
const SAME_PLACE_M = 1;

/** What is told of one field or of anything inside it. */
export const errorOn = (errors: FieldErrors, field: string): string | undefined =>
  errors[field] ?? Object.entries(errors).find(([name]) => name.startsWith(`${field}.`))?.[1];

/** What is wrong with a draft, before the server is asked. */
export function problemsOf(draft: RequestDraft, now = new Date()): Wrong {
  return { ...placeProblems(draft), ...windowProblems(draft, now.getTime()), ...wordProblems(draft) };
}

function placeProblems({ origin, destination }: RequestDraft): Wrong {
  const [start, end] = [origin.place, destination.place];
  if (start && end)
    return distanceM(start, end) < SAME_PLACE_M
      ? { destination: msg`This is where you start. Choose another place.` }
      : {};
  return { ...(!start && { origin: missing(origin) }), ...(!end && { destination: missing(destination) }) };
}

const missing = ({ text }: { text: string }) => (text.trim() ? msg`Choose a place from the list.` : msg`Which place?`);

function windowProblems(draft: RequestDraft, nowMs: number): Wrong {
  const { after, before } = windowOf(draft);
  if (!after) return { departsAfter: msg`Give a date and a time.` };
  if (!before) return { departsBefore: msg`Give a date and a time.` };
  const [afterMs, beforeMs] = [after.getTime(), before.getTime()];
  if (beforeMs < afterMs) return { departsBefore: msg`This lies before the earliest pickup.` };
  if (beforeMs <= nowMs) return { departsBefore: msg`This has passed already.` };
  if (afterMs - nowMs > HOST_AHEAD_DAYS * DAY_MS) return { departsAfter: msg`This is too far ahead.` };
  if (beforeMs - afterMs > WINDOW_MAX_DAYS * DAY_MS)
    return { departsBefore: msg`Choose a window of at most ${WINDOW_MAX_DAYS} days.` };
  return {};
}

function wordProblems({ anyAmount, amount, currency, note }: RequestDraft): Wrong {
  const minor = readAmount(amount, currency);
  const wrongAmount = !anyAmount && (minor === undefined || minor > 10_000_000);
  return {
    ...(wrongAmount && { maxContribution: msg`Give an amount like 7.50, or leave it open.` }),
    ...(note.length > NOTE_MAX_LENGTH && { note: msg`This is too long.` }),
  };
}
