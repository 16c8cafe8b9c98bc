import type { Context } from "#platform/context.ts";
import { inCallerLanguage } from "#platform/i18n/caller-language.ts";
import type { RideSeries } from "@commonlane/contract/ride-series";
import type { SeriesPattern } from "./series-pattern.ts";
import type { SeriesRow } from "./ride-series.store.ts";

export const viewSeries = (ctx: Context, row: SeriesRow): RideSeries => ({
  id: row.id,
  hostId: row.host_id,
  ride: {
    ...row.terms,
    isListed: row.terms.isListed ?? false,
  },
  ...toPattern(row),
  weekdays: row.weekdays,
  exceptions: row.exceptions,
  time: toClockTime(row),
  timeZone: row.time_zone,
  missed: row.missed,
  stopped:
    row.stopped_from !== null && row.stop_reason !== null
      ? {
          since: row.stopped_from,
          reason: inCallerLanguage(ctx, row.stop_reason),
        }
      : null,
  madeUntil: row.created_until,
  returnOf: row.return_of,
  status: row.status,
  createdAt: row.created_at.toISOString(),
});

export const toPattern = (row: SeriesRow): SeriesPattern => ({
  weekdays: row.weekdays,
  firstDay: row.first_day,
  lastDay: row.last_day,
  exceptions: row.exceptions,
});

/** HH:MM; the database adds seconds. */
export function toClockTime({ local_time }: SeriesRow): string {
  return local_time.slice(0, 5);
}
