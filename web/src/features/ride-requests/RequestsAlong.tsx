import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { buttonLook } from "#shared/ui/button-look.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { townOf } from "#shared/wording/wording.ts";
import { requestsAlong } from "./ride-requests.queries.ts";
import type { ReactNode } from "react";
import { FoundRequests } from "./FoundRequests.tsx";

interface AlongProps {
  readonly rideId: string;
  readonly ride: Ride | undefined;
  readonly children: ReactNode;
}

/** The requests that a ride of one's own could serve along its way. */
export function RequestsAlong({ rideId, ride, children }: AlongProps) {
  const { t } = useLingui();
  const { data, error, isPending, isRefetching, refetch } = useQuery(requestsAlong(rideId));
  const found = data?.items ?? [];
  const stops = ride && [ride.origin, ...ride.stops, ride.destination];
  const kindOf = (n: number) => (n === 0 ? "start" : n === (stops?.length ?? 0) - 1 ? "end" : "stop");
  return (
    <FoundRequests
      found={found}
      rideId={rideId}
      scene={
        stops
          ? { route: stops, stops: stops.map((stop, n) => ({ ...stop, kind: kindOf(n), label: townOf(stop.label) })) }
          : {}
      }
      head={children}
    >
      {isPending && <SkeletonCards />}
      {error && <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isRefetching} />}
      {data && found.length === 0 && (
        <EmptyState
          title={t`Nobody looks for a part of this way`}
          action={
            <Link to={`/rides/${rideId}`} className={buttonLook("line")}>
              {t`See the ride`}
            </Link>
          }
        >
          {t`New requests show up here and on your ride's page. People also find your ride when they seek one.`}
        </EmptyState>
      )}
    </FoundRequests>
  );
}
