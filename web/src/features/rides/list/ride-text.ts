import type { RideMatch } from "@commonlane/contract/ride-search";
import type { Ride } from "@commonlane/contract/rides";
import { i18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { toDateAndTime } from "#shared/formatting/time-zones.ts";
import { durationBetweenS, formatDetour, formatDrivingTime } from "#shared/formatting/estimates.ts";
import { formatDay, formatTime, formatTimeZone, townName } from "#shared/formatting/format.ts";
import { needLabels } from "#shared/profile/preference-labels.ts";

/** What a card shows of a ride: the viewer's segment of a match, or the entire ride. */
export type ShownSegment = Pick<
  Ride,
  "departsAt" | "arrivesAt" | "durationS" | "timeZone" | "routed"
>;

export function toShownSegment(ride: Ride, match: RideMatch | undefined): ShownSegment {
  return match
    ? {
        departsAt: match.pickupAt,
        arrivesAt: match.dropoffAt,
        durationS: durationBetweenS(match.pickupAt, match.dropoffAt),
        timeZone: ride.timeZone,
        routed: match.routed ?? ride.routed,
      }
    : {
        ...ride,
        durationS: durationBetweenS(ride.departsAt, ride.arrivesAt),
      };
}

/** Shorter detours are not mentioned, in seconds. */
const MIN_DETOUR_S = 30;

/**
 * Details between the viewer's ends: departure day (if not `shownDay`), duration, arrival day (if different), time zone
 * (if not the viewer's) and the vehicle's accessibility features.
 */
export function describeSegment(
  { vehicle }: Ride,
  segment: ShownSegment,
  shownDay?: string,
): string {
  const { departsAt, arrivesAt, timeZone, durationS } = segment;
  const [departureDate, arrivalDate] = [departsAt, arrivesAt].map(
    (at) => toDateAndTime(timeZone, at).date,
  );
  const arrivalDay = formatDay(arrivesAt, timeZone);
  return [
    departureDate === shownDay ? undefined : formatDay(departsAt, timeZone),
    formatDrivingTime(durationS, segment),
    departureDate === arrivalDate ? undefined : i18n._(msg`arrives ${arrivalDay}`),
    formatTimeZone(departsAt, timeZone),
    ...(vehicle?.access ?? []).map((feature) => i18n._(needLabels[feature])),
  ]
    .filter((text) => text !== undefined)
    .join(" · ");
}

/** The host's entire route with its times, and what the viewer's stops add to it. */
export function describeHostRoute(ride: Ride, match: RideMatch): string {
  const { origin, destination, departsAt, arrivesAt, timeZone, stops } = ride;
  const from = townName(origin.label);
  const to = townName(destination.label);
  const departure = formatTime(departsAt, timeZone);
  const arrival = formatTime(arrivesAt, ride.timeZone);
  const detour = formatDetour(match.detourS, { routed: match.routed ?? ride.routed });
  return [
    match.partial ? i18n._(msg`Host's route: ${from} ${departure} – ${to} ${arrival}`) : undefined,
    match.partial || stops.length === 0
      ? undefined
      : i18n._(
          msg`${plural(stops.length, {
            one: "# stop",
            other: "# stops",
          })}`,
        ),
    match.detourS < MIN_DETOUR_S
      ? i18n._(msg`no detour for the host`)
      : i18n._(msg`${detour} for the host`),
    match.detourM > match.distanceM
      ? i18n._(msg`the host drives back and forth for you`)
      : undefined,
  ]
    .filter((text) => text !== undefined)
    .join(" · ");
}

/** Vehicle as people describe it: "Škoda Octavia, green". */
export function describeVehicle({ make, model, colour }: NonNullable<Ride["vehicle"]>): string {
  const name = [make, model].filter((text) => text !== "").join(" ");
  return [name, colour].filter((text) => text !== "").join(", ");
}
