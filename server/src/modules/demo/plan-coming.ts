import { DAY_MS, HOUR_MS, MINUTE_MS } from "@commonlane/contract/durations";
import { HostedSeries } from "@commonlane/contract/ride-series";
import { hostSeries } from "#modules/ride-series/index.ts";
import { cancelRide } from "#modules/rides/index.ts";
import { seatRequestRideHooks } from "#modules/seat-requests/index.ts";
import { findUpcomingRides } from "./demo.store.ts";
import { TIME_ZONE } from "./demo-places.ts";
import { localDay } from "./local-time.ts";
import type { DemoPlan } from "./demo-plan.ts";
import { planSeatRequest } from "./passengers.ts";
import { chooseTerms } from "./ride-terms.ts";
import { Scenario, type ScenarioRide } from "./scenario.ts";
import { isSeries, toClockTime } from "./timetable.ts";
import type { Trip } from "./trips.ts";

const SERIES_HOSTED_AGO_MS = 2 * DAY_MS;
/** How many rides of each of the next days have requests. */
const REQUESTED = [0.4, 0.4, 0.25, 0.15, 0.1, 0.08, 0.05] as const;
const REQUESTED_LATER = 0.03;
const REQUESTED_WITHIN_MS = 1.5 * DAY_MS;
const MAX_PASSENGERS = 3;
const CANCELLED_RIDES = 3;

/** Hosts the rides of the next two weeks: what people do regularly as series, all else one by one. */
export function hostComing(
  { now, trips, routes, chance, ridesByRoute }: DemoPlan,
  withSeries: boolean,
) {
  const series = new Scenario(ridesByRoute);
  const singles = new Scenario(ridesByRoute);
  const hosted = new Set<unknown>();
  for (const trip of trips) {
    const { host, entry, departsAt } = trip;
    if (!entry || !isSeries(entry)) {
      const hostedAt = Math.min(
        now.getTime() - chance.integer(14, 90) * HOUR_MS,
        departsAt.getTime() - DAY_MS,
      );
      const terms = {
        ...chooseTerms(trip, routes, chance),
        departsAt: departsAt.toISOString(),
      };
      if (departsAt > now) singles.addRide(host, terms, new Date(hostedAt));
      continue;
    }
    // Series go on by themselves. The first trip of an entry is the one there.
    if (!withSeries || hosted.has(entry)) continue;
    hosted.add(entry);
    const input = HostedSeries.parse({
      ride: chooseTerms(
        {
          ...trip,
          origin: host.home,
          destination: goalOf(trip),
        },
        routes,
        chance,
      ),
      time: toClockTime(entry.there ?? 0),
      weekdays: entry.weekdays,
      firstDay: localDay(TIME_ZONE, now),
      returnWay: { time: toClockTime(entry.back ?? 0) },
    });
    const at = new Date(now.getTime() - SERIES_HOSTED_AGO_MS - chance.integer(0, 600) * MINUTE_MS);
    series.schedule(at, (ctx) => hostSeries(ctx, host.caller, input));
  }
  return { series, singles };
}

const goalOf = ({ host, origin, destination }: Trip) =>
  origin === host.home ? destination : origin;

/** Requests for the rides that were hosted, more for those that leave soon, and a few cancelled rides. */
export async function requestComing(
  ctx: Parameters<typeof findUpcomingRides>[0],
  { now, trips, chance, passengers, ridesByRoute }: DemoPlan,
): Promise<Scenario> {
  const scenario = new Scenario(ridesByRoute);
  const upcoming = await findUpcomingRides(ctx, now);
  const untouched: ScenarioRide[] = [];
  for (const trip of trips.toSorted((a, b) => a.departsAt.getTime() - b.departsAt.getTime())) {
    const { host, departsAt } = trip;
    const found = upcoming.get(`${host.caller.uid} ${departsAt.getTime()}`);
    if (!found) continue;
    const ride: ScenarioRide = {
      host,
      departsAt,
      ...found,
    };
    const days = Math.floor((departsAt.getTime() - now.getTime()) / DAY_MS);
    const from = new Date(now.getTime() - REQUESTED_WITHIN_MS);
    const until = new Date(
      Math.min(now.getTime() - 5 * MINUTE_MS, departsAt.getTime() - 4 * HOUR_MS),
    );
    const isRequested = chance.withProbability(REQUESTED[days] ?? REQUESTED_LATER) && until > from;
    const along = isRequested ? passengers.take(trip, chance.integer(1, MAX_PASSENGERS), from) : [];
    if (along.length === 0) untouched.push(ride);
    const hostedAt = new Date(Math.max(from.getTime(), found.createdAt.getTime() + MINUTE_MS));
    for (const passenger of along)
      scenario.addSeatRequest(
        ride,
        planSeatRequest(
          passenger,
          {
            from: hostedAt,
            until,
            when: "coming",
          },
          chance,
        ),
      );
  }
  for (const ride of chance.shuffled(untouched.slice(40)).slice(0, CANCELLED_RIDES))
    scenario.onRide(
      ride,
      new Date(now.getTime() - chance.integer(10, 300) * MINUTE_MS),
      (ctx, id) => cancelRide(ctx, ride.host.caller, { id }, seatRequestRideHooks),
    );
  return scenario;
}
