import type { RideRequest } from "@commonlane/contract/ride-requests";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import { isProblem } from "#shared/api-error.ts";
import { errorText } from "#shared/error-text.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { buttonLook } from "#shared/ui/button-look.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { DriversRequest } from "./DriversRequest.tsx";
import { wayText } from "./request-wording.ts";
import { oneRideRequest } from "./ride-requests.queries.ts";
import { SeekersRequest } from "./SeekersRequest.tsx";

/** One ride request: for who posted it with what drivers offer, for a driver with the way to make an offer. */
export function RequestScreen() {
  const { t } = useLingui();
  const { requestId = "" } = useParams();
  const { data: request, error, isPending, isFetching, refetch } = useQuery(oneRideRequest(requestId));
  // Also where it was there a moment ago.
  if (isProblem(error, "not_found")) return <NoSuchRequest />;
  if (request) return <Shown request={request} />;
  if (isPending) {
    return (
      <Plain title={t`Ride request`}>
        <SkeletonCards />
      </Plain>
    );
  }
  return (
    <Plain title={t`Ride request`}>
      <ErrorState
        message={errorText(error, t`The request could not be loaded. Check your connection and try again.`)}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    </Plain>
  );
}

function Shown({ request }: { request: RideRequest }) {
  const { uid } = useUser();
  useTitle(wayText(request));
  return request.seekerId === uid ? <SeekersRequest request={request} /> : <DriversRequest request={request} />;
}

function NoSuchRequest() {
  const { t } = useLingui();
  return (
    <Plain title={t`Request not found`}>
      <EmptyState
        title={t`This request is not here any more`}
        action={
          <Link to="/requests/open" className={buttonLook()}>
            {t`See who looks for a ride`}
          </Link>
        }
      >
        {t`Somebody else may drive by now, or it was taken back.`}
      </EmptyState>
    </Plain>
  );
}

function Plain({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title);
  return (
    <div className="mx-auto max-w-2xl px-(--gutter) py-10">
      <h1 className="sr-only">{title}</h1>
      {children}
    </div>
  );
}
