import type { CombinedJourney } from "@commonlane/contract/transit";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { rideLink } from "#features/rides/ride-segment.ts";
import { segmentOfMatch } from "#features/rides/search/match-text.ts";
import { type Filters, toFilterQuery } from "#features/rides/search/search-filters.ts";
import type { CompleteSearchCriteria } from "#features/rides/search/search-url.ts";
import { toSearchQuery } from "#features/rides/search/search-window.ts";
import { CombinedCard } from "#features/transit/CombinedCard.tsx";
import { searchJourneys } from "#features/transit/transit.queries.ts";
import { TimetableSources } from "#features/transit/TimetableSources.tsx";
import { TransitLines } from "#features/transit/TransitLines.tsx";
import { TransitNotLoaded } from "#features/transit/TransitNotLoaded.tsx";
import { townName } from "#shared/formatting/format.ts";
import { timeZoneOf } from "#shared/places/place-choice.ts";
import { TrainFit } from "#features/transit/TrainFit.tsx";

interface SearchJourneysProps {
  readonly criteria: CompleteSearchCriteria;
  readonly filters: Filters;
}

/** Rides with public transport, and public transport alone to compare. Nothing on servers without a timetable. */
export function SearchJourneys({ criteria, filters }: SearchJourneysProps) {
  const { t } = useLingui();
  const query = useQuery(
    searchJourneys({
      ...toSearchQuery(criteria),
      ...toFilterQuery(filters),
    }),
  );
  const { data } = query;
  if (!data) return <TransitNotLoaded query={query} />;
  if (data.sources.length === 0) return null;

  const ends = {
    timeZone: timeZoneOf(criteria.from),
    from: townName(criteria.from.label),
    to: townName(criteria.to.label),
  };
  return (
    <>
      {data.combined.length > 0 && (
        <section aria-labelledby="combined-journeys" className="grid gap-3 pt-3">
          <h2 id="combined-journeys" className="text-xl font-bold tracking-[-.02em]">
            {t`Ride and public transport`}
          </h2>
          <ul className="grid gap-3">
            {data.combined.map((journey) => (
              <li key={`${journey.order} ${journey.result.ride.id} ${journey.departsAt}`}>
                <CombinedCard journey={journey} {...ends} rideLink={linkOf(journey, criteria)} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="public-transport" className="grid gap-3 pt-3">
        <h2 id="public-transport" className="text-xl font-bold tracking-[-.02em]">
          {t`Public transport only`}
        </h2>
        {data.transit.length > 0 ? (
          <TransitLines journeys={data.transit} {...ends} />
        ) : (
          <p className="text-ink-2">{t`No connection was found.`}</p>
        )}
        <TimetableSources sources={data.sources} />
      </section>
    </>
  );
}

/** The ride's page with the part of it that the journey uses. */
function linkOf(
  { legs, order, result: { ride, match } }: CombinedJourney,
  criteria: CompleteSearchCriteria,
): string {
  const leg = legs.find(({ kind }) => kind === "ride");
  if (!leg) return rideLink(ride.id, undefined);
  const isRideFirst = order === "rideThenTransit";
  const part = isRideFirst
    ? { ...criteria, to: leg.to }
    : {
        ...criteria,
        from: {
          ...criteria.from,
          ...leg.from,
        },
      };
  return rideLink(ride.id, segmentOfMatch(ride, match, part));
}

interface SearchTrainFitProps {
  readonly criteria: CompleteSearchCriteria;
  readonly filters: Filters;
  readonly rideId: string;
}

/** A train that fits a ride of the search, from the same reply as the journeys. */
export function SearchTrainFit({ criteria, filters, rideId }: SearchTrainFitProps) {
  const { data } = useQuery(
    searchJourneys({
      ...toSearchQuery(criteria),
      ...toFilterQuery(filters),
    }),
  );
  const fit = data?.fits.find((each) => each.rideId === rideId);
  return fit === undefined ? null : <TrainFit fit={fit} />;
}
