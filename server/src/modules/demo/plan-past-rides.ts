import { HOUR_MS } from "@commonlane/contract/durations";
import type { SeededRandom } from "./seeded-random.ts";
import type { DemoUser } from "./demo-accounts.ts";
import type { Scenario, ScenarioRide } from "./scenario.ts";
import { commentsOnHosts, commentsOnPassengers } from "./sample-texts.ts";

/** The longest way of the region takes no longer. */
const MAX_TRIP_MS = 8 * HOUR_MS;
/** How many of those who travelled say so: about three in four rides hear from both. */
const RATING_PROBABILITY = 0.85;

/** How past rides ended: they arrived, and most of those aboard say how it was, each for themselves. */
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
