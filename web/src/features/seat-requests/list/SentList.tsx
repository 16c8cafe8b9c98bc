import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { ShowMore } from "#shared/ui/ShowMore.tsx";
import { ownRequests } from "../seat-requests.queries.ts";
import { SentRequest } from "./SentRequest.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";

/** Seat requests that the viewer sent, newest first. */
export function SentList() {
  const { t } = useLingui();
  const query = useInfiniteQuery(ownRequests);
  const { data } = query;
  if (!data) return <NotLoaded query={query} />;
  const requests = data.pages.flatMap(({ items }) => items);
  if (requests.length === 0) {
    return (
      <EmptyState
        title={t`You haven't asked for a seat yet`}
        action={
          <Link to="/seek" className={buttonClasses()}>
            {t`Find a ride`}
          </Link>
        }
      >
        {t`Find a ride along your route and ask the host for a seat.`}
      </EmptyState>
    );
  }
  return (
    <>
      <h2 className="sr-only">{t`Sent by me`}</h2>
      {requests.map((request) => (
        <SentRequest key={request.id} request={request} ride={request.ride} />
      ))}
      <ShowMore query={query}>{t`Show older`}</ShowMore>
    </>
  );
}
