import type { RideRequest } from "@commonlane/contract/ride-requests";
import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { HiddenNote } from "#shared/hidings/HiddenNote.tsx";
import { buttonLook } from "#shared/ui/button-look.ts";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { ShowMore } from "#shared/ui/ShowMore.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { EndedOffers } from "./EndedOffers.tsx";
import { OffersCompared } from "./OffersCompared.tsx";
import { Outcome } from "./Outcome.tsx";
import { RequestFacts } from "./RequestFacts.tsx";
import { momentText, wayText } from "./request-wording.ts";
import { offersOf } from "./ride-requests.queries.ts";
import { RequestPill } from "./StatusPill.tsx";
import { TakeBack } from "./TakeBack.tsx";

/** A request of one's own: what it says, the offers side by side as they come, and what came of it. */
export function SeekersRequest({ request }: { request: RideRequest }) {
  const { t } = useLingui();
  const { status, timeZone } = request;
  const read = useInfiniteQuery(offersOf(request.id));
  const offers = (read.data?.pages ?? []).flatMap(({ items }) => items);
  // The oldest first: what comes stands behind, and nothing moves under a finger.
  const waiting = offers.filter((offer) => offer.status === "pending").toReversed();
  return (
    <div className="mx-auto grid w-full max-w-5xl gap-6 px-(--gutter) py-6">
      <header className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="text-sm font-semibold text-ink-3">
            <Link to="/requests?show=posted" className="underline-offset-4 hover:underline">
              {t`Your ride requests`}
            </Link>
          </p>
          <h1 className="text-2xl font-bold tracking-[-.02em] outline-none wrap-anywhere">{wayText(request)}</h1>
        </div>
        <RequestPill status={status} />
      </header>
      <HiddenNote id={request.id} />
      {(read.data || status !== "matched") && <Outcome request={request} offers={offers} />}
      <section aria-label={t`What you look for`} className="grid gap-4 rounded-lg border border-line bg-surface p-5">
        <RequestFacts request={request} />
        {status === "open" && <OpenUntil request={request} />}
      </section>
      {read.isPending && <SkeletonCards count={1} />}
      {!read.data && read.error && (
        <ErrorState message={read.error.message} onRetry={() => void read.refetch()} retrying={read.isRefetching} />
      )}
      {read.data && status === "open" && <OffersCompared request={request} offers={waiting} />}
      <EndedOffers offers={offers} timeZone={timeZone} />
      <ShowMore query={read}>{t`Show older ones`}</ShowMore>
    </div>
  );
}

function OpenUntil({ request }: { request: RideRequest }) {
  const { t } = useLingui();
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line pt-4">
      <p className="min-w-0 flex-1 text-sm text-ink-3 max-sm:basis-full">
        {t`Open until ${momentText(request.departsBefore, request.timeZone)}.`}
      </p>
      <Link to={`/requests/new?change=${request.id}`} className={buttonLook("line", "sm")}>
        <Icon name="edit" />
        {t`Change`}
      </Link>
      <TakeBack request={request} />
    </div>
  );
}
