import type { Ride } from "@commonlane/contract/rides";
import { momentText, routeText } from "../request-text.ts";
import { joinWithComma } from "#shared/formatting/day-and-time.ts";

/** Rides that can still be joined, soonest first. */
export const findUpcomingRides = (rides: readonly Ride[], nowMs = Date.now()): Ride[] =>
  rides
    .filter(({ status, departsAt }) => status === "scheduled" && Date.parse(departsAt) > nowMs)
    .toSorted((a, b) => Date.parse(a.departsAt) - Date.parse(b.departsAt));

/** One-line description: "Freiburg to Köln, Fri 20 Nov, 07:45". */
export const describeRide = (ride: Ride): string =>
  joinWithComma(routeText(ride), momentText(ride.departsAt, ride.timeZone));
