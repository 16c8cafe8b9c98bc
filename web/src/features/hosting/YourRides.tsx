import type { RideSeries } from "@commonlane/contract/ride-series";
import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Link } from "#shared/ui/Link.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { formatDay, formatTime, townName } from "#shared/formatting/format.ts";
import { formatWeekdays } from "#shared/formatting/weekdays.ts";
import { hostedRides, ownSeries } from "./hosting.queries.ts";
import type { RenderRequestsAlong } from "./wizard/wizard-props.ts";

const MAX_SHOWN = 2;

/** Hosted rides, upcoming ones first, each with "Host again"; renders nothing without any. */
export function YourRides({ renderRequestsAlong }: { renderRequestsAlong: RenderRequestsAlong | undefined }) {
  const { t } = useLingui();
  const { uid } = useUser();
  const { data: upcoming } = useQuery(hostedRides(uid, "true"));
  const { data: past } = useQuery(hostedRides(uid, "false"));
  const { data: ownSeriesList } = useQuery(ownSeries);
  const [showAll, setShowAll] = useState(false);
  const now = useState(() => new Date())[0];
  const series = (ownSeriesList?.items ?? [])
    .filter((one) => isOngoing(one, now))
    .toSorted((a, b) => (a.time < b.time ? -1 : 1));
  const hosted = [...(upcoming?.items ?? []), ...(past?.items ?? [])];
  const rides = hosted.filter(({ seriesId }) => !series.some(({ id }) => id === seriesId));
  if (rides.length + series.length === 0) return null;
  return (
    <section aria-labelledby="your-rides" className="grid gap-2">
      <h2 id="your-rides" className="text-lg font-bold">{t`Your rides`}</h2>
      <ul className="grid divide-y divide-line rounded-lg border border-line bg-surface">
        {series.map((one) => (
          <SeriesRow key={one.id} series={one} />
        ))}
        {rides.slice(0, showAll ? undefined : MAX_SHOWN).map((ride) => (
          <RideRow key={ride.id} ride={ride} renderRequestsAlong={renderRequestsAlong} />
        ))}
      </ul>
      {rides.length > MAX_SHOWN && (
        <Button
          variant="ghost"
          size="sm"
          className="justify-self-start"
          onClick={() => setShowAll(!showAll)}
          aria-expanded={showAll}
        >
          {showAll ? t`Show fewer` : t`Show all ${rides.length}`}
        </Button>
      )}
    </section>
  );
}

const isOngoing = ({ status, lastDay }: RideSeries, now: Date): boolean =>
  status === "active" && (lastDay === null || lastDay >= now.toISOString().slice(0, 10));

/** A recurring ride; its days have their own page. */
function SeriesRow({ series }: { series: RideSeries }) {
  const { t } = useLingui();
  const { ride, weekdays, time } = series;
  return (
    <li className="flex items-center gap-2 p-2 ps-4">
      <div className="min-w-0 flex-1">
        <Link
          to={`/series/${series.id}`}
          className="block truncate rounded-sm font-semibold underline-offset-4 hover:underline"
        >
          {t`${townName(ride.origin.label)} to ${townName(ride.destination.label)}`}
        </Link>
        <p className="num text-sm font-semibold text-ink-3">{t`${formatWeekdays(weekdays)} at ${time}`}</p>
      </div>
      <Pill tone="info" icon="refresh">
        {t`Every week`}
      </Pill>
    </li>
  );
}

function RideRow({ ride, renderRequestsAlong }: { ride: Ride; renderRequestsAlong: RenderRequestsAlong | undefined }) {
  const { t } = useLingui();
  const { origin, destination, departsAt, timeZone, status } = ride;
  const routeText = t`${townName(origin.label)} to ${townName(destination.label)}`;
  const departureText = `${formatDay(departsAt, timeZone)}, ${formatTime(departsAt, timeZone)}`;
  return (
    <li className="flex items-center gap-2 p-2 ps-4">
      <div className="min-w-0 flex-1">
        <Link
          to={`/rides/${ride.id}`}
          className="block truncate rounded-sm font-semibold underline-offset-4 hover:underline"
        >
          {routeText}
        </Link>
        <p className="num text-sm font-semibold text-ink-3">{departureText}</p>
        {renderRequestsAlong?.(ride)}
      </div>
      {status === "cancelled" && (
        <Pill tone="bad" icon="error" className="max-sm:hidden">
          {t`Cancelled`}
        </Pill>
      )}
      <Link
        to={`/host?again=${ride.id}`}
        aria-label={t`Host again: ${routeText}`}
        className={buttonClasses("ghost", "sm")}
      >
        {t`Host again`}
      </Link>
    </li>
  );
}
