import type { Place } from "@commonlane/contract/shapes";
import type { DemoPlaces } from "./demo-places.ts";
import { TIME_ZONE } from "./demo-places.ts";
import { localDay, localInstant } from "./local-time.ts";
import type { SeededRandom } from "./seeded-random.ts";
import { isoWeekday, runsOn, type TimetableEntry } from "./timetable.ts";
import type { Traveller } from "./travellers.ts";

/** Someone drives from one place to another. */
export interface Trip {
  readonly host: Traveller;
  readonly origin: Place;
  readonly destination: Place;
  readonly departsAt: Date;
  /** The regular trips that this one belongs to; undefined for an outing. */
  readonly entry: TimetableEntry | undefined;
}

/** Where people go at weekends, and how many. */
const OUTINGS = [
  ["Zürich", 4],
  ["Chur", 3],
  ["Feldkirch", 4],
  ["Vaduz", 5],
  ["Schaan", 4],
  ["Buchs", 4],
  ["Sargans", 3],
  ["University", 3],
  ["Malbun", 2],
  ["Bregenz", 1],
  ["Balzers", 3],
  ["Ruggell", 2],
] as const;
const OUTING_SHARE = { 6: 0.5, 7: 0.5 } as const;
const OUTING_MINUTES = {
  there: [440, 640],
  back: [930, 1150],
} as const;

/** All trips of a day, `days` after today. */
export function tripsOn(
  now: Date,
  days: number,
  {
    drivers,
    places,
    chance,
  }: {
    drivers: readonly Traveller[];
    places: DemoPlaces;
    chance: SeededRandom;
  },
): Trip[] {
  const day = localDay(TIME_ZONE, localInstant(TIME_ZONE, now, days, 720));
  const at = (minute: number) => localInstant(TIME_ZONE, now, days, minute);
  return drivers.flatMap((host) => {
    const entries = host.person.timetable.filter((entry) => runsOn(entry, day));
    if (entries.length === 0) return planOuting(host, day, at, places, chance);
    return entries.flatMap((entry) => {
      const goal = host.goals.get(entry.goal) ?? host.home;
      return thereAndBack(
        host,
        goal,
        {
          there: entry.there,
          back: entry.back,
        },
        at,
      ).map((trip) => ({
        ...trip,
        entry,
      }));
    });
  });
}

function planOuting(
  host: Traveller,
  day: string,
  at: (minute: number) => Date,
  places: DemoPlaces,
  chance: SeededRandom,
): Trip[] {
  const weekday = isoWeekday(day);
  const share = weekday === 6 || weekday === 7 ? OUTING_SHARE[weekday] : 0;
  if (!chance.withProbability(share)) return [];
  const goal = chance.weighted(OUTINGS.filter(([name]) => name !== host.person.home));
  const [there, back] = [OUTING_MINUTES.there, OUTING_MINUTES.back].map(
    ([from, to]) => Math.round(chance.integer(from, to) / 5) * 5,
  );
  return thereAndBack(
    host,
    places.getGoal(goal, chance),
    {
      there,
      back,
    },
    at,
  );
}

function thereAndBack(
  host: Traveller,
  goal: Place,
  {
    there,
    back,
  }: {
    there: number | undefined;
    back: number | undefined;
  },
  at: (minute: number) => Date,
): Trip[] {
  const trip = (minute: number | undefined, origin: Place, destination: Place): Trip[] =>
    minute === undefined
      ? []
      : [
          {
            host,
            origin,
            destination,
            departsAt: at(minute),
            entry: undefined,
          },
        ];
  return [...trip(there, host.home, goal), ...trip(back, goal, host.home)];
}
