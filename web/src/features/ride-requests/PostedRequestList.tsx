import type { RideRequest } from "@commonlane/contract/ride-requests";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { JourneyStrip } from "#shared/ui/JourneyStrip.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { ShowMore } from "#shared/ui/ShowMore.tsx";
import { windowText } from "./request-text.ts";
import { ownRideRequests } from "./ride-requests.queries.ts";
import { RequestStatusPill } from "./StatusPills.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";

/** The viewer's ride requests, newest first, with their number of open offers. */
export function PostedRequestList() {
  const { t } = useLingui();
  const query = useInfiniteQuery(ownRideRequests());
  const { data } = query;
  if (!data) return <NotLoaded query={query} />;
  const requests = data.pages.flatMap(({ items }) => items);
  if (requests.length === 0) {
    return (
      <EmptyState
        title={t`You haven't posted a ride request yet`}
        action={
          <Link to="/requests/new" className={buttonClasses()}>
            {t`Post a ride request`}
          </Link>
        }
      >
        {t`No ride fits? Post where you want to go, and drivers heading that way can send you offers.`}
      </EmptyState>
    );
  }
  return (
    <>
      <div className="flex items-center gap-2">
        <h2 className="sr-only">{t`Your ride requests`}</h2>
        <Link to="/requests/new" className={buttonClasses("line", "sm")}>
          <Icon name="plus" />
          {t`Post a ride request`}
        </Link>
      </div>
      <ul className="grid gap-3">
        {requests.map((request) => (
          <PostedRequestCard key={request.id} request={request} />
        ))}
      </ul>
      <ShowMore query={query}>{t`Show older`}</ShowMore>
    </>
  );
}

/** One of the viewer's ride requests, with its number of open offers. */
export function PostedRequestCard({ request }: { request: RideRequest }) {
  const { t } = useLingui();
  const { id, origin, destination, seats, status } = request;
  const offersWaiting = request.offersWaiting ?? 0;
  return (
    <li>
      <Link
        to={`/requests/${id}`}
        className="grid gap-3 card p-4 text-ink no-underline hover:border-edge"
      >
        <JourneyStrip from={origin.label} to={destination.label} meta={windowText(request)} />
        <span className="flex flex-wrap items-center gap-2 border-t border-line pt-3 text-sm text-ink-2">
          <span className="flex-1">{t`${plural(seats, {
            one: "# seat",
            other: "# seats",
          })}`}</span>
          {offersWaiting > 0 && (
            <Pill tone="warn" icon="hand">
              {t`${plural(offersWaiting, {
                one: "# open offer",
                other: "# open offers",
              })}`}
            </Pill>
          )}
          <RequestStatusPill status={status} />
        </span>
      </Link>
    </li>
  );
}
