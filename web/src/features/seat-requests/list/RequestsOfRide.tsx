import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { IncomingRequest } from "./IncomingRequest.tsx";
import { isActive } from "../request-status.ts";
import { requestsOfRide } from "../seat-requests.queries.ts";

/** Requests for one ride, on its page, for the host; closed ones come last. */
export function RequestsOfRide({ ride }: { ride: Ride }) {
  const { t } = useLingui();
  const { data, error, isPending, refetch, isRefetching } = useInfiniteQuery(requestsOfRide(ride.id));
  if (isPending) return <SkeletonCards count={1} />;
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isRefetching} />;
  const requests = data.pages.flatMap(({ items }) => items);
  const activeFirst = [...requests.filter(isActive), ...requests.filter((request) => !isActive(request))];
  return (
    <section aria-labelledby="requests-of-ride" className="grid gap-3">
      <h3 id="requests-of-ride" className="text-xl font-bold">
        {t`Requests`}
      </h3>
      {activeFirst.length === 0 && (
        <p className="text-ink-2">{t`No one has asked for a seat yet. We'll notify you when someone does.`}</p>
      )}
      {activeFirst.map((request) => (
        <IncomingRequest key={request.id} request={request} ride={ride} />
      ))}
    </section>
  );
}
