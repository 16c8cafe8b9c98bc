import type { Ride } from "@commonlane/contract/rides";
import { i18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { needWords } from "#shared/profile/need-words.ts";
import { dateAndTimeIn } from "#shared/wording/instants.ts";
import { dayText, durationText, zoneText } from "#shared/wording/wording.ts";

/**
 * What stands under a ride's ends: its day where it is not the one that is looked at, how long, how many stops, on which
 * day it arrives where that is another, whose clocks are meant where they are not the reader's, and what its vehicle has that
 * some cannot travel without.
 */
export function rideMeta(ride: Ride, day?: string): string {
  const { departsAt, arrivesAt, timeZone, durationS, stops } = ride;
  const [leaves, arrives] = [departsAt, arrivesAt].map((at) => dateAndTimeIn(timeZone, at).date);
  const arrivalDay = dayText(arrivesAt, timeZone);
  const via =
    stops.length === 0 ? undefined : i18n._(msg`${plural(stops.length, { one: "# stop", other: "# stops" })}`);
  return [
    leaves === day ? undefined : dayText(departsAt, timeZone),
    durationText(durationS),
    via,
    leaves === arrives ? undefined : i18n._(msg`arrives ${arrivalDay}`),
    zoneText(departsAt, timeZone),
    ...(ride.vehicle?.access ?? []).map((has) => i18n._(needWords[has])),
  ]
    .filter((part) => part !== undefined)
    .join(" · ");
}

/** A car as people would point it out: "Škoda Octavia, green". */
export function carName({ make, model, colour }: NonNullable<Ride["vehicle"]>): string {
  const name = [make, model].filter((word) => word !== "").join(" ");
  return [name, colour].filter((word) => word !== "").join(", ");
}
