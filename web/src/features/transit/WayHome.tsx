import type { Place } from "@commonlane/contract/shapes";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { toDateAndTime } from "#shared/formatting/time-zones.ts";
import { townName } from "#shared/formatting/format.ts";
import { TimetableSources } from "./TimetableSources.tsx";
import { findWayHome } from "./transit.queries.ts";
import { TransitLines } from "./TransitLines.tsx";
import { TransitNotLoaded } from "./TransitNotLoaded.tsx";

interface WayHomeProps {
  readonly rideId: string;
  /** Where the passenger is after the ride, and where home is. */
  readonly from: Place;
  readonly to: Place;
  readonly arrivesAt: string;
  readonly timeZone: string;
}

/** The last connections back on the day of a ride, or that there is none. */
export function WayHome(props: WayHomeProps) {
  const { from, to, arrivesAt, timeZone } = props;
  const { t } = useLingui();
  const query = useQuery(findWayHome(props));
  const { data } = query;
  if (!data) return <TransitNotLoaded query={query} />;
  if (data.sources.length === 0) return null;

  const { date } = toDateAndTime(timeZone, arrivesAt);
  const isKnownDay = data.sources.some(({ validUntil }) => validUntil >= date);
  const start = townName(from.label);
  const home = townName(to.label);
  return (
    <section aria-labelledby="way-home" className="grid gap-3">
      <div>
        <h2 id="way-home" className="text-xl font-bold tracking-[-.02em]">
          {t`Getting back without a ride`}
        </h2>
        {data.transit.length > 0 && (
          <p className="text-sm text-ink-2">{t`Last connections that day from ${start} to ${home}`}</p>
        )}
      </div>
      {data.transit.length > 0 && (
        <TransitLines journeys={data.transit} timeZone={timeZone} from={start} to={home} />
      )}
      {data.transit.length === 0 && (
        <p className="text-ink-2">
          {isKnownDay
            ? t`The timetable has no connection from ${start} to ${home} that day after the ride.`
            : t`The timetable doesn't know this day yet.`}
        </p>
      )}
      <TimetableSources sources={data.sources} />
    </section>
  );
}
