import type { Offer } from "@commonlane/contract/offers";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { RatingText } from "#shared/profile/RatingText.tsx";
import { vehicleName } from "#shared/profile/vehicle-name.ts";
import { PersonMenu } from "#shared/safety/PersonMenu.tsx";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { dayText, distanceText, durationText, moneyText, timeText } from "#shared/wording/wording.ts";
import { MaskNote } from "#shared/words/MaskNote.tsx";
import { AnswerOffer } from "./AnswerOffer.tsx";
import { type Best, exceeds, winsOf } from "./offer-facts.ts";
import { momentText } from "./request-wording.ts";

interface OfferColumnProps {
  readonly offer: Offer;
  readonly request: RideRequest;
  readonly best: Best;
}

/** One offer among others; its facts take the rows that all of them share. */
export function OfferColumn({ offer, request, best }: OfferColumnProps) {
  const { t } = useLingui();
  const { driver, message, rideId, expiresAt } = offer;
  return (
    <li className="row-span-9 grid snap-start grid-rows-subgrid rounded-lg border border-line bg-surface p-3 sm:p-4">
      <h3 className="flex flex-wrap items-center gap-x-3 gap-y-2 pb-3">
        <Avatar uid={driver.uid} name={driver.displayName} initials={driver.initials} photo={driver.photo} />
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
            <Rides completed={driver.reliability?.completed ?? 0} />
          </span>
        </span>
      </h3>
      <Facts offer={offer} request={request} best={best} />
      <div className="grid content-start gap-2 border-t border-line py-2.5">
        <p className="text-sm text-ink-2">
          {rideId ? (
            <Link to={`/rides/${rideId}`} className="underline underline-offset-4">
              {t`With a ride they offer already`}
            </Link>
          ) : (
            t`Would drive this way for you`
          )}
        </p>
        {message && <blockquote className="rounded-md bg-sunken px-3 py-2 text-sm wrap-anywhere">{message}</blockquote>}
        <MaskNote text={message} />
      </div>
      <div className="grid content-end gap-3 border-t border-line pt-3">
        <div className="flex items-center justify-between gap-1">
          <p className="text-sm text-ink-3">{t`Answer until ${momentText(expiresAt, request.timeZone)}`}</p>
          <PersonMenu person={driver} about={{ kind: "offer", id: offer.id }} />
        </div>
        <AnswerOffer offer={offer} />
      </div>
    </li>
  );
}

function Facts({ offer, request, best }: OfferColumnProps) {
  const { t } = useLingui();
  const { timeZone, seats, maxContribution } = request;
  const { contribution, pickupAt, dropoffAt, detourM, detourS, vehicle } = offer;
  const wins = winsOf(offer, best);
  const [day, lastDay] = [dayText(pickupAt, timeZone), dayText(dropoffAt, timeZone)];
  const over = exceeds(contribution, maxContribution);
  return (
    <>
      <Row label={t`Picks you up`} good={wins.earliest ? t`earliest` : undefined}>
        <span className="num text-xl">{timeText(pickupAt, timeZone)}</span> {day}
      </Row>
      <Row label={t`You arrive`}>
        <span className="num">{timeText(dropoffAt, timeZone)}</span>
        {lastDay !== day && ` ${lastDay}`}
      </Row>
      <Row
        label={t`Contribution`}
        good={wins.cheapest ? t`lowest` : undefined}
        bad={over ? t`over your most` : undefined}
      >
        <Cost offer={offer} seats={seats} />
      </Row>
      <Row label={t`Way around for them`} good={wins.leastDetour ? t`shortest` : undefined}>
        {detourS < 30 ? t`none` : `+${durationText(detourS)}, ${distanceText(detourM)}`}
      </Row>
      <Row label={t`Seats`}>{t`${plural(offer.seats, { one: "# free", other: "# free" })}`}</Row>
      <Row label={t`Vehicle`}>{vehicle ? vehicleName(vehicle) : t`not said`}</Row>
    </>
  );
}

function Cost({ offer: { contribution }, seats }: { offer: Offer; seats: number }) {
  const { t } = useLingui();
  if (!contribution) return <span className="num text-xl">{t`Free`}</span>;
  const all = moneyText({ ...contribution, amountMinor: contribution.amountMinor * seats });
  return (
    <>
      <span className="num text-xl">{moneyText(contribution)}</span>
      {seats > 1 && ` ${t`each, ${all} in all`}`}
    </>
  );
}

function Rides({ completed }: { completed: number }) {
  const { t } = useLingui();
  return <span>{completed === 0 ? t`no ride yet` : t`${plural(completed, { one: "# ride", other: "# rides" })}`}</span>;
}

interface RowProps {
  readonly label: string;
  /** In what it is the best of all. */
  readonly good?: string | undefined;
  readonly bad?: string | undefined;
  readonly children: ReactNode;
}

function Row({ label, good, bad, children }: RowProps) {
  return (
    <dl className="border-t border-line py-2">
      <dt className="flex flex-wrap gap-x-2 text-xs text-ink-3">
        {label}
        {good && <span className="font-semibold text-ok">{good}</span>}
        {bad && <span className="font-semibold text-warn">{bad}</span>}
      </dt>
      <dd>{children}</dd>
    </dl>
  );
}
