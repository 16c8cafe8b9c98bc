import type { JourneyLeg } from "@commonlane/contract/transit";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { formatDistance, formatDuration, formatTime } from "#shared/formatting/format.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import type { IconName } from "#shared/ui/icon-paths.ts";
import { JourneyTimeline, type TimelineStop } from "#shared/ui/JourneyTimeline.tsx";
import { describeChange, secondsBetween } from "./journey-text.ts";

export interface LegTimelineProps {
  readonly legs: readonly JourneyLeg[];
  readonly timeZone: string;
  /** Names of the ends, which legs leave empty. */
  readonly from: string;
  readonly to: string;
  /** Who drives the ride. */
  readonly hostName?: string | undefined;
  /** Said at the change between the ride and public transport. */
  readonly changeNote?: ReactNode;
}

/** A journey leg by leg, with when each begins and what is needed between them. */
export function LegTimeline({ legs, timeZone, from, to, hostName, changeNote }: LegTimelineProps) {
  const { t } = useLingui();
  const stops = legs.map((leg, n): TimelineStop => ({
    key: `${n}`,
    time: formatTime(leg.departsAt, timeZone),
    place: leg.from.label || from,
    note: isRideChange(legs[n - 1], leg) ? changeNote : sameStopChange(legs[n - 1], leg),
    leg: <LegText leg={leg} hostName={hostName} isChange={isWalkBetweenTrips(legs, n)} />,
  }));
  const last = legs.at(-1);
  if (last)
    stops.push({
      key: "end",
      time: formatTime(last.arrivesAt, timeZone),
      place: last.to.label || to,
    });
  return <JourneyTimeline stops={stops} label={t`Journey`} />;
}

/** The leg after a ride, or the ride after public transport; a walk between them belongs to the change. */
function isRideChange(before: JourneyLeg | undefined, leg: JourneyLeg): boolean {
  if (before === undefined) return false;
  if (before.kind === "ride") return true;
  return leg.kind === "ride" && before.kind === "trip";
}

/** How long passengers wait who change at one stop. */
function sameStopChange(before: JourneyLeg | undefined, leg: JourneyLeg): string | undefined {
  if (before?.kind !== "trip" || leg.kind !== "trip") return undefined;
  return describeChange(minutesBetween(before.arrivesAt, leg.departsAt));
}

/** Such a walk lasts until the next departure. */
function isWalkBetweenTrips(legs: readonly JourneyLeg[], n: number): boolean {
  return legs[n]?.kind === "walk" && legs[n - 1]?.kind === "trip" && legs[n + 1]?.kind === "trip";
}

const minutesBetween = (from: string, to: string): number =>
  Math.round(secondsBetween(from, to) / 60);

const ICONS: Readonly<Record<JourneyLeg["kind"], IconName>> = {
  walk: "walk",
  ride: "car",
  trip: "train",
};

interface LegTextProps {
  readonly leg: JourneyLeg;
  readonly hostName: string | undefined;
  /** The walk is part of a change. */
  readonly isChange: boolean;
}

function LegText({ leg, hostName, isChange }: LegTextProps) {
  const isBus = leg.kind === "trip" && leg.mode === "bus";
  return (
    <span className="flex items-start gap-1.5">
      <Icon name={isBus ? "bus" : ICONS[leg.kind]} className="mt-0.5 size-4" />
      <span className="min-w-0 wrap-anywhere">
        <LegDescription leg={leg} hostName={hostName} isChange={isChange} />
        <Delay leg={leg} />
      </span>
    </span>
  );
}

/** How late a train or bus is, if that is known. */
function Delay({ leg }: { leg: JourneyLeg }) {
  const { t } = useLingui();
  if (leg.kind !== "trip" || leg.departsLateMinutes === undefined) return null;
  const late = Math.max(leg.departsLateMinutes, leg.arrivesLateMinutes ?? 0);
  if (late <= 0) return <span className="block text-ok">{t`On time`}</span>;
  return (
    <span className="block font-semibold text-bad">
      {t`${plural(late, {
        one: "# minute late",
        other: "# minutes late",
      })}`}
    </span>
  );
}

function LegDescription({ leg, hostName, isChange }: LegTextProps) {
  const { t } = useLingui();
  const duration = isChange
    ? describeChange(minutesBetween(leg.departsAt, leg.arrivesAt))
    : formatDuration(secondsBetween(leg.departsAt, leg.arrivesAt));
  if (leg.kind === "walk") return t`Walk ${formatDistance(leg.distanceM)} · ${duration}`;
  if (leg.kind === "ride")
    return hostName === undefined ? t`Ride · ${duration}` : t`Ride with ${hostName} · ${duration}`;
  const { line, headsign, fromPlatform } = leg;
  return fromPlatform === ""
    ? t`${line} to ${headsign} · ${duration}`
    : t`${line} to ${headsign}, platform ${fromPlatform} · ${duration}`;
}
