import type { Offer } from "@commonlane/contract/offers";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { PersonMenu } from "#shared/safety/PersonMenu.tsx";
import { buttonLook } from "#shared/ui/button-look.ts";
import { JourneyStrip } from "#shared/ui/JourneyStrip.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { dayText, durationText, moneyText, timeText } from "#shared/wording/wording.ts";
import { MaskNote } from "#shared/words/MaskNote.tsx";
import { EndOffer } from "./EndOffer.tsx";
import { momentText, wayText } from "./request-wording.ts";
import { SeekerLine } from "./SeekerLine.tsx";
import { OfferPill } from "./StatusPill.tsx";

interface OwnOfferProps {
  readonly offer: Offer & { readonly rideRequest: RideRequest };
  /** Stands on the request's own page, where it is known who asks. */
  readonly plain?: boolean | undefined;
}

/** What I offered to somebody, how it stands, and the way to take it back. */
export function OwnOffer({ offer, plain }: OwnOfferProps) {
  const { t } = useLingui();
  const { rideRequest: request, pickupAt, dropoffAt, contribution, detourS, status } = offer;
  const { timeZone, seats } = request;
  const active = status === "pending" || status === "accepted";
  return (
    <article className="grid gap-3 rounded-lg border border-line bg-surface p-4">
      <header className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          {plain ? (
            <p className="font-semibold">{dayText(pickupAt, timeZone)}</p>
          ) : (
            <SeekerLine person={request.seeker} />
          )}
        </div>
        <OfferPill status={status} />
        {!plain && <PersonMenu person={request.seeker} about={{ kind: "offer", id: offer.id }} />}
      </header>
      <JourneyStrip
        from={offer.pickup.label}
        to={offer.dropoff.label}
        departs={timeText(pickupAt, timeZone)}
        arrives={timeText(dropoffAt, timeZone)}
        meta={
          <>
            {!plain && `${dayText(pickupAt, timeZone)} · `}
            {t`${plural(seats, { one: "# seat", other: "# seats" })}`}
            {` · ${contribution ? t`${moneyText(contribution)} for a seat` : t`Free of charge`}`}
            {detourS >= 30 && ` · ${t`+${durationText(detourS)} for you`}`}
          </>
        }
      />
      <Words offer={offer} />
      {status === "pending" && (
        <p className="text-sm text-ink-3">
          {t`${request.seeker.displayName} can answer until ${momentText(offer.expiresAt, timeZone)}. You see it here at once.`}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {active && <EndOffer offer={offer} />}
        {!plain && active && status === "pending" && (
          <Link
            to={`/requests/${request.id}`}
            className={buttonLook("line", "sm")}
            aria-label={t`See the request: ${wayText(request)}`}
          >
            {t`See the request`}
          </Link>
        )}
        {offer.rideId && status !== "pending" && (
          <Link to={`/rides/${offer.rideId}`} className={buttonLook("line", "sm")}>
            {t`See the ride`}
          </Link>
        )}
      </div>
    </article>
  );
}

/** What was said with it, by either. */
function Words({ offer: { status, message, reason, endedBy } }: { offer: Offer }) {
  const { t } = useLingui();
  return (
    <>
      {message && <blockquote className="rounded-md bg-sunken px-4 py-3 wrap-anywhere">{message}</blockquote>}
      <MaskNote text={message} mine={status !== "accepted"} />
      {reason && (
        <p className="text-sm text-ink-2 wrap-anywhere">{endedBy === "driver" ? t`You said: ${reason}` : reason}</p>
      )}
      <MaskNote text={reason} mine={endedBy === "driver"} />
    </>
  );
}
