import type { Offer } from "@commonlane/contract/offers";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useEffect, useRef } from "react";
import { vehicleName } from "#shared/profile/vehicle-name.ts";
import { buttonLook } from "#shared/ui/button-look.ts";
import { cx } from "#shared/ui/cx.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { JourneyStrip } from "#shared/ui/JourneyStrip.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { dayText, moneyText, timeText } from "#shared/wording/wording.ts";
import { wayText } from "./request-wording.ts";

interface OutcomeProps {
  readonly request: RideRequest;
  readonly offers: readonly Offer[];
}

/** What came of a request that is not open any more. It takes the reading position when that happens before one's eyes. */
export function Outcome({ request, offers }: OutcomeProps) {
  const { status } = request;
  const root = useRef<HTMLDivElement>(null);
  const shown = useRef(status);
  useEffect(() => {
    if (shown.current === status) return;
    shown.current = status;
    root.current?.focus();
  }, [status]);
  if (status === "open") return null;
  return (
    <div ref={root} tabIndex={-1} className="scroll-mt-24 outline-none">
      <WhatCame request={request} offers={offers} />
    </div>
  );
}

function WhatCame({ request, offers }: OutcomeProps) {
  const { t } = useLingui();
  if (request.status === "cancelled") return <Over request={request}>{t`You took this request back.`}</Over>;
  if (request.status === "expired")
    return <Over request={request}>{t`Nobody could take you in that time, and it has passed.`}</Over>;
  const chosen = offers.find(({ seatRequestId }) => seatRequestId !== null);
  if (chosen?.status === "cancelled") return <Cancelled request={request} offer={chosen} />;
  return <Found request={request} offer={chosen} />;
}

function Found({ request, offer }: { request: RideRequest; offer: Offer | undefined }) {
  const { t } = useLingui();
  const { timeZone, matchedRideId } = request;
  return (
    <section aria-labelledby="outcome" className="grid gap-4 rounded-lg border border-brand bg-surface p-5">
      <h2 id="outcome" className="text-xl font-bold">
        {offer ? t`You ride with ${offer.driver.displayName}` : t`You have a ride`}
      </h2>
      {offer && (
        <>
          <JourneyStrip
            from={offer.pickup.label}
            to={offer.dropoff.label}
            departs={timeText(offer.pickupAt, timeZone)}
            arrives={timeText(offer.dropoffAt, timeZone)}
            meta={dayText(offer.pickupAt, timeZone)}
          />
          <p className="text-ink-2">
            {offer.contribution ? t`${moneyText(offer.contribution)} for a seat` : t`Free of charge`}
            {offer.vehicle && ` · ${vehicleName(offer.vehicle)}`}
            {offer.vehicle?.plate && ` · ${offer.vehicle.plate}`}
          </p>
        </>
      )}
      {matchedRideId && (
        <Link to={`/rides/${matchedRideId}`} className={cx(buttonLook(), "sm:justify-self-start")}>
          {t`Go to the ride`}
          <Icon name="arrow-end" />
        </Link>
      )}
    </section>
  );
}

/** The request stays matched, as its offer was accepted once: whoever still looks posts it anew. */
function Cancelled({ request, offer }: { request: RideRequest; offer: Offer }) {
  const { t } = useLingui();
  const name = offer.driver.displayName;
  const words = {
    driver: t`${name} had to cancel, so you have no ride for this way any more.`,
    seeker: t`You cancelled: ${name} does not take you along any more.`,
    system: t`The ride with ${name} was cancelled, so you have no ride for this way any more.`,
  };
  return (
    <Over request={request} tone={offer.endedBy === "seeker" ? "info" : "warn"}>
      <span className="block">{words[offer.endedBy ?? "system"]}</span>
      {offer.reason && <span className="mt-1 block font-normal wrap-anywhere">“{offer.reason}”</span>}
    </Over>
  );
}

function Over({
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
    <section aria-label={t`What came of it`} className="grid gap-3">
      <Notice tone={tone}>{children}</Notice>
      <div className="flex flex-wrap gap-2">
        <Link
          to={`/requests/new?again=${request.id}`}
          className={buttonLook()}
          aria-label={t`Post it again: ${wayText(request)}`}
        >
          <Icon name="refresh" />
          {t`Post it again`}
        </Link>
        <Link to="/seek" className={buttonLook("line")}>
          {t`Seek a ride`}
        </Link>
      </div>
    </section>
  );
}
