import type { Offer } from "@commonlane/contract/offers";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { errorText } from "#shared/api/error-text.ts";
import { MessageButton } from "#shared/chat/MessageButton.tsx";
import { RemovedContentNote } from "#shared/content-removals/RemovedContentNote.tsx";
import { formatMoney } from "#shared/formatting/format.ts";
import { useUndoable } from "#shared/forms/use-undoable.ts";
import { MaskedTextNote } from "#shared/masking/MaskedTextNote.tsx";
import { PersonMenu } from "#shared/safety/PersonMenu.tsx";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Button } from "#shared/ui/Button.tsx";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { ShowMore } from "#shared/ui/ShowMore.tsx";
import { SkeletonRideCards } from "#shared/ui/Skeleton.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { UndoBar } from "#shared/ui/UndoBar.tsx";
import { DriverDistance } from "../DriverDistance.tsx";
import { findBestValues } from "../offers/compare-offers.ts";
import { OfferColumn } from "../offers/OfferColumn.tsx";
import { momentText, routeText, windowText } from "../request-text.ts";
import { offersForRequest, publicProfileOf, useCancelRequest } from "../ride-requests.queries.ts";
import { OfferStatusPill, RequestStatusPill } from "../StatusPills.tsx";
import { RequestDetails } from "./RequestDetails.tsx";
import { RequestOutcome } from "./RequestOutcome.tsx";

/** The viewer's own request: details, incoming offers side by side, and the outcome. */
export function SeekerRequestView({ request }: { request: RideRequest }) {
  const { t } = useLingui();
  const { status, timeZone } = request;
  const offersQuery = useInfiniteQuery(offersForRequest(request.id));
  const offers = (offersQuery.data?.pages ?? []).flatMap(({ items }) => items);
  // Oldest first, so that new offers do not move the others.
  const pendingOffers = offers.filter((offer) => offer.status === "pending").toReversed();
  const offersFirst = status === "open" && pendingOffers.length > 0;
  const comparison = offersQuery.data && status === "open" && (
    <OfferComparison request={request} offers={pendingOffers} />
  );
  return (
    <div className="mx-auto grid w-full max-w-5xl gap-6 px-(--gutter) py-6">
      <header className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="text-sm font-semibold text-ink-3">
            <Link to="/requests?show=posted" className="underline-offset-4 hover:underline">
              {t`Your ride requests`}
            </Link>
          </p>
          <h1 className="text-2xl font-bold tracking-[-.02em] outline-none wrap-anywhere">
            {routeText(request)}
          </h1>
          {offersFirst && <p className="text-ink-2">{windowText(request)}</p>}
        </div>
        <RequestStatusPill status={status} />
      </header>
      <RemovedContentNote id={request.id} />
      {(offersQuery.data || status !== "matched") && (
        <RequestOutcome request={request} offers={offers} />
      )}
      {status === "open" && request.driverUid && (
        <AskedDriver driverUid={request.driverUid} origin={request.origin} />
      )}
      {offersFirst && comparison}
      <section aria-label={t`Your request`} className="grid gap-4 card p-5">
        <RequestDetails request={request} />
        {status === "open" && <OpenRequestActions request={request} />}
      </section>
      {!offersQuery.data && (
        <NotLoaded query={offersQuery} placeholder={<SkeletonRideCards count={1} />} />
      )}
      {!offersFirst && comparison}
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

/** The active driver the seeker asked, who has not answered yet. */
function AskedDriver({ driverUid, origin }: { driverUid: string; origin: RideRequest["origin"] }) {
  const { t } = useLingui();
  const driver = useQuery(publicProfileOf(driverUid)).data;
  if (!driver) return null;
  const name = driver.displayName;
  return (
    <section aria-label={t`Driver`} className="flex flex-wrap items-center gap-3 card p-4">
      <Avatar uid={driver.uid} name={name} initials={driver.initials} photo={driver.photo} />
      <div className="min-w-52 flex-1">
        <p className="font-semibold">{t`You asked ${name}`}</p>
        <p className="text-sm text-ink-2">
          <DriverDistance driverUid={driverUid} from={origin} />{" "}
          {t`Your request is on their screen. Their offer appears here.`}
        </p>
      </div>
      <MessageButton to={{ withUid: driverUid }}>{t`Message`}</MessageButton>
    </section>
  );
}

/** Withdraws an open request after a delay during which it can be undone. */
function WithdrawButton({ request }: { request: RideRequest }) {
  const { t } = useLingui();
  const toast = useToast();
  const { mutateAsync } = useCancelRequest();
  const { waiting, start, undo } = useUndoable(() =>
    mutateAsync(request.id).then(
      () =>
        toast({
          message: t`Your request was withdrawn.`,
          type: "success",
        }),
      (error: unknown) =>
        toast({
          message: errorText(error),
          type: "error",
        }),
    ),
  );
  if (!waiting) {
    return (
      <Button variant="ghost" size="sm" onClick={start}>
        {t`Withdraw request`}
      </Button>
    );
  }
  return <UndoBar text={t`Withdrawing…`} onUndo={undo} />;
}

/** Closed offers, one line each. */
function EndedOffers({ offers, timeZone }: { offers: readonly Offer[]; timeZone: string }) {
  const { t } = useLingui();
  const ended = offers.filter(({ status }) => status !== "pending");
  if (ended.length === 0) return null;
  return (
    <section aria-labelledby="ended-offers" className="grid gap-2">
      <h2 id="ended-offers" className="text-lg font-bold">{t`Closed offers`}</h2>
      <ul className="grid divide-y divide-line card">
        {ended.map(({ id, driver, pickupAt, contribution, status, reason, endedBy }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 p-3">
            <Avatar
              uid={driver.uid}
              name={driver.displayName}
              initials={driver.initials}
              photo={driver.photo}
              size="sm"
            />
            <div className="min-w-0 flex-1">
              <p className="truncate font-semibold">{driver.displayName}</p>
              <p className="text-sm text-ink-2">
                {momentText(pickupAt, timeZone)} ·{" "}
                {contribution ? formatMoney(contribution) : t`Free`}
              </p>
            </div>
            <OfferStatusPill status={status} />
            <PersonMenu
              person={driver}
              about={{
                kind: "offer",
                id,
              }}
            />
            {reason && <p className="w-full text-sm text-ink-2 wrap-anywhere">{reason}</p>}
            <MaskedTextNote text={reason} isOwn={endedBy === "seeker"} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface OfferComparisonProps {
  readonly request: RideRequest;
  readonly offers: readonly Offer[];
}

/** Open offers: one below the other on phones, else side by side with aligned rows. */
function OfferComparison({ request, offers }: OfferComparisonProps) {
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
