import type { Ride } from "@commonlane/contract/rides";
import { momentText, wayText } from "./request-wording.ts";

/** Rides that can still be joined, the soonest first. */
export const comingRides = (rides: readonly Ride[], nowMs = Date.now()): Ride[] =>
  rides
    .filter(({ status, departsAt }) => status === "scheduled" && Date.parse(departsAt) > nowMs)
    .toSorted((a, b) => Date.parse(a.departsAt) - Date.parse(b.departsAt));

/** A ride in a line: "Freiburg to Köln, Fri 20 Nov, 07:45". */
export const rideName = (ride: Ride): string => `${wayText(ride)}, ${momentText(ride.departsAt, ride.timeZone)}`;
