import { storeDraftFields, useDraft } from "./use-draft.ts";

/** A search as typed; `on` is a calendar date, or "" for any day. */
export interface SearchDraft extends Record<string, string> {
  from: string;
  to: string;
  on: string;
}

/** Search started on the landing page, restored after sign-in. */
export const useSearchDraft = () =>
  useDraft<SearchDraft>("search", {
    from: "",
    to: "",
    on: proposedDay(),
  });

/** From this hour on, people look for tomorrow. */
const EVENING_HOUR = 20;

/** The day that a search begins with: today until the evening, then tomorrow. */
export const proposedDay = (now = new Date()): string =>
  calendarDayFromNow(now.getHours() < EVENING_HOUR ? 0 : 1, now);

const PLACE_MAX_LENGTH = 120;

/** Stores where a visitor starts, as entered on a page that linked here with `&from=`. */
export function saveLinkedStart(search: string): void {
  const params = new URLSearchParams(search);
  const from = params.get("from")?.trim() ?? "";
  if (params.has("next") && from !== "" && from.length <= PLACE_MAX_LENGTH)
    storeDraftFields("search", { from });
}

/** Where a day ends last, clocks are this far behind UTC. */
const LAST_ZONE_MS = 12 * 3_600_000;

/** The earliest day that it still is anywhere: the limit while the place of departure is unknown. */
export const earliestDay = (now = new Date()): string =>
  new Date(now.getTime() - LAST_ZONE_MS).toISOString().slice(0, 10);

/** Calendar date (YYYY-MM-DD) some days from today on this device: a proposal, not a limit. */
export function calendarDayFromNow(days: number, now = new Date()): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  return `${day.getFullYear()}-${twoDigits(day.getMonth() + 1)}-${twoDigits(day.getDate())}`;
}

const twoDigits = (part: number): string => String(part).padStart(2, "0");
