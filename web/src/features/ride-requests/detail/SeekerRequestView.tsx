import type { RideRequest } from "@commonlane/contract/ride-requests";
import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { RemovedContentNote } from "#shared/content-removals/RemovedContentNote.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { ShowMore } from "#shared/ui/ShowMore.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { EndedOffers } from "../offers/EndedOffers.tsx";
import { OfferComparison } from "../offers/OfferComparison.tsx";
import { AskedDriver } from "./AskedDriver.tsx";
import { RequestOutcome } from "./RequestOutcome.tsx";
import { RequestDetails } from "./RequestDetails.tsx";
import { momentText, routeText } from "../request-text.ts";
import { offersForRequest } from "../ride-requests.queries.ts";
import { RequestStatusPill } from "../StatusPills.tsx";
import { WithdrawButton } from "./WithdrawButton.tsx";

/** The viewer's own request: details, incoming offers side by side, and the outcome. */
export function SeekerRequestView({ request }: { request: RideRequest }) {
  const { t } = useLingui();
  const { status, timeZone } = request;
  const offersQuery = useInfiniteQuery(offersForRequest(request.id));
  const offers = (offersQuery.data?.pages ?? []).flatMap(({ items }) => items);
  // Oldest first, so that new offers do not move the others.
  const pendingOffers = offers.filter((offer) => offer.status === "pending").toReversed();
  return (
    <div className="mx-auto grid w-full max-w-5xl gap-6 px-(--gutter) py-6">
      <header className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="text-sm font-semibold text-ink-3">
            <Link to="/requests?show=posted" className="underline-offset-4 hover:underline">
              {t`Your ride requests`}
            </Link>
          </p>
          <h1 className="text-2xl font-bold tracking-[-.02em] outline-none wrap-anywhere">{routeText(request)}</h1>
        </div>
        <RequestStatusPill status={status} />
      </header>
      <RemovedContentNote id={request.id} />
      {(offersQuery.data || status !== "matched") && <RequestOutcome request={request} offers={offers} />}
      {status === "open" && request.driverUid && <AskedDriver driverUid={request.driverUid} origin={request.origin} />}
      <section aria-label={t`Your request`} className="grid gap-4 rounded-lg border border-line bg-surface p-5">
        <RequestDetails request={request} />
        {status === "open" && <OpenRequestActions request={request} />}
      </section>
      {offersQuery.isPending && <SkeletonCards count={1} />}
      {!offersQuery.data && offersQuery.error && (
        <ErrorState
          message={offersQuery.error.message}
          onRetry={() => void offersQuery.refetch()}
          retrying={offersQuery.isRefetching}
        />
      )}
      {offersQuery.data && status === "open" && <OfferComparison request={request} offers={pendingOffers} />}
      <EndedOffers offers={offers} timeZone={timeZone} />
      <ShowMore query={offersQuery}>{t`Show older`}</ShowMore>
    </div>
  );
}

function OpenRequestActions({ request }: { request: RideRequest }) {
  const { t } = useLingui();
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line pt-4">
      <p className="min-w-0 flex-1 text-sm text-ink-3 max-sm:basis-full">
        {t`Open until ${momentText(request.departsBefore, request.timeZone)}.`}
      </p>
      <Link to={`/requests/new?change=${request.id}`} className={buttonClasses("line", "sm")}>
        <Icon name="edit" />
        {t`Change`}
      </Link>
      <WithdrawButton request={request} />
    </div>
  );
}
