import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { ShowMore } from "#shared/ui/ShowMore.tsx";
import { OwnOffer } from "./OwnOffer.tsx";
import { ownOffers } from "../ride-requests.queries.ts";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";

/** Offers that the viewer made, newest first. */
export function OwnOffersList() {
  const { t } = useLingui();
  const query = useInfiniteQuery(ownOffers);
  const { data } = query;
  if (!data) return <NotLoaded query={query} />;
  const offers = data.pages.flatMap(({ items }) => items);
  if (offers.length === 0) {
    return (
      <EmptyState
        title={t`You haven't offered anyone a ride yet`}
        action={
          <Link to="/requests/open" className={buttonClasses()}>
            {t`View ride requests`}
          </Link>
        }
      >
        {t`People post where they want to go. Offer them a seat on one of your rides or on a new one.`}
      </EmptyState>
    );
  }
  return (
    <>
      <div className="flex items-center gap-2">
        <h2 className="sr-only">{t`My offers`}</h2>
        <Link to="/requests/open" className={buttonClasses("line", "sm")}>
          <Icon name="search" />
          {t`View ride requests`}
        </Link>
      </div>
      {offers.map((offer) => (
        <OwnOffer key={offer.id} offer={offer} />
      ))}
      <ShowMore query={query}>{t`Show older`}</ShowMore>
    </>
  );
}
