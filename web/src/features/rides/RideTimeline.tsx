import type { Ride } from "@commonlane/contract/rides";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Icon } from "#shared/ui/Icon.tsx";
import { JourneyTimeline, type TimelineStop } from "#shared/ui/JourneyTimeline.tsx";
import { distanceText, durationText, timeText } from "#shared/wording/wording.ts";
import type { RidePart } from "./ride-part.ts";
import { type TimelinePoint, timelineOf } from "./ride-timeline.ts";

interface RideTimelineProps {
  ride: Ride;
  part: RidePart;
  /** Whether free seats are told: not of a ride that nobody can join any more. */
  seats: boolean;
}

/** A ride point by point, with the free seats of each leg and the reader's own part brought out. */
export function RideTimeline({ ride, part, seats }: RideTimelineProps) {
  const { t } = useLingui();
  const stops = timelineOf(ride, part).map((point): TimelineStop => ({
    key: point.key,
    time: timeText(point.at, ride.timeZone),
    place: point.place.label,
    mine: point.mine,
    note: point.role && <RoleNote point={point} part={part} />,
    leg: seats && point.seatsLeft !== undefined && <LegSeats left={point.seatsLeft} total={ride.seatsTotal} />,
  }));
  return <JourneyTimeline stops={stops} label={t`Stops`} />;
}

function LegSeats({ left, total }: { left: number; total: number }) {
  const { t } = useLingui();
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon name="seat" className="size-4" />
      {left === 0 ? t`No seat free` : t`${left} of ${plural(total, { one: "# seat", other: "# seats" })} free`}
    </span>
  );
}

function RoleNote({ point: { role }, part }: { point: TimelinePoint; part: RidePart }) {
  const { t } = useLingui();
  const walkM = role === "pickup" ? part.walkFromM : part.walkToM;
  const walk = distanceText(walkM);
  const detour = durationText(part.detourS);
  const notes = [
    role === "pickup" ? t`You get in here` : t`You get out here`,
    ...(walkM >= 30 ? [role === "pickup" ? t`after walking ${walk}` : t`and walk ${walk}`] : []),
    ...(role === "pickup" && part.detourS >= 30 ? [t`+${detour} for the host`] : []),
  ];
  return <span className="font-medium text-ink">{notes.join(" · ")}</span>;
}
