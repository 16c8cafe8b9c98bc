import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useState } from "react";
import { formatArrival } from "#shared/formatting/estimates.ts";
import { EstimateText } from "#shared/formatting/EstimateText.tsx";
import { formatDay, townName, formatTime } from "#shared/formatting/format.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { JourneyStrip } from "#shared/ui/JourneyStrip.tsx";
import { afterCalls, lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { MapOverlayLayout, useIsWideScreen } from "#shared/ui/MapOverlayLayout.tsx";
import { Skeleton, SkeletonRideCards } from "#shared/ui/Skeleton.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { useNow } from "#shared/use-now.ts";
import { rideLink } from "../ride-segment.ts";
import { ownUpcomingSeatRequests, ridesOfHost, usePrefillRide } from "../rides.queries.ts";
import { CompactSearchForm } from "../search/CompactSearchForm.tsx";
import { SubmittedSearchContext } from "../search/search-slots.ts";
import { isComplete, type SearchCriteria } from "../search/search-url.ts";
import { type SearchState, useResumedSearch, useSearchState } from "../search/use-search-state.ts";
import { findNextTrip, findUpcomingTrips, isLostTrip, type Trip } from "../trips.ts";
import { TripStatus } from "../TripStatus.tsx";

// What a person opens Home for comes with it; the rest loads after their data is shown.
const SearchResultsPanel = lazyScreen(
  () => import("../search/SearchResultsPanel.tsx"),
  "SearchResultsPanel",
);
const DepartingSoon = lazyScreen(
  afterCalls(() => import("./DepartingSoon.tsx")),
  "DepartingSoon",
);
const HomeMap = lazyScreen(
  afterCalls(() => import("./HomeMap.tsx")),
  "HomeMap",
);
const UsualRoutes = lazyScreen(
  afterCalls(() => import("./UsualRoutes.tsx")),
  "UsualRoutes",
);
const HomeMapPeek = lazyScreen(
  afterCalls(() => import("./HomeMapPeek.tsx")),
  "HomeMapPeek",
);

interface HomeScreenProps {
  /** Offers new members the steps after the first sign-in. */
  readonly welcome: ReactNode;
  /** Answers and ratings that the user owes. */
  readonly toDo: ReactNode;
  /** What can be done about the user's next trips. */
  readonly renderTripDetails: (trip: Trip) => ReactNode;
}

/** Home: what is next for the user, a search, and rides departing soon; or search results. */
export function HomeScreen(props: HomeScreenProps) {
  const search = useSearchState();
  const isResuming = useResumedSearch(search.criteria, search.replaceSearch);
  const [isSubmitted, setSubmitted] = useState(false);
  const { criteria } = search;
  const submit = (submitted: SearchCriteria) => {
    setSubmitted(true);
    search.search(submitted);
  };
  return isComplete(criteria) ? (
    <SubmittedSearchContext value={isSubmitted}>
      <SearchResultsPanel search={search} criteria={criteria} />
    </SubmittedSearchContext>
  ) : (
    <HomeStart {...props} search={search} onSearch={submit} isResuming={isResuming} />
  );
}

interface HomeStartProps extends HomeScreenProps {
  readonly search: SearchState;
  readonly onSearch: (criteria: SearchCriteria) => void;
  readonly isResuming: boolean;
}

function HomeStart({
  welcome,
  toDo,
  renderTripDetails,
  search,
  onSearch,
  isResuming,
}: HomeStartProps) {
  const { t } = useLingui();
  useTitle(t`Home`);
  const isWide = useIsWideScreen();
  const selection = {
    selectedId: search.selectedId,
    onSelect: search.selectRide,
  };
  const content = (
    <div className="grid gap-6">
      <h1 className="sr-only">{t`Home`}</h1>
      {!isResuming && welcome}
      <UpcomingTrips renderDetails={renderTripDetails} />
      {toDo}
      <section aria-labelledby="home-search" className="grid gap-3">
        <h2
          id="home-search"
          className="text-xl font-bold tracking-[-.02em]"
        >{t`Where do you want to go?`}</h2>
        {isResuming ? (
          <SearchFormSkeleton />
        ) : (
          <CompactSearchForm searchesAtOnce criteria={search.criteria} onSearch={onSearch} />
        )}
        <Suspense fallback={null}>
          <UsualRoutes />
        </Suspense>
      </section>
      {!isWide && (
        <Suspense fallback={<Skeleton className="h-44" />}>
          <HomeMapPeek {...selection} />
        </Suspense>
      )}
      <Suspense fallback={<SkeletonRideCards count={2} />}>
        <DepartingSoon {...selection} />
      </Suspense>
    </div>
  );
  if (!isWide) return <div className="px-(--gutter) py-5">{content}</div>;
  return (
    <MapOverlayLayout
      renderMap={(padding) => <HomeMap {...selection} padding={padding} />}
      label={t`Home`}
    >
      {content}
    </MapOverlayLayout>
  );
}

/** As tall as the form, so that nothing shifts when it loads. */
function SearchFormSkeleton() {
  return (
    <div className="grid gap-3">
      <Skeleton className="h-29.5" />
      <Skeleton className="h-43 sm:h-20.5" />
      <Skeleton className="h-13" />
    </div>
  );
}

const MAX_UPCOMING_SHOWN = 2;

/** The viewer's next trips as host or passenger with their status; renders nothing without any. */
function UpcomingTrips({ renderDetails }: { renderDetails: (trip: Trip) => ReactNode }) {
  const { t } = useLingui();
  const { uid } = useUser();
  const hostedRides = useQuery(ridesOfHost(uid));
  const seatRequests = useQuery(ownUpcomingSeatRequests());
  const now = useNow();
  const trips = findUpcomingTrips(
    hostedRides.data?.items ?? [],
    seatRequests.data?.items ?? [],
    now,
  );
  if (hostedRides.isLoading || seatRequests.isLoading)
    return <Skeleton className="h-30 rounded-lg" />;
  if (trips.length === 0) return null;
  // Further trips are one line each, so that answers and the search stay in sight.
  const nextTrip = findNextTrip(trips);
  return (
    <section aria-labelledby="next-for-me" className="grid gap-3">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="next-for-me" className="text-xl font-bold tracking-[-.02em]">{t`Coming up`}</h2>
        <Link
          to="/your-rides"
          className="rounded-xs font-semibold text-brand-ink underline underline-offset-4"
        >
          {t`Your rides`}
        </Link>
      </div>
      <ul className="grid gap-2">
        {trips.slice(0, MAX_UPCOMING_SHOWN).map((trip) => (
          <li key={trip.key}>
            <UpcomingTripCard trip={trip}>
              {(trip === nextTrip || isLostTrip(trip)) && renderDetails(trip)}
            </UpcomingTripCard>
          </li>
        ))}
      </ul>
    </section>
  );
}

function UpcomingTripCard({ trip, children }: { trip: Trip; children: ReactNode }) {
  const { ride, from, to, startsAt, endsAt, segment } = trip;
  const prefillRide = usePrefillRide();
  const day = formatDay(startsAt, ride.timeZone);
  return (
    <article className="grid gap-3 card p-3.5 has-[a:hover]:shadow-2">
      <Link
        to={rideLink(ride.id, segment)}
        onClick={() => prefillRide(ride)}
        className="group block rounded-sm text-ink no-underline"
      >
        <span className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
          <span className="num">{day}</span>
          <TripStatus trip={trip} />
        </span>
        <span className="mt-2 flex items-center gap-3">
          <JourneyStrip
            size="sm"
            from={townName(from)}
            to={townName(to)}
            departs={formatTime(startsAt, ride.timeZone)}
            arrives={<EstimateText text={formatArrival(endsAt, ride)} />}
            className="min-w-0 flex-1"
          />
          <Icon name="chevron-end" className="text-ink-3 group-hover:text-ink" />
        </span>
      </Link>
      {children}
    </article>
  );
}
