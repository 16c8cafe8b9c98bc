import type { RideRequest } from "@commonlane/contract/ride-requests";
import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { isProblem } from "#shared/api/api-error.ts";
import { errorText } from "#shared/api/error-text.ts";
import { townName } from "#shared/formatting/format.ts";
import { LazyMapView } from "#shared/map/LazyMapView.tsx";
import { PersonMenu } from "#shared/safety/PersonMenu.tsx";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { MapSplitLayout } from "#shared/ui/MapSplitLayout.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { NotFound, PlainPage } from "#shared/ui/PlainPage.tsx";
import { SkeletonRideCards } from "#shared/ui/Skeleton.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { OfferForm } from "../offers/OfferForm.tsx";
import { OwnOffer } from "../offers/OwnOffer.tsx";
import { routeText } from "../request-text.ts";
import { ownOffers, rideRequestById } from "../ride-requests.queries.ts";
import { RequestDetails } from "./RequestDetails.tsx";
import { SeekerRequestView } from "./SeekerRequestView.tsx";
import { SeekerSummary } from "./SeekerSummary.tsx";

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

/** Request page for a driver: the details, and the driver's offer or the form. */
function DriverRequestView({ request }: { request: RideRequest }) {
  const { t } = useLingui();
  const { origin, destination } = request;
  const title = routeText(request);
  const stops = [
    {
      ...origin,
      kind: "start" as const,
      label: townName(origin.label),
    },
    {
      ...destination,
      kind: "end" as const,
      label: townName(destination.label),
    },
  ];
  return (
    <MapSplitLayout
      map={<LazyMapView label={t`Map of the route from ${title}`} stops={stops} route={stops} />}
    >
      <div>
        <p className="text-sm font-semibold text-ink-3">
          <Link to="/requests/open" className="underline-offset-4 hover:underline">
            {t`Ride requests`}
          </Link>
        </p>
        <h1 className="text-2xl font-bold tracking-[-.02em] outline-none wrap-anywhere">{title}</h1>
      </div>
      <section aria-label={t`Their request`} className="grid gap-4 card p-5">
        <div className="flex items-start justify-between gap-2">
          <SeekerSummary person={request.seeker} />
          <PersonMenu
            person={request.seeker}
            about={{
              kind: "ride-request",
              id: request.id,
            }}
          />
        </div>
        <RequestDetails request={request} />
        {request.matchedRideId === null && (
          <p className="text-sm text-ink-3">{t`These are approximate locations. You'll see the exact ones once your offer is accepted.`}</p>
        )}
      </section>
      <OwnOfferSection request={request} />
    </MapSplitLayout>
  );
}

function OwnOfferSection({ request }: { request: RideRequest }) {
  const { t } = useLingui();
  const { data, isPending } = useInfiniteQuery(ownOffers);
  if (isPending) return <SkeletonRideCards count={1} />;
  // If the offers fail to load, the form still works: the server rejects a second offer.
  const offersHere = (data?.pages ?? [])
    .flatMap(({ items }) => items)
    .filter(({ requestId }) => requestId === request.id);
  const activeOffer = offersHere.find(
    ({ status }) => status === "pending" || status === "accepted",
  );
  const shownOffer = activeOffer ?? offersHere[0];
  return (
    <>
      {shownOffer && (
        <section aria-labelledby="your-offer" className="grid gap-3">
          <h2 id="your-offer" className="text-xl font-bold">
            {activeOffer ? t`Your offer` : t`Your last offer`}
          </h2>
          <OwnOffer offer={shownOffer} onRequestPage />
        </section>
      )}
      {!activeOffer && request.status === "open" && <OfferForm request={request} />}
      {!activeOffer && request.status !== "open" && (
        <Notice tone="info">{t`This request is closed. It was filled, withdrawn or expired.`}</Notice>
      )}
    </>
  );
}
