import type { SavedSearch } from "@commonlane/contract/saved-searches";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { coversWholeDays, joinWithComma } from "#shared/formatting/day-and-time.ts";
import { formatDay, formatTime, townName } from "#shared/formatting/format.ts";

export type SearchPeriod = Pick<SavedSearch, "departsAfter" | "departsBefore" | "timeZone">;

/** Period of a search: "Any day", "Fri 20 Nov", "Fri 20 Nov, 06:00–10:00" or "Tue 17 Nov – Mon 23 Nov". */
export function searchPeriodText({ departsAfter, departsBefore, timeZone }: SearchPeriod): string {
  if (departsAfter === null || departsBefore === null) return i18n._(msg`Any day`);
  const first = formatDay(departsAfter, timeZone);
  const last = formatDay(departsBefore, timeZone);
  if (first !== last) return `${first} – ${last}`;
  if (coversWholeDays(departsAfter, departsBefore, timeZone)) return first;
  return joinWithComma(
    first,
    `${formatTime(departsAfter, timeZone)}–${formatTime(departsBefore, timeZone)}`,
  );
}

/** Name of a search, or its route without one. */
export function searchName({ name, origin, destination }: SavedSearch): string {
  const from = townName(origin.label);
  const to = townName(destination.label);
  return name ?? i18n._(msg`${from} to ${to}`);
}
