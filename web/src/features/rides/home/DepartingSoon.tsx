import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { useDeferredValue, useRef } from "react";
import { NavigationType, useNavigationType } from "react-router";
import { errorText } from "#shared/api/error-text.ts";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { ShowMore } from "#shared/ui/ShowMore.tsx";
import { SkeletonRideCards } from "#shared/ui/Skeleton.tsx";
import { RideCard } from "../list/RideCard.tsx";
import { useScrollRestoration } from "../list/use-scroll-restoration.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { mergePages } from "../search/result-view.ts";
import { upcomingRides } from "../rides.queries.ts";
import { useNow } from "#shared/use-now.ts";

/** Upcoming rides of other hosts, soonest first, as far as loaded; and whether the user hosts some of the next ones. */
export function useDepartingSoon() {
  const { uid } = useUser();
  const nowMs = useNow();
  const query = useInfiniteQuery(upcomingRides());
  const all = mergePages(query.data?.pages ?? [], ({ id }) => id);
  const rides = all.filter(
    ({ hostId, departsAt }) => hostId !== uid && Date.parse(departsAt) > nowMs,
  );
  const hostsOne = all.some(({ hostId }) => hostId === uid);
  return { ...query, rides, hostsOne };
}

interface DepartingSoonProps {
  selectedId: string | null;
  onSelect: (rideId: string) => void;
}

/**
 * Rides departing soon in any direction, for browsing before a search. They appear after the rest of Home, so that its
 * tab answers at once; going back shows them with it, because how far the page was scrolled is then restored.
 */
export function DepartingSoon(props: DepartingSoonProps) {
  const { t } = useLingui();
  const departingSoon = useDepartingSoon();
  const isBackNavigation = useNavigationType() === NavigationType.Pop;
  const isShown = useDeferredValue(true, isBackNavigation);
  if (!isShown) return <SkeletonRideCards count={2} />;
  return (
    <section aria-labelledby="leaving-soon" className="grid gap-3">
      <h2 id="leaving-soon" className="text-xl font-bold tracking-[-.02em]">{t`Leaving soon`}</h2>
      <DepartingSoonList departingSoon={departingSoon} {...props} />
    </section>
  );
}

interface ListProps extends DepartingSoonProps {
  departingSoon: ReturnType<typeof useDepartingSoon>;
}

function DepartingSoonList({ departingSoon, selectedId, onSelect }: ListProps) {
  const { t } = useLingui();
  if (departingSoon.isPending) return <SkeletonRideCards count={2} />;
  if (!departingSoon.data)
    return (
      <ErrorState
        message={errorText(
          departingSoon.error,
          t`Couldn't load the rides. Check your connection and try again.`,
        )}
        onRetry={() => void departingSoon.refetch()}
        retrying={departingSoon.isFetching}
      />
    );
  const isEmpty = departingSoon.rides.length === 0 && !departingSoon.hasNextPage;
  if (isEmpty && departingSoon.hostsOne)
    return (
      <EmptyState title={t`No other rides yet`}>{t`Rides of other hosts show up here.`}</EmptyState>
    );
  if (isEmpty)
    return (
      <EmptyState
        title={t`No rides yet`}
        action={<Link to="/host" className={buttonClasses("line")}>{t`Offer the first ride`}</Link>}
      >
        {t`Driving anyway? Offer your free seats. Rides show up here.`}
      </EmptyState>
    );
  return <RideCards departingSoon={departingSoon} selectedId={selectedId} onSelect={onSelect} />;
}

function RideCards({ departingSoon, selectedId, onSelect }: ListProps) {
  const { t } = useLingui();
  const list = useRef<HTMLUListElement>(null);
  const { isComplete, firstCards, style } = useScrollRestoration(list);
  const { rides } = departingSoon;
  // The card of the ride opened last scrolls back into view.
  const beginning = Math.max(firstCards, rides.findIndex(({ id }) => id === selectedId) + 1);
  return (
    <>
      <ul ref={list} className="grid content-start gap-3" style={style}>
        {(isComplete ? rides : rides.slice(0, beginning)).map((ride: Ride) => (
          <li key={ride.id}>
            <RideCard
              ride={ride}
              selected={ride.id === selectedId}
              selectedBefore={ride.id === selectedId}
              onSelect={() => onSelect(ride.id)}
            />
          </li>
        ))}
      </ul>
      {isComplete && (
        <ShowMore query={departingSoon} className="justify-items-center">
          {departingSoon.isFetchingNextPage ? t`Loading…` : t`Show more rides`}
        </ShowMore>
      )}
    </>
  );
}
