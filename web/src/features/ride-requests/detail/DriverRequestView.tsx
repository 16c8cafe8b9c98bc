import type { RideRequest } from "@commonlane/contract/ride-requests";
import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { LazyMapView } from "#shared/map/LazyMapView.tsx";
import { PersonMenu } from "#shared/safety/PersonMenu.tsx";
import { MapSplitLayout } from "#shared/ui/MapSplitLayout.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { SkeletonRideCards } from "#shared/ui/Skeleton.tsx";
import { townName } from "#shared/formatting/format.ts";
import { OfferForm } from "../offers/OfferForm.tsx";
import { OwnOffer } from "../offers/OwnOffer.tsx";
import { RequestDetails } from "./RequestDetails.tsx";
import { routeText } from "../request-text.ts";
import { ownOffers } from "../ride-requests.queries.ts";
import { SeekerSummary } from "./SeekerSummary.tsx";

/** Request page for a driver: the details, and the driver's offer or the form. */
export function DriverRequestView({ request }: { request: RideRequest }) {
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
