import type { Ride } from "@commonlane/contract/rides";
import type { LatLng } from "@commonlane/contract/shapes";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Icon } from "#shared/ui/Icon.tsx";
import { JourneyTimeline, type TimelineStop } from "#shared/ui/JourneyTimeline.tsx";
import { EstimateText } from "#shared/formatting/EstimateText.tsx";
import { formatDetour } from "#shared/formatting/estimates.ts";
import { formatDistance, formatTime } from "#shared/formatting/format.ts";
import { pickupPlaceName } from "#shared/places/pickup-place.ts";
import type { RideSegment } from "../ride-segment.ts";
import { type TimelinePoint, buildTimeline } from "./ride-timeline.ts";

interface RideTimelineProps {
  ride: Ride;
  segment: RideSegment;
  /** False for a ride that can no longer be joined: free seats do not matter then. */
  showSeats: boolean;
  /** The point that the map shows close up. */
  shownPoint: LatLng | undefined;
  onShow: (point: LatLng | undefined) => void;
}

/** Timeline of a ride: each point, the free seats of each leg, and the viewer's segment highlighted. */
export function RideTimeline({ ride, segment, showSeats, shownPoint, onShow }: RideTimelineProps) {
  const { t } = useLingui();
  const stops = buildTimeline(ride, segment).map((point): TimelineStop => ({
    key: point.key,
    time: formatTime(point.at, ride.timeZone),
    place: pickupPlaceName(point.place),
    mine: point.isOnSegment,
    isShown: isSamePoint(point.place, shownPoint),
    onShow: () => onShow(isSamePoint(point.place, shownPoint) ? undefined : point.place),
    note: point.role && <StopNote point={point} segment={segment} />,
    leg: showSeats && point.seatsLeft !== undefined && (
      <LegSeats seatsLeft={point.seatsLeft} seatsTotal={ride.seatsTotal} />
    ),
  }));
  return <JourneyTimeline stops={stops} label={t`Stops`} />;
}

const isSamePoint = (place: LatLng, other: LatLng | undefined): boolean =>
  place.lat === other?.lat && place.lng === other.lng;

function LegSeats({ seatsLeft, seatsTotal }: { seatsLeft: number; seatsTotal: number }) {
  const { t } = useLingui();
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon name="seat" className="size-4" />
      {seatsLeft === 0
        ? t`No seats free`
        : t`${seatsLeft} of ${plural(seatsTotal, {
            one: "# seat",
            other: "# seats",
          })} free`}
    </span>
  );
}

function StopNote({ point: { role }, segment }: { point: TimelinePoint; segment: RideSegment }) {
  const { t } = useLingui();
  const walkM = role === "pickup" ? segment.walkFromM : segment.walkToM;
  const walk = formatDistance(walkM);
  const detour = formatDetour(segment.detourS, segment);
  const notes = [
    role === "pickup" ? t`You get in here` : t`You get out here`,
    ...(walkM >= 30 ? [role === "pickup" ? t`after walking ${walk}` : t`and walk ${walk}`] : []),
    ...(role === "pickup" && segment.detourS >= 30 ? [t`${detour} for the host`] : []),
  ];
  return (
    <span className="font-medium text-ink">
      <EstimateText text={notes.join(" · ")} />
    </span>
  );
}
