import type { JourneyLeg, TransitJourney } from "@commonlane/contract/transit";
import { i18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { formatDuration, formatTime, formatKilograms } from "#shared/formatting/format.ts";

/** Lines and rides in their order, such as "Ride + IC 3". */
export const nameLegs = (legs: readonly JourneyLeg[]): string =>
  legs
    .flatMap((leg) => {
      if (leg.kind === "trip") return leg.line;
      return leg.kind === "ride" ? i18n._(msg`Ride`) : [];
    })
    .join(" + ");

/** Such as "07:25 – 09:03". */
export const formatSpan = (
  { departsAt, arrivesAt }: Pick<TransitJourney, "departsAt" | "arrivesAt">,
  timeZone: string,
): string => `${formatTime(departsAt, timeZone)} – ${formatTime(arrivesAt, timeZone)}`;

/** Such as "1 h 38 · 1 change · 2.3 kg CO₂". */
export function describeJourney({
  departsAt,
  arrivesAt,
  changes,
  co2Grams,
}: TransitJourney): string {
  const duration = formatDuration(secondsBetween(departsAt, arrivesAt));
  const kilograms = formatKilograms(co2Grams);
  const changesText = i18n._(
    msg`${plural(changes, {
      0: "no change",
      one: "# change",
      other: "# changes",
    })}`,
  );
  return [duration, changesText, i18n._(msg`${kilograms} CO₂`)].join(" · ");
}

export const secondsBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / 1000;

/** The time between two vehicles, such as "7 minutes to change". */
export const describeChange = (changeMinutes: number): string =>
  i18n._(
    msg`${plural(changeMinutes, {
      one: "# minute to change",
      other: "# minutes to change",
    })}`,
  );
