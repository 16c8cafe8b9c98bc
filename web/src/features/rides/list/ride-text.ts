import type { Ride } from "@commonlane/contract/rides";
import { i18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { needLabels } from "#shared/profile/need-labels.ts";
import { toDateAndTime } from "#shared/formatting/time-zones.ts";
import { formatDrivingTime } from "#shared/formatting/estimates.ts";
import { formatDay, formatTimeZone } from "#shared/formatting/format.ts";

/**
 * Details below a ride's endpoints: departure day (if not `shownDay`), duration, number of stops, arrival day (if
 * different), time zone (if not the viewer's) and the vehicle's accessibility features.
 */
export function describeRide(ride: Ride, shownDay?: string): string {
  const { departsAt, arrivesAt, timeZone, durationS, stops } = ride;
  const [departureDate, arrivalDate] = [departsAt, arrivesAt].map((at) => toDateAndTime(timeZone, at).date);
  const arrivalDay = formatDay(arrivesAt, timeZone);
  const via =
    stops.length === 0 ? undefined : i18n._(msg`${plural(stops.length, { one: "# stop", other: "# stops" })}`);
  return [
    departureDate === shownDay ? undefined : formatDay(departsAt, timeZone),
    formatDrivingTime(durationS, ride),
    via,
    departureDate === arrivalDate ? undefined : i18n._(msg`arrives ${arrivalDay}`),
    formatTimeZone(departsAt, timeZone),
    ...(ride.vehicle?.access ?? []).map((feature) => i18n._(needLabels[feature])),
  ]
    .filter((text) => text !== undefined)
    .join(" · ");
}

/** Vehicle as people describe it: "Škoda Octavia, green". */
export function describeVehicle({ make, model, colour }: NonNullable<Ride["vehicle"]>): string {
  const name = [make, model].filter((text) => text !== "").join(" ");
  return [name, colour].filter((text) => text !== "").join(", ");
}
