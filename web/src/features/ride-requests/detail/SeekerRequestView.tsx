import type { RideRequest } from "@commonlane/contract/ride-requests";
import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { RemovedContentNote } from "#shared/content-removals/RemovedContentNote.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { ShowMore } from "#shared/ui/ShowMore.tsx";
import { SkeletonRideCards } from "#shared/ui/Skeleton.tsx";
import { EndedOffers } from "../offers/EndedOffers.tsx";
import { OfferComparison } from "../offers/OfferComparison.tsx";
import { RequestOutcome } from "./RequestOutcome.tsx";
import { RequestDetails } from "./RequestDetails.tsx";
import { momentText, routeText, windowText } from "../request-text.ts";
import { offersForRequest, publicProfileOf, useCancelRequest } from "../ride-requests.queries.ts";
import { RequestStatusPill } from "../StatusPills.tsx";
import { MessageButton } from "#shared/chat/MessageButton.tsx";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { DriverDistance } from "../DriverDistance.tsx";
import { errorText } from "#shared/api/error-text.ts";
import { useUndoable } from "#shared/forms/use-undoable.ts";
import { Button } from "#shared/ui/Button.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { UndoBar } from "#shared/ui/UndoBar.tsx";

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
