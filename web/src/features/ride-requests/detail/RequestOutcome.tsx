import type { Offer } from "@commonlane/contract/offers";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useEffect, useRef } from "react";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { cx } from "#shared/ui/cx.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { JourneyStrip } from "#shared/ui/JourneyStrip.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { EstimateText } from "#shared/formatting/EstimateText.tsx";
import { formatDay, formatMoney } from "#shared/formatting/format.ts";
import { routeText } from "../request-text.ts";
import { vehicleName } from "#shared/profile/vehicle-form.ts";
import { offerTimes } from "../offers/OfferColumn.tsx";

interface RequestOutcomeProps {
  readonly request: RideRequest;
  readonly offers: readonly Offer[];
}

/** Outcome of a closed request. Takes the focus if the request closes while it is visible. */
export function RequestOutcome({ request, offers }: RequestOutcomeProps) {
  const { status } = request;
  const root = useRef<HTMLDivElement>(null);
  const shownStatus = useRef(status);
  useEffect(() => {
    if (shownStatus.current === status) return;
    shownStatus.current = status;
    root.current?.focus();
  }, [status]);
  if (status === "open") return null;
  return (
    <div ref={root} tabIndex={-1} className="scroll-mt-24 outline-none">
      <OutcomeDetails request={request} offers={offers} />
    </div>
  );
}

function OutcomeDetails({ request, offers }: RequestOutcomeProps) {
  const { t } = useLingui();
  if (request.status === "cancelled")
    return <ClosedNotice request={request}>{t`You withdrew this request.`}</ClosedNotice>;
  if (request.status === "expired")
    return (
      <ClosedNotice
        request={request}
      >{t`No driver accepted in time, and your request has expired.`}</ClosedNotice>
    );
  const acceptedOffer = offers.find(({ seatRequestId }) => seatRequestId !== null);
  if (acceptedOffer?.status === "cancelled")
    return <CancelledRide request={request} offer={acceptedOffer} />;
  return <MatchedRide request={request} offer={acceptedOffer} />;
}

function MatchedRide({ request, offer }: { request: RideRequest; offer: Offer | undefined }) {
  const { t } = useLingui();
  const { timeZone, matchedRideId } = request;
  const times = offer && offerTimes(offer, timeZone);
  return (
    <section
      aria-labelledby="outcome"
      className="grid gap-4 rounded-lg border border-brand bg-surface p-5"
    >
      <h2 id="outcome" className="text-xl font-bold">
        {offer ? t`You're riding with ${offer.driver.displayName}` : t`You have a ride`}
      </h2>
      {offer && (
        <>
          <JourneyStrip
            from={offer.pickup.label}
            to={offer.dropoff.label}
            departs={times && <EstimateText text={times.picksUp} />}
            arrives={times && <EstimateText text={times.arrives} />}
            meta={formatDay(offer.pickupAt, timeZone)}
          />
          <p className="text-ink-2">
            {offer.contribution ? t`${formatMoney(offer.contribution)} per seat` : t`Free`}
            {offer.vehicle && ` · ${vehicleName(offer.vehicle)}`}
            {offer.vehicle?.plate && ` · ${offer.vehicle.plate}`}
          </p>
        </>
      )}
      {matchedRideId && (
        <Link
          to={`/rides/${matchedRideId}`}
          className={cx(buttonClasses(), "sm:justify-self-start")}
        >
          {t`View ride`}
          <Icon name="arrow-end" />
        </Link>
      )}
    </section>
  );
}

/** The request stays "matched" after its accepted offer is cancelled, so the seeker must post it again. */
function CancelledRide({ request, offer }: { request: RideRequest; offer: Offer }) {
  const { t } = useLingui();
  const name = offer.driver.displayName;
  const messages = {
    driver: t`${name} had to cancel, so you no longer have a ride.`,
    seeker: t`You cancelled your seat with ${name}, so you no longer have a ride.`,
    system: t`The ride with ${name} was cancelled, so you no longer have a ride.`,
  };
  return (
    <ClosedNotice request={request} tone={offer.endedBy === "seeker" ? "info" : "warn"}>
      <span className="block">{messages[offer.endedBy ?? "system"]}</span>
      {offer.reason && (
        <span className="mt-1 block font-normal wrap-anywhere">“{offer.reason}”</span>
      )}
    </ClosedNotice>
  );
}

function ClosedNotice({
  request,
  tone = "info",
  children,
}: {
  request: RideRequest;
  tone?: "info" | "warn";
  children: ReactNode;
}) {
  const { t } = useLingui();
  return (
    <section aria-label={t`Outcome`} className="grid gap-3">
      <Notice tone={tone}>{children}</Notice>
      <div className="flex flex-wrap gap-2">
        <Link
          to={`/requests/new?again=${request.id}`}
          className={buttonClasses()}
          aria-label={t`Post again: ${routeText(request)}`}
        >
          <Icon name="refresh" />
          {t`Post again`}
        </Link>
        <Link to="/seek" className={buttonClasses("line")}>
          {t`Find a ride`}
        </Link>
      </div>
    </section>
  );
}
