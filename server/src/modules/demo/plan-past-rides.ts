import { HOUR_MS } from "@commonlane/contract/durations";
import type { SeededRandom } from "./seeded-random.ts";
import type { DemoUser } from "./demo-accounts.ts";
import type { Scenario, ScenarioRide } from "./scenario.ts";
import { commentsOnHosts, commentsOnPassengers } from "./sample-texts.ts";

/** Upper bound for the duration of any demo ride. */
const MAX_TRIP_MS = 8 * HOUR_MS;
/** Share of participants who rate; about three in four rides are rated by both sides. */
const RATING_PROBABILITY = 0.85;

/** Completes past rides and adds ratings by most participants. */
export function addCompletions(
  scenario: Scenario,
  rides: readonly { readonly ride: ScenarioRide; readonly departsAt: Date; readonly passengers: readonly DemoUser[] }[],
  { chance, now }: { chance: SeededRandom; now: Date },
): void {
  for (const { ride, departsAt, passengers } of rides) {
    const arrivedAt = departsAt.getTime() + MAX_TRIP_MS;
    if (arrivedAt > now.getTime()) continue;
    scenario.addCompletion(ride, new Date(arrivedAt));
    for (const passenger of passengers) {
      const ratingAt = (comments: readonly (string | null)[]) => ({
        at: new Date(Math.min(now.getTime(), arrivedAt + chance.integer(1, 40) * HOUR_MS)),
        rating: randomStars(chance),
        comment: chance.pick(comments),
      });
      if (chance.withProbability(RATING_PROBABILITY))
        scenario.addRating(ride, passenger, ride.host, ratingAt(commentsOnHosts));
      if (chance.withProbability(RATING_PROBABILITY))
        scenario.addRating(ride, ride.host, passenger, ratingAt(commentsOnPassengers));
    }
  }
}

const randomStars = (chance: SeededRandom): number =>
  chance.weighted([
    [5, 68],
    [4, 24],
    [3, 6],
    [2, 2],
  ]);
