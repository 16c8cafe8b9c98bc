import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { ShowMore } from "#shared/ui/ShowMore.tsx";
import { SkeletonRideCards } from "#shared/ui/Skeleton.tsx";
import { IncomingRequest } from "./IncomingRequest.tsx";
import { PendingRequest } from "./PendingRequest.tsx";
import { isActive } from "../request-status.ts";
import { requestsOfRide } from "../seat-requests.queries.ts";

/** Requests for one ride that wait for its host, those with the least time left first. */
export function WaitingRequests({ ride }: { ride: Ride }) {
  const { t } = useLingui();
  const query = useInfiniteQuery(requestsOfRide(ride.id, "pending"));
  const { data, isPending } = query;
  // Mostly nothing waits, so nothing is announced before it is known.
  if (isPending) return null;
  if (!data) return <NotLoaded query={query} />;
  const requests = data.pages.flatMap(({ items }) => items);
  if (requests.length === 0) return null;
  return (
    <section aria-labelledby="waiting-requests" className="grid gap-3">
      <h2 id="waiting-requests" className="text-xl font-bold">
        {t`Need your answer`}
      </h2>
      {requests
        .toSorted((a, b) => Date.parse(a.expiresAt) - Date.parse(b.expiresAt))
        .map((request) => (
          <PendingRequest key={request.id} request={request} ride={ride} />
        ))}
      <ShowMore query={query}>{t`Show more`}</ShowMore>
    </section>
  );
}

/** Requests for one ride that are answered or over; seats that are taken come first. */
export function AnsweredRequests({ ride }: { ride: Ride }) {
  const { t } = useLingui();
  const query = useInfiniteQuery(requestsOfRide(ride.id));
  const { data } = query;
  if (!data) return <NotLoaded query={query} placeholder={<SkeletonRideCards count={1} />} />;
  const all = data.pages.flatMap(({ items }) => items);
  const answered = all.filter(({ status }) => status !== "pending");
  if (all.length > 0 && answered.length === 0) return null;
  return (
    <section aria-labelledby="requests-of-ride" className="grid gap-3">
      <h2 id="requests-of-ride" className="text-xl font-bold">
        {t`Requests`}
      </h2>
      {all.length === 0 && (
        <p className="text-ink-2">{t`No one has asked for a seat yet. We'll notify you when someone does.`}</p>
      )}
      {[...answered.filter(isActive), ...answered.filter((request) => !isActive(request))].map(
        (request) => (
          <IncomingRequest key={request.id} request={request} ride={ride} />
        ),
      )}
      <ShowMore query={query}>{t`Show older`}</ShowMore>
    </section>
  );
}
