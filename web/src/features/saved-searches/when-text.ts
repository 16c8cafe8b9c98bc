import type { SavedSearch } from "@commonlane/contract/saved-searches";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { dayText, timeText } from "#shared/wording/wording.ts";

export type When = Pick<SavedSearch, "departsAfter" | "departsBefore" | "timeZone">;

/** When a search is for: "Any day", "Fri 20 Nov", "Fri 20 Nov, 06:00–10:00" or "Tue 17 Nov – Mon 23 Nov". */
export function whenText({ departsAfter, departsBefore, timeZone }: When): string {
  if (departsAfter === null || departsBefore === null) return i18n._(msg`Any day`);
  const [first, last] = [dayText(departsAfter, timeZone), dayText(departsBefore, timeZone)];
  if (first !== last) return `${first} – ${last}`;
  const [from, to] = [timeText(departsAfter, timeZone), timeText(departsBefore, timeZone)];
  return from === "00:00" && to === "23:59" ? first : `${first}, ${from}–${to}`;
}
