import { expect, test } from "vitest";
import {
  type Candidate,
  compareCursors,
  type FindOptions,
  type MatchCursor,
} from "@commonlane/matching/corridor-index";
import { SeededRandom } from "#modules/demo/seeded-random.ts";
import { findBest } from "./search-engine.ts";

const RIDES = 700;
const PAGE = 20;

/** Rides with a lower bound of their order that is often far off, as on roads, and terms that the index ignores. */
function createRides(seed: number) {
  const chance = new SeededRandom(seed);
  return Array.from({ length: RIDES }, (_, n) => {
    const id = `ride-${String(n).padStart(4, "0")}`;
    const isBound = chance.next() < 0.7;
    const order = Math.round(1_000 * chance.next());
    const bound = isBound ? order - Math.round(2_000 * chance.next() ** 3) : order;
    const pickupAtMs = Math.round(10 * chance.next());
    const rank = { order: order + 100 * chance.next(), pickupAtMs, id };
    const candidate = { order: bound, pickupAtMs: isBound ? -8.64e15 : pickupAtMs, id, isBound };
    return { rank, candidate, matches: chance.next() < 0.4 };
  });
}

const listFrom =
  (candidates: readonly Candidate[]) =>
  ({ limit, after }: FindOptions) =>
    candidates.filter((one) => !after || compareCursors(one, after) > 0).slice(0, limit);

test("[domain/matching:roads-rounds] pages are the same as sorting all results, however far off the bounds are", async () => {
  for (let seed = 1; seed <= 20; seed++) {
    const rides = createRides(seed);
    const byId = new Map(rides.map((ride) => [ride.rank.id, ride]));
    const source = {
      list: listFrom(rides.map(({ candidate }) => candidate).toSorted(compareCursors)),
      hasBounds: true,
    };
    const evaluate = async (ids: readonly string[]) =>
      ids.flatMap((id) => byId.get(id) ?? []).filter(({ matches }) => matches);
    const shown: string[] = [];
    let after: MatchCursor | undefined;
    do {
      const page = await findBest(source, evaluate, { limit: PAGE, after, maxTermsS: 100 });
      shown.push(...(page?.found ?? []).map(({ rank }) => rank.id));
      after = page?.next;
    } while (after);
    const expected = rides
      .filter(({ matches }) => matches)
      .toSorted((a, b) => compareCursors(a.rank, b.rank));
    expect(shown).toEqual(expected.map(({ rank }) => rank.id));
  }
});
