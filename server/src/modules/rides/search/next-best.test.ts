import type { NextBest } from "@commonlane/contract/ride-search";
import { CorridorIndex } from "@commonlane/matching/corridor-index";
import { expect, test, vi } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../../test/app/test-app.ts";
import { hostRide, TOMORROW, towns } from "../../../../test/fixtures/rides.ts";

const { freiburg, koeln } = towns;
const TOMORROW_ALL_DAY = {
  departsAfter: "2026-01-01T23:00:00Z",
  departsBefore: "2026-01-02T22:59:59Z",
};
const IN_TWO_DAYS = new Date(Date.parse(TOMORROW) + 86_400_000).toISOString();

type Query = Record<string, string | number>;

async function createWorld(rides: readonly object[]) {
  const app = await createTestApp();
  for (const terms of rides) await hostRide(app, await app.createUser(), terms);
  const seeker = await app.createUser();
  const findNextBest = (query: Query = {}) => findNextBestAs(app, seeker, query);
  return { app, findNextBest };
}

async function findNextBestAs(app: TestApp, as: TestUser, query: Query): Promise<NextBest> {
  const places = {
    fromLat: freiburg.lat,
    fromLng: freiburg.lng,
    toLat: koeln.lat,
    toLng: koeln.lng,
  };
  const { body } = await app.call<NextBest>("GET", "/rides/search/next-best", {
    as,
    query: { ...places, ...TOMORROW_ALL_DAY, ...query },
  });
  return body;
}

/** What each of the searches changes, and how many rides it finds. */
const changesOf = ({ searches }: NextBest) =>
  searches.map(({ date, seats, without, count }) => ({ date, seats, without, count }));

test("[domain/matching:next-best] an empty answer names the filter that emptied it, not those that did not", async () => {
  const { findNextBest } = await createWorld([
    { approval: "instant", luggage: 0 },
    { approval: "instant", luggage: 1 },
    { approval: "manual", luggage: 0 },
  ]);
  expect(changesOf(await findNextBest({ instant: "true", luggage: 3 }))).toEqual([
    { date: null, seats: 1, without: ["luggage"], count: 2 },
  ]);
});

test("[domain/matching:next-best] an empty answer names the days with rides, the nearest first, with the filters", async () => {
  const { findNextBest } = await createWorld([
    { departsAt: IN_TWO_DAYS, luggage: 2 },
    { departsAt: new Date(Date.parse(IN_TWO_DAYS) + 86_400_000).toISOString(), luggage: 2 },
    { departsAt: IN_TWO_DAYS, luggage: 0 },
  ]);
  expect(changesOf(await findNextBest({ luggage: 2 }))).toEqual([
    { date: "2026-01-03", seats: 1, without: [], count: 1 },
    { date: "2026-01-04", seats: 1, without: [], count: 1 },
  ]);
});

test("[domain/matching:next-best] an empty answer names another time of the day as this day", async () => {
  const { findNextBest } = await createWorld([{}]);
  const departsBefore = "2026-01-02T02:00:00Z";
  expect(changesOf(await findNextBest({ departsBefore }))).toEqual([
    { date: "2026-01-02", seats: 1, without: [], count: 1 },
  ]);
});

test("[domain/matching:next-best] an empty answer names how many seats are free", async () => {
  const { findNextBest } = await createWorld([{ seatsTotal: 2 }]);
  expect(changesOf(await findNextBest({ seats: 4 }))).toEqual([
    { date: null, seats: 2, without: [], count: 1 },
  ]);
});

test("[domain/matching:next-best] an empty answer names a route nearby, and without the filters if that is all there is", async () => {
  const { findNextBest } = await createWorld([{ luggage: 0 }]);
  const nearBasel = { fromLat: 47.7, fromLng: 7.55 };
  const { searches } = await findNextBest({ ...nearBasel, luggage: 1 });
  expect(searches).toMatchObject([
    {
      places: {
        origin: { label: "Freiburg im Breisgau, Germany" },
        destination: { label: "Köln, Germany" },
      },
      date: "2026-01-02",
      without: ["luggage"],
      count: 1,
    },
  ]);
});

test("[domain/matching:next-best] an empty answer says how long the way takes on foot, if it is at most 5 km", async () => {
  const { findNextBest } = await createWorld([]);
  const near = await findNextBest({ toLat: freiburg.lat + 0.01, toLng: freiburg.lng });
  expect(near).toEqual({ walk: { distanceM: 1334, durationS: 1026 }, searches: [] });
  const far = await findNextBest({ toLat: freiburg.lat + 0.1, toLng: freiburg.lng });
  expect(far).toEqual({ walk: null, searches: [] });
});

test("[domain/matching:next-best] a hidden ride on the day of a route nearby is left out before it is read, months ahead too", async () => {
  const departsAt = new Date(Date.parse(TOMORROW) + 60 * 86_400_000).toISOString();
  const { app } = await createWorld([{ departsAt }]);
  const host = await app.createUser({ gender: "female" });
  const hidden = await hostRide(app, host, { audience: "sameGender", departsAt });
  const candidates = vi.spyOn(CorridorIndex.prototype, "candidates");
  const nearBasel = { fromLat: 47.7, fromLng: 7.55 };
  const man = await app.createUser({ gender: "male" });
  expect(changesOf(await findNextBestAs(app, man, nearBasel))).toMatchObject([{ count: 1 }]);
  const thatDay = candidates.mock.calls.filter(
    ([search]) => search.departsBeforeMs >= Date.parse(departsAt),
  );
  expect(thatDay.map(([, options]) => options.without?.has(hidden.id))).toEqual([true]);
});

test("[domain/matching:next-best] never names a ride that the seeker may not see", async () => {
  const { app } = await createWorld([]);
  const host = await app.createUser({ gender: "female" });
  await hostRide(app, host, { audience: "sameGender", departsAt: IN_TWO_DAYS });
  const other = await app.createUser({ gender: "male" });
  expect((await findNextBestAs(app, other, {})).searches).toEqual([]);
  expect((await findNextBestAs(app, host, {})).searches).toEqual([]);
  const woman = await app.createUser({ gender: "female" });
  expect((await findNextBestAs(app, woman, {})).searches).toHaveLength(1);
});
