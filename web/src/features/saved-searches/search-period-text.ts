import type { SavedSearch } from "@commonlane/contract/saved-searches";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formatDay, formatTime } from "#shared/formatting/format.ts";

export type SearchPeriod = Pick<SavedSearch, "departsAfter" | "departsBefore" | "timeZone">;

/** Period of a search: "Any day", "Fri 20 Nov", "Fri 20 Nov, 06:00–10:00" or "Tue 17 Nov – Mon 23 Nov". */
export function searchPeriodText({ departsAfter, departsBefore, timeZone }: SearchPeriod): string {
  if (departsAfter === null || departsBefore === null) return i18n._(msg`Any day`);
  const [first, last] = [formatDay(departsAfter, timeZone), formatDay(departsBefore, timeZone)];
  if (first !== last) return `${first} – ${last}`;
  const [from, to] = [formatTime(departsAfter, timeZone), formatTime(departsBefore, timeZone)];
  return from === "00:00" && to === "23:59" ? first : `${first}, ${from}–${to}`;
}
