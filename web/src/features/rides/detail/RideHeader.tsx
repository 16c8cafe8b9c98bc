import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { Button } from "#shared/ui/Button.tsx";
import { cx } from "#shared/ui/cx.ts";
import { Pill } from "#shared/ui/Pill.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { shortPickupName } from "#shared/places/pickup-place.ts";
import { EstimateText } from "#shared/formatting/EstimateText.tsx";
import {
  durationBetweenS,
  formatDistanceBesideTime,
  formatDrivingTime,
} from "#shared/formatting/estimates.ts";
import {
  formatDay,
  formatMoney,
  townName,
  formatTimeZone,
  formatTime,
} from "#shared/formatting/format.ts";
import type { RideSegment } from "../ride-segment.ts";
import type { RideStage } from "../ride-stage.ts";
import { audienceTerms } from "./ride-terms.ts";
import { SeatsLeftPill } from "../list/card-facts.tsx";
import { RideShareButton } from "./RideShareButton.tsx";

/** Title of a ride, such as "Freiburg to Köln": of the part that the viewer travels, once it is known. */
export function useRideTitle(ride: Ride, segment?: RideSegment): string {
  const { t } = useLingui();
  const isPart = segment !== undefined && !segment.isEntireRide;
  const from = isPart ? shortPickupName(segment.pickup) : townName(ride.origin.label);
  const to = isPart ? shortPickupName(segment.dropoff) : townName(ride.destination.label);
  return t`${from} to ${to}`;
}

interface RideHeaderProps {
  ride: Ride;
  segment: RideSegment;
  stage: RideStage;
  /** True if the viewer hosts the ride. */
  isHost: boolean;
}

/** Route, time, price and status of a ride. */
export function RideHeader({ ride, segment, stage, isHost }: RideHeaderProps) {
  const { t } = useLingui();
  const title = useRideTitle(ride, segment);
  const town = townName(ride.origin.label);
  const { contribution, pickupAt, dropoffAt, routed } = segment;
  const zone = formatTimeZone(ride.departsAt, ride.timeZone);
  const when = [
    formatDay(pickupAt, ride.timeZone),
    formatDrivingTime(durationBetweenS(pickupAt, dropoffAt), { routed }),
    ...(segment.isEntireRide ? [formatDistanceBesideTime(ride.distanceM, ride)] : []),
  ];
  const limits = audienceTerms(ride);
  return (
    <header className="grid gap-3">
      <div className="flex items-center justify-between">
        <BackButton />
        <RideShareButton ride={ride} title={title} isHost={isHost} />
      </div>
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h1
            className={cx(
              "outline-none leading-tight font-bold tracking-[-.02em] wrap-anywhere",
              isHost ? "text-2xl" : "text-xl",
            )}
          >
            {title}
          </h1>
          <p className="num mt-1 text-xl leading-tight">
            {formatTime(pickupAt, ride.timeZone)} – {formatTime(dropoffAt, ride.timeZone)}
          </p>
          <p className="mt-1 text-ink-2">
            <EstimateText text={when.join(" · ")} />
          </p>
          {zone && <p className="text-sm text-ink-3">{t`Times are those of ${town} (${zone}).`}</p>}
        </div>
        <div className="grid shrink-0 justify-items-end gap-1.5">
          <p className="num text-2xl leading-tight">
            {contribution ? formatMoney(contribution) : t`Free`}
          </p>
          {contribution && (
            <p className="-mt-1 text-xs text-ink-3">
              {segment.isEntireRide ? t`per seat` : t`per seat, your part`}
            </p>
          )}
          {stage === "upcoming" && <SeatsLeftPill seatsLeft={segment.seatsLeft} />}
        </div>
      </div>
      {limits.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {limits.map(({ icon, text }) => (
            <li key={text}>
              <Pill tone="info" icon={icon}>
                {text}
              </Pill>
            </li>
          ))}
        </ul>
      )}
      <StageNotice stage={stage} isHost={isHost} />
      {stage === "upcoming" && ride.roadsMissing && (
        <Notice tone="info">{t`Distance and times are estimated for now. We're still calculating the roads of this ride, and update it within minutes.`}</Notice>
      )}
    </header>
  );
}

function StageNotice({ stage, isHost }: { stage: RideStage; isHost: boolean }) {
  const { t } = useLingui();
  const notices: Record<RideStage, ReactNode> = {
    upcoming: null,
    underway: <Notice tone="info">{t`This ride is under way.`}</Notice>,
    arrived: <Notice tone="ok">{t`This ride is over.`}</Notice>,
    cancelled: (
      <Notice tone="warn">
        {isHost ? t`You cancelled this ride.` : t`The host cancelled this ride.`}
      </Notice>
    ),
  };
  return notices[stage];
}

/** Goes back in history, or home if the page was opened from a link. */
function BackButton() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const goBack = () => {
    const state: unknown = history.state;
    const hasHistory =
      typeof state === "object" && state !== null && "idx" in state && Number(state.idx) > 0;
    if (hasHistory) void navigate(-1);
    else void navigate("/home");
  };
  return (
    <Button variant="ghost" size="sm" icon="arrow-start" onClick={goBack} className="-ms-3">
      {t`Back`}
    </Button>
  );
}
