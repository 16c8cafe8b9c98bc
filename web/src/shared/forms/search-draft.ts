import { useDraft } from "./use-draft.ts";

/** What somebody looks for, as typed; `on` is a calendar date or "" for any. */
export interface SearchDraft extends Record<string, string> {
  from: string;
  to: string;
  on: string;
}

/** The search a visitor began on the landing page and finds again after signing in. */
export const useSearchDraft = () => useDraft<SearchDraft>("search", { from: "", to: "", on: calendarDayFromNow(1) });

/** The calendar date so many days from today on this device, as YYYY-MM-DD. */
export function calendarDayFromNow(days: number, now = new Date()): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  return `${day.getFullYear()}-${twoDigits(day.getMonth() + 1)}-${twoDigits(day.getDate())}`;
}

const twoDigits = (part: number): string => String(part).padStart(2, "0");
