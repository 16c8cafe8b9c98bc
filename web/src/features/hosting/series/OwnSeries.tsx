import type { RideSeries } from "@commonlane/contract/ride-series";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatClockTime, townName } from "#shared/formatting/format.ts";
import { todayAt } from "#shared/formatting/time-zones.ts";
import { formatWeekdays } from "#shared/formatting/weekdays.ts";
import { Link } from "#shared/ui/Link.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { ownSeries } from "../hosting.queries.ts";

/** The user's recurring rides that go on, by time of day; renders nothing without any. */
export function OwnSeries() {
  const { t } = useLingui();
  const { data: ownSeriesList } = useQuery(ownSeries);
  const [now] = useState(() => new Date());
  const series = (ownSeriesList?.items ?? [])
    .filter((one) => isOngoing(one, now))
    .toSorted((a, b) => (a.time < b.time ? -1 : 1));
  if (series.length === 0) return null;
  return (
    <section aria-labelledby="recurring-rides" className="grid gap-3">
      <h2 id="recurring-rides" className="text-lg font-bold">{t`Recurring rides`}</h2>
      <ul className="grid divide-y divide-line card">
        {series.map((one) => (
          <SeriesRow key={one.id} series={one} />
        ))}
      </ul>
    </section>
  );
}

function isOngoing({ status, lastDay, timeZone }: RideSeries, now: Date): boolean {
  return status === "active" && (lastDay === null || lastDay >= todayAt(timeZone, now));
}

/** A recurring ride; its days have their own page. */
function SeriesRow({ series }: { series: RideSeries }) {
  const { t } = useLingui();
  const { ride, weekdays, time } = series;
  return (
    <li className="flex items-center gap-2 p-3 ps-4">
      <div className="min-w-0 flex-1">
        <Link
          to={`/series/${series.id}`}
          className="block truncate rounded-sm font-semibold underline-offset-4 hover:underline"
        >
          {t`${townName(ride.origin.label)} to ${townName(ride.destination.label)}`}
        </Link>
        <p className="num text-sm font-semibold text-ink-3">{t`${formatWeekdays(weekdays)} at ${formatClockTime(time)}`}</p>
      </div>
      <Pill tone="info" icon="refresh">
        {t`Every week`}
      </Pill>
    </li>
  );
}
