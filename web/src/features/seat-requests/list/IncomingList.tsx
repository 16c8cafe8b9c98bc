import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { ShowMore } from "#shared/ui/ShowMore.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { formatDay, formatTime, townName } from "#shared/formatting/format.ts";
import { IncomingRequest } from "./IncomingRequest.tsx";
import { incomingRequests } from "../seat-requests.queries.ts";

type WithRide = SeatRequest & { readonly ride: Ride };

/** Requests for the viewer's rides, grouped by ride; rides with pending requests come first. */
export function IncomingList() {
  const { t } = useLingui();
  const query = useInfiniteQuery(incomingRequests());
  const { data, error, isPending, refetch, isRefetching } = query;
  if (isPending) return <SkeletonCards />;
  if (!data) return <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isRefetching} />;
  const requests = data.pages.flatMap(({ items }) => items);
  if (requests.length === 0) {
    return (
      <EmptyState
        title={t`No requests yet`}
        action={
          <Link to="/host" className={buttonClasses()}>
            {t`Host a ride`}
          </Link>
        }
      >
        {t`Answer seat requests for your rides here.`}
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-8">
      {groupByRide(requests).map(({ ride, rideRequests }) => (
        <section key={ride.id} aria-labelledby={`ride-${ride.id}`} className="grid gap-3">
          <h2 id={`ride-${ride.id}`} className="text-lg font-bold">
            <Link to={`/rides/${ride.id}`} className="rounded-sm underline-offset-4 hover:underline">
              {t`${townName(ride.origin.label)} to ${townName(ride.destination.label)}`}
            </Link>
            <span className="num ms-2 text-base font-semibold text-ink-2">
              {formatDay(ride.departsAt, ride.timeZone)}, {formatTime(ride.departsAt, ride.timeZone)}
            </span>
          </h2>
          <h3 className="sr-only">{t`Requests for this ride`}</h3>
          {rideRequests.map((request) => (
            <IncomingRequest key={request.id} request={request} ride={ride} />
          ))}
        </section>
      ))}
      <ShowMore query={query}>{t`Show older`}</ShowMore>
    </div>
  );
}

function groupByRide(requests: readonly WithRide[]): { ride: Ride; rideRequests: WithRide[] }[] {
  const groups = [...Map.groupBy(requests, ({ rideId }) => rideId).values()];
  const hasPending = (rideRequests: readonly WithRide[]) => rideRequests.some(({ status }) => status === "pending");
  return groups
    .flatMap((rideRequests) => (rideRequests[0] ? [{ ride: rideRequests[0].ride, rideRequests }] : []))
    .toSorted((a, b) => Number(hasPending(b.rideRequests)) - Number(hasPending(a.rideRequests)));
}
