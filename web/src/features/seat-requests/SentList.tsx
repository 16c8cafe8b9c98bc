import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "#shared/ui/Button.tsx";
import { buttonLook } from "#shared/ui/button-look.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { ownRequests } from "./seat-requests.queries.ts";
import { SentRequest } from "./SentRequest.tsx";

/** What I asked for, newest first. */
export function SentList() {
  const { t } = useLingui();
  const { data, error, isPending, refetch, isRefetching, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(ownRequests);
  if (isPending) return <SkeletonCards />;
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isRefetching} />;
  const requests = data.pages.flatMap(({ items }) => items);
  if (requests.length === 0) {
    return (
      <EmptyState
        title={t`You have not asked for a seat yet`}
        action={
          <Link to="/seek" className={buttonLook()}>
            {t`Seek a ride`}
          </Link>
        }
      >
        {t`Find a ride that passes your way, and ask its host for a seat.`}
      </EmptyState>
    );
  }
  return (
    <>
      <h2 className="sr-only">{t`Sent by me`}</h2>
      {requests.map((request) => (
        <SentRequest key={request.id} request={request} ride={request.ride} />
      ))}
      {hasNextPage && (
        <Button variant="line" onClick={() => void fetchNextPage()} busy={isFetchingNextPage}>
          {t`Show older ones`}
        </Button>
      )}
    </>
  );
}
