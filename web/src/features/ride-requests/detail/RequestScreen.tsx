import type { RideRequest } from "@commonlane/contract/ride-requests";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { isProblem } from "#shared/api/api-error.ts";
import { errorText } from "#shared/api/error-text.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { NotFound, PlainPage } from "#shared/ui/PlainPage.tsx";
import { SkeletonRideCards } from "#shared/ui/Skeleton.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { DriverRequestView } from "./DriverRequestView.tsx";
import { routeText } from "../request-text.ts";
import { rideRequestById } from "../ride-requests.queries.ts";
import { SeekerRequestView } from "./SeekerRequestView.tsx";

/** Request page: offers for its owner, the offer form for drivers. */
export function RequestScreen() {
  const { t } = useLingui();
  const { requestId = "" } = useParams();
  const {
    data: request,
    error,
    isPending,
    isFetching,
    refetch,
  } = useQuery(rideRequestById(requestId));
  // Also if the request was visible a moment ago.
  if (isProblem(error, "not_found")) return <RequestNotFound />;
  if (request) return <LoadedRequest request={request} />;
  if (isPending) {
    return (
      <PlainPage title={t`Ride request`}>
        <SkeletonRideCards />
      </PlainPage>
    );
  }
  return (
    <PlainPage title={t`Ride request`}>
      <ErrorState
        message={errorText(
          error,
          t`Couldn't load the request. Check your connection and try again.`,
        )}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    </PlainPage>
  );
}

function LoadedRequest({ request }: { request: RideRequest }) {
  const { uid } = useUser();
  useTitle(routeText(request));
  return request.seekerId === uid ? (
    <SeekerRequestView request={request} />
  ) : (
    <DriverRequestView request={request} />
  );
}

function RequestNotFound() {
  const { t } = useLingui();
  return (
    <PlainPage title={t`Request not found`}>
      <NotFound
        title={t`This request is no longer available`}
        to="/requests/open"
        linkLabel={t`View ride requests`}
      >
        {t`It was filled or withdrawn.`}
      </NotFound>
    </PlainPage>
  );
}
