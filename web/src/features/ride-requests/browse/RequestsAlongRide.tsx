import type { Ride } from "@commonlane/contract/rides";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { OpenRequestCard } from "./OpenRequestCard.tsx";
import { offeredIds, requestsAlong } from "../ride-requests.queries.ts";

const MAX_SHOWN = 3;

/** Open requests along a ride, on its page, for the host. Renders nothing without any. */
export function RequestsAlongRide({ ride }: { ride: Ride }) {
  const { t } = useLingui();
  const { data } = useRequestsAlongRide(ride);
  const offeredIdsQuery = useQuery({
    ...offeredIds,
    enabled: (data?.items.length ?? 0) > 0,
  });
  const requests = data?.items ?? [];
  if (requests.length === 0) return null;
  return (
    <section aria-labelledby="along" className="grid gap-3">
      <h3 id="along" className="text-xl font-bold">
        <RequestCount count={requests.length} />
      </h3>
      <ul className="grid gap-3">
        {requests.slice(0, MAX_SHOWN).map((request) => (
          <OpenRequestCard
            key={request.id}
            request={request}
            rideId={ride.id}
            alreadyOffered={offeredIdsQuery.data?.includes(request.id) ?? false}
          />
        ))}
      </ul>
      {requests.length > MAX_SHOWN && (
        <Link to={`/requests/open?ride=${ride.id}`} className={buttonClasses("line")}>
          {t`See all ${requests.length}`}
        </Link>
      )}
    </section>
  );
}

/** Link to the open requests along a ride, with their number. */
export function RequestsAlongRideLink({ ride }: { ride: Ride }) {
  const { data } = useRequestsAlongRide(ride);
  const count = data?.items.length ?? 0;
  if (count === 0) return null;
  return (
    <Link
      to={`/requests/open?ride=${ride.id}`}
      className="mt-1 inline-flex min-h-6 items-center gap-1.5 rounded-sm text-sm font-semibold text-brand-ink underline underline-offset-4"
    >
      <Icon name="hand" className="size-4.5" />
      <RequestCount count={count} />
    </Link>
  );
}

function RequestCount({ count }: { count: number }) {
  const { t } = useLingui();
  return t`${plural(count, {
    one: "# person wants",
    other: "# people want",
  })} a ride along your route`;
}

/** Requests that a ride could serve, while it can be joined. */
function useRequestsAlongRide({ id, status, departsAt }: Ride) {
  const [openedAt] = useState(() => Date.now());
  const isUpcoming = status === "scheduled" && Date.parse(departsAt) > openedAt;
  return useQuery({
    ...requestsAlong(id),
    enabled: isUpcoming,
  });
}
