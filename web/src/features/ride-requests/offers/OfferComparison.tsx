import type { Offer } from "@commonlane/contract/offers";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { OfferColumn } from "./OfferColumn.tsx";
import { findBestValues } from "./compare-offers.ts";

interface OfferComparisonProps {
  readonly request: RideRequest;
  readonly offers: readonly Offer[];
}

/** Open offers: one below the other on phones, else side by side with aligned rows. */
export function OfferComparison({ request, offers }: OfferComparisonProps) {
  const { t } = useLingui();
  const best = findBestValues(offers);
  return (
    <section aria-labelledby="offers" className="grid gap-3">
      <div role="status">
        <h2 id="offers" className="text-xl font-bold">
          {offers.length === 0
            ? t`No offers yet`
            : t`${plural(offers.length, {
                one: "# offer",
                other: "# offers",
              })} for you`}
        </h2>
      </div>
      {offers.length === 0 ? (
        <NoOffersYet />
      ) : (
        <>
          <p className="text-ink-2">{t`Accepting one books your seats and declines the others.`}</p>
          <ul className="offers-compared grid gap-3 pb-2 sm:-mx-(--gutter) sm:snap-x sm:scroll-px-(--gutter) sm:grid-flow-col sm:auto-cols-[minmax(10.4rem,22rem)] sm:grid-cols-none sm:grid-rows-[repeat(9,auto)] sm:gap-x-3 sm:gap-y-0 sm:overflow-x-auto sm:px-(--gutter)">
            {offers.map((offer) => (
              <OfferColumn key={offer.id} offer={offer} request={request} best={best} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function NoOffersYet() {
  const { t } = useLingui();
  return (
    <EmptyState title={t`Visible to drivers`} className="card">
      {t`Offers from drivers heading your way show up here right away. A wider time window brings more of them.`}
    </EmptyState>
  );
}
