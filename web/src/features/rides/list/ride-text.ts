import type { Ride } from "@commonlane/contract/rides";
import { i18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { needLabels } from "#shared/profile/need-labels.ts";
import { toDateAndTime } from "#shared/formatting/time-zones.ts";
import { formatDay, formatDuration, formatTimeZone } from "#shared/formatting/format.ts";

/**
 * What stands under a ride's ends: its day where it is not the one that is looked at, how long, how many stops, on which
 * day it arrives where that is another, whose clocks are meant where they are not the reader's, and what its vehicle has that
 * some cannot travel without.
 */
export function describeRide(ride: Ride, shownDay?: string): string {
  const { departsAt, arrivesAt, timeZone, durationS, stops } = ride;
  const [departureDate, arrivalDate] = [departsAt, arrivesAt].map((at) => toDateAndTime(timeZone, at).date);
  const arrivalDay = formatDay(arrivesAt, timeZone);
  const via =
    stops.length === 0 ? undefined : i18n._(msg`${plural(stops.length, { one: "# stop", other: "# stops" })}`);
  return [
    departureDate === shownDay ? undefined : formatDay(departsAt, timeZone),
    formatDuration(durationS),
    via,
    departureDate === arrivalDate ? undefined : i18n._(msg`arrives ${arrivalDay}`),
    formatTimeZone(departsAt, timeZone),
    ...(ride.vehicle?.access ?? []).map((feature) => i18n._(needLabels[feature])),
  ]
    .filter((text) => text !== undefined)
    .join(" · ");
}

/** A car as people would point it out: "Škoda Octavia, green". */
export function describeVehicle({ make, model, colour }: NonNullable<Ride["vehicle"]>): string {
  const name = [make, model].filter((word) => word !== "").join(" ");
  return [name, colour].filter((word) => word !== "").join(", ");
}
