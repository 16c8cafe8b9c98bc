import { HOUR_MS } from "@commonlane/contract/durations";
import type { Place } from "@commonlane/contract/shapes";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { townName } from "#shared/formatting/format.ts";
import { TimetableSources } from "./TimetableSources.tsx";
import { findConnections } from "./transit.queries.ts";
import { TransitLines } from "./TransitLines.tsx";
import { TransitNotLoaded } from "./TransitNotLoaded.tsx";

/** A passenger whose ride is cancelled can also leave a little earlier, or hours later. */
const EARLIER_MS = HOUR_MS;
const LATER_MS = 6 * HOUR_MS;

interface NextConnectionsProps {
  readonly from: Place;
  readonly to: Place;
  /** When the lost ride would have begun. */
  readonly pickupAt: string;
  readonly timeZone: string;
}

/** Public transport in the hours around a ride that was lost; that there is none, too. */
export function NextConnections({ from, to, pickupAt, timeZone }: NextConnectionsProps) {
  const { t } = useLingui();
  const pickupMs = Date.parse(pickupAt);
  const query = useQuery(
    findConnections({
      fromLat: from.lat,
      fromLng: from.lng,
      toLat: to.lat,
      toLng: to.lng,
      after: new Date(pickupMs - EARLIER_MS).toISOString(),
      before: new Date(pickupMs + LATER_MS).toISOString(),
      which: "next",
    }),
  );
  const { data } = query;
  if (!data) return <TransitNotLoaded query={query} />;
  if (data.sources.length === 0) return null;
  return (
    <section aria-labelledby="next-connections" className="grid gap-3">
      <h2 id="next-connections" className="text-xl font-bold">{t`By public transport`}</h2>
      {data.transit.length > 0 ? (
        <TransitLines
          journeys={data.transit}
          timeZone={timeZone}
          from={townName(from.label)}
          to={townName(to.label)}
        />
      ) : (
        <p className="text-ink-2">{t`No connection was found.`}</p>
      )}
      <TimetableSources sources={data.sources} />
    </section>
  );
}
