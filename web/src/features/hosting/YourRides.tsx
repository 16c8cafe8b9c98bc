import type { RideSeries } from "@commonlane/contract/ride-series";
import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { buttonLook } from "#shared/ui/button-look.ts";
import { Link } from "#shared/ui/Link.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { dayText, timeText, townOf } from "#shared/wording/wording.ts";
import { weekdaysText } from "#shared/wording/weekdays.ts";
import { hostedRides, ownSeries } from "./hosting.queries.ts";
import type { AlongSlot } from "./wizard-props.ts";

const SHOWN_FIRST = 2;

/** The rides one offers or offered: the next ones first, and each can be offered again. It says nothing where there are none. */
export function YourRides({ along }: { along: AlongSlot | undefined }) {
  const { t } = useLingui();
  const { uid } = useUser();
  const { data: ahead } = useQuery(hostedRides(uid, "true"));
  const { data: over } = useQuery(hostedRides(uid, "false"));
  const { data: own } = useQuery(ownSeries);
  const [all, setAll] = useState(false);
  const now = useState(() => new Date())[0];
  const series = (own?.items ?? []).filter((one) => goesOn(one, now)).toSorted((a, b) => (a.time < b.time ? -1 : 1));
  const hosted = [...(ahead?.items ?? []), ...(over?.items ?? [])];
  const rides = hosted.filter(({ seriesId }) => !series.some(({ id }) => id === seriesId));
  if (rides.length + series.length === 0) return null;
  return (
    <section aria-labelledby="your-rides" className="grid gap-2">
      <h2 id="your-rides" className="text-lg font-bold">{t`Your rides`}</h2>
      <ul className="grid divide-y divide-line rounded-lg border border-line bg-surface">
        {series.map((one) => (
          <SeriesRow key={one.id} series={one} />
        ))}
        {rides.slice(0, all ? undefined : SHOWN_FIRST).map((ride) => (
          <RideRow key={ride.id} ride={ride} along={along} />
        ))}
      </ul>
      {rides.length > SHOWN_FIRST && (
        <Button
          variant="ghost"
          size="sm"
          className="justify-self-start"
          onClick={() => setAll(!all)}
          aria-expanded={all}
        >
          {all ? t`Show fewer` : t`Show all ${rides.length}`}
        </Button>
      )}
    </section>
  );
}

const goesOn = ({ status, lastDay }: RideSeries, now: Date): boolean =>
  status === "active" && (lastDay === null || lastDay >= now.toISOString().slice(0, 10));

/** A ride that repeats; its days are a page of their own. */
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
          {t`${townOf(ride.origin.label)} to ${townOf(ride.destination.label)}`}
        </Link>
        <p className="num text-sm font-semibold text-ink-3">{t`${weekdaysText(weekdays)} at ${time}`}</p>
      </div>
      <Pill tone="info" icon="refresh">
        {t`Every week`}
      </Pill>
    </li>
  );
}

function RideRow({ ride, along }: { ride: Ride; along: AlongSlot | undefined }) {
  const { t } = useLingui();
  const { origin, destination, departsAt, timeZone, status } = ride;
  const ways = t`${townOf(origin.label)} to ${townOf(destination.label)}`;
  const when = `${dayText(departsAt, timeZone)}, ${timeText(departsAt, timeZone)}`;
  return (
    <li className="flex items-center gap-2 p-2 ps-4">
      <div className="min-w-0 flex-1">
        <Link
          to={`/rides/${ride.id}`}
          className="block truncate rounded-sm font-semibold underline-offset-4 hover:underline"
        >
          {ways}
        </Link>
        <p className="num text-sm font-semibold text-ink-3">{when}</p>
        {along?.(ride)}
      </div>
      {status === "cancelled" && (
        <Pill tone="bad" icon="error" className="max-sm:hidden">
          {t`Cancelled`}
        </Pill>
      )}
      <Link to={`/host?again=${ride.id}`} aria-label={t`Host again: ${ways}`} className={buttonLook("ghost", "sm")}>
        {t`Host again`}
      </Link>
    </li>
  );
}
