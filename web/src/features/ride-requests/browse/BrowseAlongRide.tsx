import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { stopKind } from "#shared/map/stop-kind.ts";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { SkeletonRideCards } from "#shared/ui/Skeleton.tsx";
import { townName } from "#shared/formatting/format.ts";
import { requestsAlong } from "../ride-requests.queries.ts";
import type { ReactNode } from "react";
import { BrowseResults } from "./BrowseResults.tsx";

interface BrowseAlongRideProps {
  readonly rideId: string;
  readonly ride: Ride | undefined;
  readonly children: ReactNode;
}

/** Requests along the route of one of the viewer's rides. */
export function BrowseAlongRide({ rideId, ride, children }: BrowseAlongRideProps) {
  const { t } = useLingui();
  const { data, error, isPending, isRefetching, refetch } = useQuery(requestsAlong(rideId));
  const requests = data?.items ?? [];
  const stops = ride && [ride.origin, ...ride.stops, ride.destination];
  return (
    <BrowseResults
      requests={requests}
      rideId={rideId}
      scene={
        stops
          ? {
              route: stops,
              stops: stops.map((stop, n) => ({
                ...stop,
                kind: stopKind(n, stops.length),
                label: townName(stop.label),
              })),
            }
          : {}
      }
      header={children}
    >
      {isPending && <SkeletonRideCards />}
      {error && (
        <ErrorState
          message={error.message}
          onRetry={() => void refetch()}
          retrying={isRefetching}
        />
      )}
      {data && requests.length === 0 && (
        <EmptyState
          title={t`No requests along this route`}
          action={
            <Link to={`/rides/${rideId}`} className={buttonClasses("line")}>
              {t`View ride`}
            </Link>
          }
        >
          {t`New requests show up here and on your ride's page. People searching for a ride can still find yours.`}
        </EmptyState>
      )}
    </BrowseResults>
  );
}
