import { HOUR_MS } from "@commonlane/contract/durations";
import type { SearchDay } from "@commonlane/contract/ride-search";
import type { RideSearchResult, NearMissResult } from "@commonlane/contract/rides";
import { expect, test } from "vitest";
import { hostRide, TOMORROW, towns } from "../../../../test/fixtures/rides.ts";
import { readSettings } from "#platform/settings.ts";
import { createTestApp, type TestUser, type TestApp } from "../../../../test/app/test-app.ts";

type Query = Record<string, string | number>;
interface Page<T> {
  items: T[];
  nextCursor: string | null;
  fields?: object;
}

const at = (hours: number) => new Date(Date.parse(TOMORROW) + hours * HOUR_MS).toISOString();
const wholeDay = { departsAfter: "2026-01-01T23:00:00Z", departsBefore: "2026-01-02T23:00:00Z" };
const freiburgToKoeln = {
  fromLat: towns.freiburg.lat,
  fromLng: towns.freiburg.lng,
  toLat: towns.koeln.lat,
  toLng: towns.koeln.lng,
};

/** Each by another host, since no host drives two rides at once. */
const rideBy = async (app: TestApp, overrides: object) =>
  hostRide(app, await app.createUser({ gender: "female" }), overrides);

/** Notes of the rides found, page by page. */
async function notes(
  app: TestApp,
  as: TestUser,
  query: Query,
  path = "/rides/search",
): Promise<string[]> {
  const collected: string[] = [];
  let cursor: string | null = null;
  do {
    const page: { body: Page<RideSearchResult> } = await app.call("GET", path, {
      as,
      query: { ...freiburgToKoeln, ...wholeDay, ...query, ...(cursor && { cursor }) },
    });
    collected.push(...page.body.items.map(({ ride }) => ride.note ?? ""));
    cursor = page.body.nextCursor;
  } while (cursor);
  return collected;
}

test("a filter shows only rides that state the feature; unstated features count as unknown", async () => {
  const { COSTS_PER_KM } = readSettings({ COSTS_PER_KM: "CH=70 CHF" });
  const app = await createTestApp({ settings: { COSTS_PER_KM } });
  const seeker = await app.createUser({ gender: "female" });
  await rideBy(app, { note: "plain", luggage: 0 });
  await rideBy(app, { note: "instant", approval: "instant", luggage: 3 });
  await rideBy(app, { note: "ours", audience: "sameGender" });
  await rideBy(app, { note: "clean", preferences: { smoking: "no", pets: "no" } });
  await rideBy(app, { note: "easy", preferences: { smoking: "breaks", pets: "yes" } });
  await rideBy(app, { note: "free", contribution: null });
  await rideBy(app, { note: "abroad", contribution: { amountMinor: 100, currency: "CHF" } });
  const shown = async (query: Query) => (await notes(app, seeker, query)).toSorted();
  expect(await shown({})).toHaveLength(7);
  expect(await shown({ instant: "true" })).toEqual(["instant"]);
  expect(await shown({ instant: "false" })).toHaveLength(7);
  expect(await shown({ sameGender: "true" })).toEqual(["ours"]);
  expect(await shown({ luggage: 2 })).toEqual(["instant"]);
  expect(await shown({ smoking: "no" })).toEqual(["clean"]);
  expect(await shown({ smoking: "breaks" })).toEqual(["easy"]);
  expect(await shown({ smoking: "yes" })).toEqual([]);
  expect(await shown({ pets: "small" })).toEqual(["easy"]);
  expect(await shown({ maxContributionMinor: 1799 })).toEqual(["free"]);
  expect(await shown({ maxContributionMinor: 1800, smoking: "no" })).toEqual(["clean"]);
});

test("pages of a filtered search neither skip nor repeat a ride and keep the order", async () => {
  const app = await createTestApp();
  const seeker = await app.createUser();
  for (let n = 0; n < 12; n++) {
    const approval = n % 3 === 0 ? "instant" : "manual";
    await rideBy(app, { departsAt: at(n / 10), note: String(n), approval });
  }
  const query = { at: at(0), instant: "true" };
  for (const limit of [1, 2, 3])
    expect(await notes(app, seeker, { ...query, limit })).toEqual(["0", "3", "6", "9"]);
});

test("sorts by departure, price or walking distance, page by page", async () => {
  const app = await createTestApp();
  const seeker = await app.createUser();
  const nearFreiburg = { ...towns.freiburg, lat: towns.freiburg.lat + 0.006 };
  const walkOnly = { maxDetourM: 0, maxDetourS: 0 };
  await rideBy(app, { ...walkOnly, note: "late", departsAt: at(3) });
  await rideBy(app, {
    ...walkOnly,
    note: "dear",
    contribution: { amountMinor: 3000, currency: "EUR" },
  });
  await rideBy(app, {
    ...walkOnly,
    note: "far",
    departsAt: at(1),
    origin: nearFreiburg,
    contribution: null,
  });
  for (const limit of [1, 2, 20]) {
    const sorted = (sort: string) => notes(app, seeker, { at: at(0), limit, sort });
    expect(await sorted("soonest")).toEqual(["dear", "far", "late"]);
    expect(await sorted("cheapest")).toEqual(["far", "late", "dear"]);
    expect((await sorted("leastWalking")).at(-1)).toBe("far");
  }
  const { body } = await app.call<Page<RideSearchResult>>("GET", "/rides/search", {
    as: seeker,
    query: { ...freiburgToKoeln, ...wholeDay, sort: "soonest", limit: 1 },
  });
  const other = await app.call<Page<RideSearchResult>>("GET", "/rides/search", {
    as: seeker,
    query: { ...freiburgToKoeln, ...wholeDay, cursor: body.nextCursor ?? "" },
  });
  expect(other).toMatchObject({ status: 400, body: { fields: { cursor: expect.any(String) } } });
});

test("lists rides up to 90 minutes outside the window separately, with what they miss", async () => {
  const app = await createTestApp();
  const seeker = await app.createUser();
  await rideBy(app, { note: "fits" });
  await rideBy(app, { note: "early", departsAt: at(-0.5) });
  await rideBy(app, { note: "too early", departsAt: at(-2) });
  await hostRide(app, seeker, { note: "own", departsAt: at(-0.5) });
  const window = { departsAfter: at(0), departsBefore: at(1) };
  expect(await notes(app, seeker, window)).toEqual(["fits"]);
  expect(await notes(app, seeker, window, "/rides/search/near-misses")).toEqual(["early"]);
  expect(
    await notes(app, seeker, { ...window, instant: "true" }, "/rides/search/near-misses"),
  ).toEqual([]);
  const { body } = await app.call<Page<NearMissResult>>("GET", "/rides/search/near-misses", {
    as: seeker,
    query: { ...freiburgToKoeln, ...window },
  });
  expect(body.items[0]?.miss).toEqual({
    reasons: ["window"],
    routed: false,
    windowByS: -1800,
    detourByM: 0,
    detourByS: 0,
    walkByM: 0,
  });
});

test("counts each nearby day as a search would, across a daylight saving change", async () => {
  const app = await createTestApp();
  const seeker = await app.createUser();
  // In Berlin 29 March 2026 has 23 hours and ends at 22:00 UTC.
  for (const departsAt of [
    "2026-03-28T22:59:00Z",
    "2026-03-28T23:01:00Z",
    "2026-03-29T21:59:00Z",
  ]) {
    await rideBy(app, { departsAt });
  }
  await hostRide(app, seeker, { departsAt: "2026-03-29T12:00:00Z" });
  await rideBy(app, { departsAt: "2026-03-29T22:01:00Z", approval: "instant" });
  const days = async (overrides: Query = {}) => {
    const query = {
      ...freiburgToKoeln,
      date: "2026-03-29",
      timeZone: "Europe/Berlin",
      around: 1,
      ...overrides,
    };
    const { body } = await app.call<Page<SearchDay>>("GET", "/rides/search/days", {
      as: seeker,
      query,
    });
    return body.items;
  };
  const counted = await days();
  expect(counted.map(({ date, count, more }) => [date, count, more])).toEqual([
    ["2026-03-28", 1, false],
    ["2026-03-29", 2, false],
    ["2026-03-30", 1, false],
  ]);
  expect((await days({ instant: "true" })).map(({ count }) => count)).toEqual([0, 0, 1]);
  for (const { departsAfter, departsBefore, count } of counted) {
    expect(await notes(app, seeker, { departsAfter, departsBefore })).toHaveLength(count);
  }
  app.clock.now = new Date("2026-03-29T11:00:00Z");
  expect((await days()).map(({ count }) => count)).toEqual([0, 1, 1]);
});
