import type { Ride } from "@commonlane/contract/rides";
import { formatTime } from "#shared/formatting/format.ts";

type Repeatable = Pick<Ride, "origin" | "destination" | "departsAt" | "timeZone" | "createdAt">;

/** One ride for each route and time of day, the latest created first. */
export function distinctRides<R extends Repeatable>(rides: readonly R[]): R[] {
  const latestFirst = rides.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
  const byRoute = Map.groupBy(latestFirst, ({ origin, destination, departsAt, timeZone }) =>
    [origin.label, destination.label, formatTime(departsAt, timeZone)].join(" | "),
  );
  return [...byRoute.values()].flatMap(([latest]) => latest ?? []);
}
