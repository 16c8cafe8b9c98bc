import { HOUR_MS } from "@commonlane/contract/durations";
import type { Chance } from "./chance.ts";
import type { Player } from "./people.ts";
import type { Story, ToldRide } from "./story.ts";
import { wordsOfHosts, wordsOfPassengers } from "./wording.ts";

/** The longest way of the region takes no longer. */
const ARRIVED_AFTER_MS = 8 * HOUR_MS;
/** How many of those who travelled say so: about three in four rides hear from both. */
const RATE_SHARE = 0.85;

/** How past rides ended: they arrived, and most of those aboard say how it was, each for themselves. */
export function addEndings(
  story: Story,
  rides: readonly { readonly ride: ToldRide; readonly departsAt: Date; readonly passengers: readonly Player[] }[],
  { chance, now }: { chance: Chance; now: Date },
): void {
  for (const { ride, departsAt, passengers } of rides) {
    const arrivedAt = departsAt.getTime() + ARRIVED_AFTER_MS;
    if (arrivedAt > now.getTime()) continue;
    story.arrives(ride, new Date(arrivedAt));
    for (const passenger of passengers) {
      const said = (words: readonly (string | null)[]) => ({
        at: new Date(Math.min(now.getTime(), arrivedAt + chance.whole(1, 40) * HOUR_MS)),
        rating: starsOf(chance),
        comment: chance.pick(words),
      });
      if (chance.is(RATE_SHARE)) story.rates(ride, passenger, ride.host, said(wordsOfHosts));
      if (chance.is(RATE_SHARE)) story.rates(ride, ride.host, passenger, said(wordsOfPassengers));
    }
  }
}

const starsOf = (chance: Chance): number =>
  chance.weighted([
    [5, 68],
    [4, 24],
    [3, 6],
    [2, 2],
  ]);
