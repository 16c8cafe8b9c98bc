import type { OfferStatus } from "@commonlane/contract/offers";
import type { RideRequest, RideRequestStatus } from "@commonlane/contract/ride-requests";
import { i18n, type MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Ride } from "@commonlane/contract/rides";
import type { IconName } from "#shared/ui/icon-paths.ts";
import {
  coversWholeDays,
  formatDayAndTime,
  joinWithComma,
} from "#shared/formatting/day-and-time.ts";
import { formatDay, formatTime, formatTimeZone, townName } from "#shared/formatting/format.ts";

interface StatusLook {
  readonly tone: "ok" | "warn" | "bad" | "info" | "quiet";
  readonly icon: IconName;
  readonly text: MessageDescriptor;
}

/** Label and icon of each ride request status. */
export const requestLook: Record<RideRequestStatus, StatusLook> = {
  open: {
    tone: "info",
    icon: "clock",
    text: msg`Open`,
  },
  matched: {
    tone: "ok",
    icon: "check-circle",
    text: msg`Offer accepted`,
  },
  cancelled: {
    tone: "quiet",
    icon: "close",
    text: msg`Withdrawn`,
  },
  expired: {
    tone: "quiet",
    icon: "clock",
    text: msg`Expired`,
  },
};

/** Label and icon of each offer status. */
export const offerLook: Record<OfferStatus, StatusLook> = {
  pending: {
    tone: "info",
    icon: "clock",
    text: msg`Waiting for an answer`,
  },
  accepted: {
    tone: "ok",
    icon: "check-circle",
    text: msg`Accepted`,
  },
  declined: {
    tone: "quiet",
    icon: "close",
    text: msg`Declined`,
  },
  withdrawn: {
    tone: "quiet",
    icon: "close",
    text: msg`Withdrawn`,
  },
  expired: {
    tone: "quiet",
    icon: "clock",
    text: msg`Not answered in time`,
  },
  cancelled: {
    tone: "bad",
    icon: "error",
    text: msg`Cancelled`,
  },
  completed: {
    tone: "ok",
    icon: "flag",
    text: msg({
      comment: "Status of a request after the ride.",
      message: "Travelled",
    }),
  },
  disputed: {
    tone: "warn",
    icon: "alert",
    text: msg`Under review`,
  },
};

/** Luggage sizes by the ride's numbers; 0 has no label. */
export const luggageLabels: Record<number, MessageDescriptor> = {
  1: msg`A small bag`,
  2: msg`A suitcase`,
  3: msg`A lot of luggage`,
};

type Window = Pick<RideRequest, "departsAfter" | "departsBefore" | "timeZone">;

/** Pickup window: "Fri 20 Nov, 08:00 – 12:00", with the time zone if it differs from the viewer's. */
export function windowText({ departsAfter, departsBefore, timeZone }: Window): string {
  const day = formatDay(departsAfter, timeZone);
  const lastDay = formatDay(departsBefore, timeZone);
  const from = formatTime(departsAfter, timeZone);
  const to = formatTime(departsBefore, timeZone);
  const zone = formatTimeZone(departsAfter, timeZone);
  const anyTime = coversWholeDays(departsAfter, departsBefore, timeZone);
  if (day !== lastDay)
    return appendZone(
      anyTime
        ? `${day} – ${lastDay}`
        : `${joinWithComma(day, from)} – ${joinWithComma(lastDay, to)}`,
      zone,
    );
  return appendZone(
    anyTime ? i18n._(msg`${day}, any time`) : joinWithComma(day, `${from} – ${to}`),
    zone,
  );
}

const appendZone = (text: string, zone: string | undefined) => (zone ? `${text} (${zone})` : text);

/** Instant in a time zone: "Fri 20 Nov, 14:00". */
export const momentText = (instant: string, timeZone: string): string =>
  formatDayAndTime(instant, timeZone);

/** Route as text: "Freiburg to Köln". */
export function routeText({
  origin,
  destination,
}: Pick<RideRequest, "origin" | "destination">): string {
  const from = townName(origin.label);
  const to = townName(destination.label);
  return i18n._(msg`${from} to ${to}`);
}

/** Rides that can still be joined, soonest first. */
export const findUpcomingRides = (rides: readonly Ride[], nowMs = Date.now()): Ride[] =>
  rides
    .filter(({ status, departsAt }) => status === "scheduled" && Date.parse(departsAt) > nowMs)
    .toSorted((a, b) => Date.parse(a.departsAt) - Date.parse(b.departsAt));

/** One-line description: "Freiburg to Köln, Fri 20 Nov, 07:45". */
export const describeRide = (ride: Ride): string =>
  joinWithComma(routeText(ride), momentText(ride.departsAt, ride.timeZone));
