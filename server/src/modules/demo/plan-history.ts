import { DAY_MS, HOUR_MS, MINUTE_MS } from "@commonlane/contract/durations";
import { ratingSweeps } from "#modules/ratings/index.ts";
import type { DemoPlan } from "./demo-plan.ts";
import { planSeatRequest } from "./passengers.ts";
import { chooseTerms } from "./ride-terms.ts";
import { commentsOnHosts, commentsOnPassengers } from "./sample-texts.ts";
import { Scenario, type ScenarioRide } from "./scenario.ts";
import type { SeededRandom } from "./seeded-random.ts";
import { type Trip, tripsOn } from "./trips.ts";

const HISTORY_DAYS = 84;
/** The community grows: this share of trips was offered twelve weeks ago and last week. */
const OFFERED = { first: 0.05, last: 0.13 };
const RATED = 0.6;
/** This share of rides that no one could join is kept. */
const ALONE = 0.1;
const ARRIVED_AFTER = { from: 2, to: 15 };

/** Trips of the last twelve weeks that were offered, by members of that time. */
export function planPastTrips(now: Date, options: Parameters<typeof tripsOn>[2]): Trip[] {
  return Array.from({ length: HISTORY_DAYS }, (_, n) => n - HISTORY_DAYS).flatMap((day) => {
    const share = OFFERED.last + ((OFFERED.first - OFFERED.last) * -day) / HISTORY_DAYS;
    // Yesterday is reserved for the host's ride without ratings.
    return day === -1
      ? []
      : tripsOn(now, day, options).filter(
          ({ host, departsAt }) =>
            options.chance.withProbability(share) &&
            host.joinedAt.getTime() < departsAt.getTime() - 8 * DAY_MS,
        );
  });
}

/** Past rides from their offer to the ratings. */
export function playHistory({
  now,
  pastTrips,
  routes,
  chance,
  passengers,
  ridesByRoute,
}: DemoPlan): Scenario {
  const scenario = new Scenario(ridesByRoute);
  for (const trip of pastTrips) {
    const { host, departsAt } = trip;
    const hostedAt = new Date(departsAt.getTime() - chance.integer(30, 150) * HOUR_MS);
    const terms = {
      ...chooseTerms(trip, routes, chance),
      departsAt: departsAt.toISOString(),
    };
    const along = passengers.take(trip, chance.integer(1, 2), hostedAt, true);
    if (along.length === 0 && !chance.withProbability(ALONE)) continue;
    const ride = scenario.addRide(host, terms, hostedAt);
    const until = new Date(departsAt.getTime() - 5 * HOUR_MS);
    for (const passenger of along)
      scenario.addSeatRequest(
        ride,
        planSeatRequest(
          passenger,
          {
            from: hostedAt,
            until,
            when: "past",
          },
          chance,
        ),
      );
    const arrivesMs = departsAt.getTime() + routes.get(trip).durationS * 1000;
    const arrivedAt = new Date(
      arrivesMs + chance.integer(ARRIVED_AFTER.from, ARRIVED_AFTER.to) * MINUTE_MS,
    );
    scenario.addCompletion(ride, arrivedAt);
    for (const { seeker } of along) {
      rate(
        scenario,
        ride,
        {
          rater: seeker,
          rated: host,
          comments: commentsOnHosts,
        },
        arrivedAt,
        now,
        chance,
      );
      rate(
        scenario,
        ride,
        {
          rater: host,
          rated: seeker,
          comments: commentsOnPassengers,
        },
        arrivedAt,
        now,
        chance,
      );
    }
  }
  // Ratings without an answer are published after two weeks.
  const [publish] = ratingSweeps;
  for (let day = HISTORY_DAYS; day >= 0; day -= 7)
    scenario.schedule(new Date(now.getTime() - day * DAY_MS), async (ctx) => publish?.run?.(ctx));
  return scenario;
}

type User = Trip["host"];

function rate(
  scenario: Scenario,
  ride: ScenarioRide,
  {
    rater,
    rated,
    comments,
  }: {
    rater: User;
    rated: User;
    comments: readonly (string | null)[];
  },
  arrivedAt: Date,
  now: Date,
  chance: SeededRandom,
): void {
  const at = new Date(arrivedAt.getTime() + chance.integer(1, 40) * HOUR_MS);
  const rating = randomStars(chance);
  const comment = rating >= 4 ? chance.pick(comments) : null;
  if (chance.withProbability(RATED) && at < now)
    scenario.addRating(ride, rater, rated, {
      at,
      rating,
      comment,
    });
}

const randomStars = (chance: SeededRandom): number =>
  chance.weighted([
    [5, 70],
    [4, 24],
    [3, 5],
    [2, 1],
  ] as const);
