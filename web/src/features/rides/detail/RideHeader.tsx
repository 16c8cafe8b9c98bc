import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { Button } from "#shared/ui/Button.tsx";
import { cx } from "#shared/ui/cx.ts";
import { JourneyStrip } from "#shared/ui/JourneyStrip.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { shortPickupName } from "#shared/places/pickup-place.ts";
import { EstimateText } from "#shared/formatting/EstimateText.tsx";
import {
  formatDrivingDistance,
  formatDrivingTime,
  formatTimeOnRide,
} from "#shared/formatting/estimates.ts";
import { formatDay, formatMoney, townName, formatTimeZone } from "#shared/formatting/format.ts";
import type { RideSegment } from "../ride-segment.ts";
import type { RideStage } from "../ride-stage.ts";
import { CardPlace } from "../list/CardPlace.tsx";
import { SeatsLeftPill } from "../list/SeatsLeftPill.tsx";
import { RideShareButton } from "./RideShareButton.tsx";

/** Title of a ride, such as "Freiburg to Köln". */
export function useRideTitle(ride: Ride): string {
  const { t } = useLingui();
  const from = townName(ride.origin.label);
  const to = townName(ride.destination.label);
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
  const title = useRideTitle(ride);
  const { contribution } = segment;
  const zone = formatTimeZone(ride.departsAt, ride.timeZone);
  const when = [
    formatDay(ride.departsAt, ride.timeZone),
    formatDrivingTime(ride.durationS, ride),
    formatDrivingDistance(ride.distanceM, ride),
  ];
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
          <p className="mt-1 text-ink-2">
            <EstimateText text={when.join(" · ")} />
          </p>
          {zone && (
            <p className="text-sm text-ink-3">{t`All times are local to the departure (${zone}).`}</p>
          )}
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
      {!isHost && <SegmentStrip ride={ride} segment={segment} />}
      <StageNotice stage={stage} isHost={isHost} />
      {stage === "upcoming" && ride.roadsMissing && (
        <Notice tone="info">{t`Distance and times are estimated for now. We're still calculating the roads of this ride, and update it within minutes.`}</Notice>
      )}
    </header>
  );
}

/** When and where the viewer gets in and out. */
function SegmentStrip({ ride, segment }: Pick<RideHeaderProps, "ride" | "segment">) {
  const { t } = useLingui();
  const { pickup, dropoff, pickupAt, dropoffAt, walkFromM, walkToM, routed } = segment;
  const schedule = { ...ride, routed };
  const durationS = (Date.parse(dropoffAt) - Date.parse(pickupAt)) / 1000;
  return (
    <section
      aria-label={t`Your trip`}
      className="rounded-lg border border-line bg-surface px-4 py-3"
    >
      <JourneyStrip
        from={<CardPlace name={shortPickupName(pickup)} walkM={walkFromM} />}
        to={<CardPlace name={shortPickupName(dropoff)} walkM={walkToM} />}
        departs={<EstimateText text={formatTimeOnRide(pickupAt, schedule)} />}
        arrives={<EstimateText text={formatTimeOnRide(dropoffAt, schedule)} />}
        meta={<EstimateText text={formatDrivingTime(durationS, { routed })} />}
      />
    </section>
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
