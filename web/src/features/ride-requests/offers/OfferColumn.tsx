import type { Offer } from "@commonlane/contract/offers";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { RatingText } from "#shared/profile/RatingText.tsx";
import { PersonMenu } from "#shared/safety/PersonMenu.tsx";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { EstimateText } from "#shared/formatting/EstimateText.tsx";
import {
  formatDetour,
  formatDrivingDistance,
  formatArrival,
} from "#shared/formatting/estimates.ts";
import { joinWithComma } from "#shared/formatting/day-and-time.ts";
import { formatDay, formatMoney, formatTime } from "#shared/formatting/format.ts";
import { MaskedTextNote } from "#shared/masking/MaskedTextNote.tsx";
import { AnswerOffer } from "./AnswerOffer.tsx";
import { type BestValues, exceedsMaxContribution, findAdvantages } from "./compare-offers.ts";
import { momentText } from "../request-text.ts";
import { vehicleName } from "#shared/profile/vehicle-form.ts";

interface OfferColumnProps {
  readonly offer: Offer;
  readonly request: RideRequest;
  readonly best: BestValues;
}

/** One offer in the comparison: what decides, the answer, then the rest. Its rows are aligned with the other offers. */
export function OfferColumn({ offer, request, best }: OfferColumnProps) {
  const { t } = useLingui();
  const { driver, message, rideId, expiresAt } = offer;
  return (
    <li className="grid card p-3 max-sm:grid-cols-3 max-sm:gap-x-3 sm:row-span-9 sm:snap-start sm:grid-rows-subgrid sm:p-4">
      <h3 className="flex max-sm:col-span-3 flex-wrap items-center gap-x-3 gap-y-2 pb-3">
        <Avatar
          uid={driver.uid}
          name={driver.displayName}
          initials={driver.initials}
          photo={driver.photo}
        />
        <span className="min-w-28 flex-1">
          <Link
            to={`/profile/${driver.uid}`}
            className="block truncate font-semibold underline-offset-4 hover:underline"
          >
            {driver.displayName}
          </Link>
          <span className="flex flex-col gap-x-1.5 font-sans sm:flex-row sm:flex-wrap sm:items-center text-sm font-normal tracking-normal text-ink-2">
            <RatingText person={driver} />
            <span aria-hidden="true" className="max-sm:hidden">
              ·
            </span>
            <CompletedRides completed={driver.reliability?.completed ?? 0} />
          </span>
        </span>
      </h3>
      <DecisiveRows offer={offer} request={request} best={best} />
      <div className="border-t border-line py-3 max-sm:col-span-3">
        <AnswerOffer offer={offer} />
      </div>
      <FurtherRows offer={offer} best={best} />
      <div className="grid content-start gap-2 border-t border-line py-2.5 max-sm:col-span-3">
        <p className="text-sm text-ink-2">
          {rideId ? (
            <Link to={`/rides/${rideId}`} className="underline underline-offset-4">
              {t`With a ride already offered`}
            </Link>
          ) : (
            t`Can drive you`
          )}
        </p>
        {message && (
          <blockquote className="rounded-md bg-sunken px-3 py-2 text-sm wrap-anywhere">
            {message}
          </blockquote>
        )}
        <MaskedTextNote text={message} />
        <div className="flex items-center justify-between gap-1">
          <p className="text-sm text-ink-3">{t`Answer by ${momentText(expiresAt, request.timeZone)}`}</p>
          <PersonMenu
            person={driver}
            about={{
              kind: "offer",
              id: offer.id,
            }}
          />
        </div>
      </div>
    </li>
  );
}

function DecisiveRows({ offer, request, best }: OfferColumnProps) {
  const { t } = useLingui();
  const { timeZone, seats, maxContribution } = request;
  const { contribution, pickupAt, dropoffAt } = offer;
  const { picksUp, arrives } = offerTimes(offer, timeZone);
  const advantages = findAdvantages(offer, best);
  const day = formatDay(pickupAt, timeZone);
  const lastDay = formatDay(dropoffAt, timeZone);
  const exceedsMax = exceedsMaxContribution(contribution, maxContribution);
  return (
    <>
      <OfferRow label={t`Picks you up`} highlight={advantages.earliest ? t`earliest` : undefined}>
        <span className="num text-xl">
          <EstimateText text={picksUp} />
        </span>{" "}
        {day}
      </OfferRow>
      <OfferRow label={t`You arrive`}>
        <span className="num">
          <EstimateText text={arrives} />
        </span>
        {lastDay !== day && ` ${lastDay}`}
      </OfferRow>
      <OfferRow
        label={t`Price`}
        highlight={advantages.cheapest ? t`lowest` : undefined}
        warning={exceedsMax ? t`over your maximum` : undefined}
      >
        <ContributionText offer={offer} seats={seats} />
      </OfferRow>
    </>
  );
}

function FurtherRows({ offer, best }: Omit<OfferColumnProps, "request">) {
  const { t } = useLingui();
  const { detourM, detourS, vehicle } = offer;
  const advantages = findAdvantages(offer, best);
  return (
    <>
      <OfferRow
        label={t`Detour for the driver`}
        highlight={advantages.leastDetour ? t`shortest` : undefined}
      >
        {detourS < 30 ? (
          t`none`
        ) : (
          <EstimateText
            text={joinWithComma(
              formatDetour(detourS, offer),
              formatDrivingDistance(detourM, offer),
            )}
          />
        )}
      </OfferRow>
      <OfferRow label={t`Seats`}>{t`${plural(offer.seats, {
        one: "# free",
        other: "# free",
      })}`}</OfferRow>
      <OfferRow label={t`Vehicle`}>{vehicle ? vehicleName(vehicle) : t`not specified`}</OfferRow>
    </>
  );
}

function ContributionText({ offer: { contribution }, seats }: { offer: Offer; seats: number }) {
  const { t } = useLingui();
  if (!contribution) return <span className="num text-xl">{t`Free`}</span>;
  const total = formatMoney({
    ...contribution,
    amountMinor: contribution.amountMinor * seats,
  });
  return (
    <>
      <span className="num text-xl">{formatMoney(contribution)}</span>
      {seats > 1 && ` ${t`each, ${total} in total`}`}
    </>
  );
}

function CompletedRides({ completed }: { completed: number }) {
  const { t } = useLingui();
  return (
    <span>
      {completed === 0
        ? t`no ride yet`
        : t`${plural(completed, {
            one: "# ride",
            other: "# rides",
          })}`}
    </span>
  );
}

interface OfferRowProps {
  readonly label: string;
  /** Label if this offer is the best in this row. */
  readonly highlight?: string | undefined;
  readonly warning?: string | undefined;
  readonly children: ReactNode;
}

function OfferRow({ label, highlight, warning, children }: OfferRowProps) {
  return (
    <dl className="border-t border-line py-2">
      <dt className="flex flex-wrap gap-x-2 text-xs text-ink-3">
        {label}
        {highlight && <span className="font-semibold text-ok">{highlight}</span>}
        {warning && <span className="font-semibold text-warn">{warning}</span>}
      </dt>
      <dd>{children}</dd>
    </dl>
  );
}

/** Pickup and arrival such as "07:45", or "≈ 09:33" if they are estimates. */
export function offerTimes(
  { pickupAt, dropoffAt, routed }: Pick<Offer, "pickupAt" | "dropoffAt" | "routed">,
  timeZone: string,
): {
  readonly picksUp: string;
  readonly arrives: string;
} {
  return {
    picksUp: formatTime(pickupAt, timeZone),
    arrives: formatArrival(dropoffAt, {
      timeZone,
      routed,
    }),
  };
}
