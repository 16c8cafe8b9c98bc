import { type PopularRoute, savedSearches } from "@commonlane/contract/saved-searches";
import { useLingui } from "@lingui/react/macro";
import { useState, useEffect } from "react";
import { errorText } from "#shared/api/error-text.ts";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { PublicPageHeader } from "#shared/ui/PublicPageHeader.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { JourneyStrip } from "#shared/ui/JourneyStrip.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { SiteFooter } from "#shared/ui/SiteFooter.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { SkipLink } from "#shared/ui/SkipLink.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { townName } from "#shared/formatting/format.ts";
import { call } from "#shared/api/api-client.ts";

interface PopularRoutesScreenProps {
  /** Path for hosting a ride on this route. */
  readonly hostLink: (route: PopularRoute) => string;
}

/** Public page with routes that many people search and no one drives, with links to host them. */
export function PopularRoutesScreen({ hostLink }: PopularRoutesScreenProps) {
  const { t } = useLingui();
  const [attempts, setTries] = useState(0);
  useTitle(t`Popular routes without rides`);
  return (
    <div className="flex min-h-dvh flex-col bg-paper">
      <SkipLink />
      <PublicPageHeader />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-[58rem] flex-1 px-(--gutter) pt-6 pb-16 outline-none lg:pt-10"
      >
        <h1 className="text-3xl leading-tight font-extrabold tracking-[-.025em]">{t`Popular routes without rides`}</h1>
        <p className="mt-2 max-w-[56ch] text-ink-2">
          {t`At least five people need a ride on these routes. Driving that way? Offer them a seat.`}
        </p>
        <div className="mt-6">
          <PopularRouteList
            key={attempts}
            hostLink={hostLink}
            onRetry={() => setTries(attempts + 1)}
          />
        </div>
      </main>
      <SiteFooter />
    </div>
  );
}

function PopularRouteList({
  hostLink,
  onRetry,
}: PopularRoutesScreenProps & { readonly onRetry: () => void }) {
  const { t } = useLingui();
  const popularRoutes = usePopularRoutes();
  if (popularRoutes.status === "pending") return <SkeletonCards count={2} />;
  if (popularRoutes.status === "error")
    return (
      <ErrorState
        message={errorText(
          popularRoutes.error,
          t`Couldn't load the list. Check your connection and try again.`,
        )}
        onRetry={onRetry}
      />
    );
  if (popularRoutes.routes.length === 0)
    return (
      <EmptyState
        title={t`No unmet demand right now`}
        action={
          <Link to="/host" className={buttonClasses("line")}>
            {t`Host a ride`}
          </Link>
        }
        className="card"
      >
        {t`Rides on any route are welcome.`}
      </EmptyState>
    );
  return (
    <>
      <ul className="grid gap-3 sm:grid-cols-2">
        {popularRoutes.routes.map((route) => (
          <li key={`${route.origin.label} ${route.destination.label}`}>
            <PopularRouteCard route={route} link={hostLink(route)} />
          </li>
        ))}
      </ul>
      <p className="mt-5 max-w-[60ch] text-sm text-ink-3">
        {t`Counted from saved searches and open requests between towns, rounded to steps of five. No one can be identified.`}
      </p>
    </>
  );
}

function PopularRouteCard({
  route: { origin, destination, people },
  link,
}: {
  route: PopularRoute;
  link: string;
}) {
  const { t } = useLingui();
  const from = townName(origin.label);
  const to = townName(destination.label);
  return (
    <article
      aria-label={t`${from} to ${to}`}
      className="grid h-full content-between gap-4 card p-4"
    >
      <div className="flex items-start justify-between gap-3">
        <JourneyStrip from={origin.label} to={destination.label} className="min-w-0" />
        <p className="shrink-0 text-end leading-tight">
          <span className="num block text-2xl font-bold">{t`${people}+`}</span>
          <span className="text-sm text-ink-2">{t`people need a ride`}</span>
        </p>
      </div>
      <Link to={link} className={buttonClasses("soft")}>
        <Icon name="car" />
        {t`Offer this ride`}
        <span className="sr-only">{t`: ${from} to ${to}`}</span>
      </Link>
    </article>
  );
}

type PopularRoutesState =
  | { readonly status: "pending" }
  | {
      readonly status: "error";
      readonly error: unknown;
    }
  | {
      readonly status: "success";
      readonly routes: readonly PopularRoute[];
    };

/** Popular routes without rides. Public pages have no query cache, so this fetches on every mount. */
function usePopularRoutes(): PopularRoutesState {
  const [state, setState] = useState<PopularRoutesState>({ status: "pending" });
  useEffect(() => {
    const abortController = new AbortController();
    const { signal } = abortController;
    call(savedSearches.popularRoutes, {}, { signal }).then(
      ({ items }) =>
        setState({
          status: "success",
          routes: items,
        }),
      (error: unknown) =>
        signal.aborted ||
        setState({
          status: "error",
          error,
        }),
    );
    return () => abortController.abort();
  }, []);
  return state;
}
