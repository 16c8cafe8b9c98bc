import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { ShowMore } from "#shared/ui/ShowMore.tsx";
import { SkeletonRideCards } from "#shared/ui/Skeleton.tsx";
import { formatDay, formatTime, townName } from "#shared/formatting/format.ts";
import { IncomingRequest } from "./IncomingRequest.tsx";
import { PendingRequest } from "./PendingRequest.tsx";
import { RideLine } from "./RideLine.tsx";
import { incomingRequests } from "../seat-requests.queries.ts";

type WithRide = SeatRequest & { readonly ride: Ride };

/** Requests for the viewer's rides, grouped by ride: first those that wait for an answer, then the others. */
export function IncomingList() {
  const { t } = useLingui();
  const pendingQuery = useInfiniteQuery(incomingRequests("pending"));
  const allQuery = useInfiniteQuery(incomingRequests());
  if (pendingQuery.isPending || allQuery.isPending) return <SkeletonRideCards />;
  const failed = [pendingQuery, allQuery].find(({ data }) => !data);
  if (!pendingQuery.data || !allQuery.data) {
    return (
      <ErrorState
        message={failed?.error?.message ?? ""}
        onRetry={() => void failed?.refetch()}
        retrying={failed?.isRefetching ?? false}
      />
    );
  }
  const pending = pendingQuery.data.pages
    .flatMap(({ items }) => items)
    .toSorted((a, b) => Date.parse(a.expiresAt) - Date.parse(b.expiresAt));
  const others = allQuery.data.pages
    .flatMap(({ items }) => items)
    .filter(({ status }) => status !== "pending");
  if (pending.length + others.length === 0) {
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
    <div className="grid gap-6">
      {pending.length > 0 && (
        <section aria-labelledby="waiting" className="grid gap-3">
          <h2 id="waiting" className="sr-only">
            {t`Need your answer`}
          </h2>
          {groupByRide(pending).map(({ ride, rideRequests }) => (
            <div key={ride.id} className="grid gap-2">
              <RideLine ride={ride} />
              {rideRequests.map((request) => (
                <PendingRequest key={request.id} request={request} ride={ride} />
              ))}
            </div>
          ))}
          <ShowMore query={pendingQuery}>{t`Show more`}</ShowMore>
        </section>
      )}
      {groupByRide(others).map(({ ride, rideRequests }) => (
        <section key={ride.id} aria-labelledby={`ride-${ride.id}`} className="grid gap-3">
          <h2 id={`ride-${ride.id}`} className="text-lg font-bold">
            <Link
              to={`/rides/${ride.id}`}
              className="rounded-sm underline-offset-4 hover:underline"
            >
              {t`${townName(ride.origin.label)} to ${townName(ride.destination.label)}`}
            </Link>
            <span className="num ms-2 text-base font-semibold text-ink-2">
              {formatDay(ride.departsAt, ride.timeZone)},{" "}
              {formatTime(ride.departsAt, ride.timeZone)}
            </span>
          </h2>
          {rideRequests.map((request) => (
            <IncomingRequest key={request.id} request={request} ride={ride} />
          ))}
        </section>
      ))}
      <ShowMore query={allQuery}>{t`Show older`}</ShowMore>
    </div>
  );
}

function groupByRide(requests: readonly WithRide[]): {
  ride: Ride;
  rideRequests: WithRide[];
}[] {
  const groups = [...Map.groupBy(requests, ({ rideId }) => rideId).values()];
  return groups.flatMap((rideRequests) =>
    rideRequests[0]
      ? [
          {
            ride: rideRequests[0].ride,
            rideRequests,
          },
        ]
      : [],
  );
}
