import type { Offer } from "@commonlane/contract/offers";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { PersonMenu } from "#shared/safety/PersonMenu.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { JourneyStrip } from "#shared/ui/JourneyStrip.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { EstimateText } from "#shared/formatting/EstimateText.tsx";
import { formatDetour } from "#shared/formatting/estimates.ts";
import { formatDay, formatMoney } from "#shared/formatting/format.ts";
import { MaskedTextNote } from "#shared/masking/MaskedTextNote.tsx";
import { CancelOfferButton } from "./CancelOfferButton.tsx";
import { momentText, routeText } from "../request-text.ts";
import { SeekerSummary } from "../detail/SeekerSummary.tsx";
import { OfferStatusPill } from "../StatusPills.tsx";
import { offerTimes } from "./OfferColumn.tsx";

interface OwnOfferProps {
  readonly offer: Offer & { readonly rideRequest: RideRequest };
  /** True on the request's own page, which already shows the seeker. */
  readonly onRequestPage?: boolean | undefined;
}

/** An offer that the viewer made, its status, and the button to withdraw it. */
export function OwnOffer({ offer, onRequestPage }: OwnOfferProps) {
  const { t } = useLingui();
  const { pickupAt, contribution, detourS, status } = offer;
  const request = offer.rideRequest;
  const { timeZone, seats } = request;
  const { picksUp, arrives } = offerTimes(offer, timeZone);
  const isActive = status === "pending" || status === "accepted";
  return (
    <article className="grid gap-3 card p-4">
      <header className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          {onRequestPage ? (
            <p className="font-semibold">{formatDay(pickupAt, timeZone)}</p>
          ) : (
            <SeekerSummary person={request.seeker} />
          )}
        </div>
        <OfferStatusPill status={status} />
        {!onRequestPage && (
          <PersonMenu
            person={request.seeker}
            about={{
              kind: "offer",
              id: offer.id,
            }}
          />
        )}
      </header>
      <JourneyStrip
        from={offer.pickup.label}
        to={offer.dropoff.label}
        departs={<EstimateText text={picksUp} />}
        arrives={<EstimateText text={arrives} />}
        meta={
          <>
            {!onRequestPage && `${formatDay(pickupAt, timeZone)} · `}
            {t`${plural(seats, {
              one: "# seat",
              other: "# seats",
            })}`}
            {` · ${contribution ? t`${formatMoney(contribution)} per seat` : t`Free`}`}
            {detourS >= 30 && (
              <EstimateText text={` · ${t`${formatDetour(detourS, offer)} for you`}`} />
            )}
          </>
        }
      />
      <OfferMessages offer={offer} />
      {status === "pending" && (
        <p className="text-sm text-ink-3">
          {t`${request.seeker.displayName} can answer until ${momentText(offer.expiresAt, timeZone)}. We'll update this page.`}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {isActive && <CancelOfferButton offer={offer} />}
        {!onRequestPage && isActive && status === "pending" && (
          <Link
            to={`/requests/${request.id}`}
            className={buttonClasses("line", "sm")}
            aria-label={t`View request: ${routeText(request)}`}
          >
            {t`View request`}
          </Link>
        )}
        {offer.rideId && status !== "pending" && (
          <Link to={`/rides/${offer.rideId}`} className={buttonClasses("line", "sm")}>
            {t`View ride`}
          </Link>
        )}
      </div>
    </article>
  );
}

/** Messages and reasons of both sides. */
function OfferMessages({ offer: { status, message, reason, endedBy } }: { offer: Offer }) {
  const { t } = useLingui();
  return (
    <>
      {message && (
        <blockquote className="rounded-md bg-sunken px-4 py-3 wrap-anywhere">{message}</blockquote>
      )}
      <MaskedTextNote text={message} isOwn={status !== "accepted"} />
      {reason && (
        <p className="text-sm text-ink-2 wrap-anywhere">
          {endedBy === "driver" ? t`Your reason: ${reason}` : reason}
        </p>
      )}
      <MaskedTextNote text={reason} isOwn={endedBy === "driver"} />
    </>
  );
}
