import type { Place } from "@commonlane/contract/shapes";
import type { DemoUser } from "./demo-accounts.ts";
import type { DemoPlaces } from "./demo-places.ts";
import type { SeededRandom } from "./seeded-random.ts";

/** A demo user with the places between which they usually travel. */
export interface Traveller extends DemoUser {
  readonly home: Place;
  /** By the names in their timetable; that of people without a car has their only goal. */
  readonly goals: ReadonlyMap<string, Place>;
}

export function settle(
  users: readonly DemoUser[],
  places: DemoPlaces,
  chance: SeededRandom,
): Traveller[] {
  return users.map((user) => {
    const { home, goal, timetable } = user.person;
    const names = new Set([
      ...(goal === undefined ? [] : [goal]),
      ...timetable.map(({ goal }) => goal),
    ]);
    const goals = new Map([...names].map((name) => [name, places.getGoal(name, chance)]));
    return {
      ...user,
      home: places.get(home, chance),
      goals,
    };
  });
}
