import type { RideSeries } from "@commonlane/contract/ride-series";
import type { Ride } from "@commonlane/contract/rides";
import { freiburgToKoeln } from "./journeys.ts";
import type { Person, World } from "./world.ts";

export interface SeriesFailed {
  code?: string;
  fields?: Record<string, string>;
}
const { departsAt: _, ...ride } = freiburgToKoeln;
/** The held clock starts on Thursday, 1 January 2026, at nine in Berlin. */
export const weekly = { ride, time: "07:45", weekdays: [1, 3] };

/** On Mondays and Wednesdays at 07:45, unless said otherwise. */
export const repeat = (world: World, as: Person, said: object = {}) =>
  world.call<RideSeries & SeriesFailed>("POST", "/rides/series", { as, body: { ...weekly, ...said } });

/** Every ride that was made of a series and has not left. */
export const daysOf = async (world: World, as: Person, { id }: { id: string }) =>
  (await world.call<{ items: Ride[] }>("GET", `/rides/series/${id}/rides`, { as, query: { limit: 100 } })).body.items;

/** Fails the test when there is none. */
export const dayIn = (rides: readonly Ride[], day: string): Ride => {
  const found = rides.find(({ seriesDay }) => seriesDay === day);
  if (!found) throw new Error(`There is no ride on ${day}.`);
  return found;
};
