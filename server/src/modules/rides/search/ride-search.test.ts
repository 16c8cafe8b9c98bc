import { HOUR_MS } from "@commonlane/contract/durations";
import type { Ride, RideSearchResult } from "@commonlane/contract/rides";
import { findMatchesByBruteForce } from "@commonlane/matching/testing/oracle";
import { expect, test } from "vitest";
import { requestSeats, hostRide, TOMORROW, towns } from "../../../../test/fixtures/rides.ts";
import { createTestApp, type TestUser, type TestApp } from "../../../../test/app/test-app.ts";
import { toMatchRide } from "../route/route-geometry.ts";

const hour = (hours: number) => new Date(Date.parse(TOMORROW) + hours * HOUR_MS).toISOString();
const wholeDay = { departsAfter: "2026-01-01T23:00:00Z", departsBefore: "2026-01-02T23:00:00Z" };

const between = (from: { lat: number; lng: number }, to: { lat: number; lng: number }) => ({
  fromLat: from.lat,
  fromLng: from.lng,
  toLat: to.lat,
  toLng: to.lng,
});

async function search(app: TestApp, as: TestUser, query: Record<string, string | number>) {
  return app.call<{ items: RideSearchResult[]; nextCursor: string | null; fields?: object }>(
    "GET",
    "/rides/search",
    {
      as,
      query: { ...wholeDay, ...query },
    },
  );
}

test("a search from Karlsruhe to Bonn finds the passing ride, with its detour and meeting points", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const seeker = await app.createUser();
  const ride = await hostRide(app, host);
  const { status, body } = await search(app, seeker, between(towns.karlsruhe, towns.bonn));
  expect(status).toBe(200);
  const [found] = body.items;
  expect(found?.ride.id).toBe(ride.id);
  expect(found?.match).toMatchObject({ seatsLeft: 3, partial: true });
  expect(found?.match.detourS ?? 0).toBeGreaterThan(0);
  expect(found?.match.detourM).toBeLessThanOrEqual(10_000);
  expect(Date.parse(found?.match.pickupAt ?? "")).toBeGreaterThan(Date.parse(TOMORROW));
  expect(found?.match.contribution?.amountMinor).toBeLessThan(1800);
  const row = await app.db
    .selectFrom("ride")
    .selectAll()
    .where("id", "=", ride.id)
    .executeTakeFirstOrThrow();
  const [expected] = findMatchesByBruteForce([toMatchRide(row)], {
    from: towns.karlsruhe,
    to: towns.bonn,
    departsAfterMs: Date.parse(wholeDay.departsAfter),
    departsBeforeMs: Date.parse(wholeDay.departsBefore),
    seats: 1,
    walkM: 1000,
  });
  expect(Math.abs((expected?.detourM ?? 0) - (found?.match.detourM ?? 0))).toBeLessThanOrEqual(1);
});

test("[domain/matching:never-appear] never shows own or cancelled rides, or rides for another audience, and no full one among those with seats", async () => {
  const app = await createTestApp();
  const host = await app.createUser({ gender: "female" });
  const seeker = await app.createUser({ gender: "male" });
  const cancelled = await hostRide(app, host);
  await app.call("DELETE", `/rides/${cancelled.id}`, { as: host });
  const full = await hostRide(app, host, { seatsTotal: 1 });
  await hostRide(app, await app.createUser({ gender: "female" }), { audience: "sameGender" });
  await hostRide(app, seeker);
  await (await requestSeats(app, full, host)).accept();
  expect((await search(app, seeker, between(towns.freiburg, towns.koeln))).body.items).toEqual([]);
  app.clock.now = new Date(TOMORROW);
  expect((await search(app, host, between(towns.freiburg, towns.koeln))).body.items).toEqual([]);
});

test("[domain/matching:window] compares the pickup instant with the window", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const seeker = await app.createUser();
  await hostRide(app, host);
  const ends = between(towns.mainz, towns.koeln);
  const inWindow = await search(app, seeker, {
    ...ends,
    departsAfter: hour(1),
    departsBefore: hour(8),
  });
  expect(inWindow.body.items).toHaveLength(1);
  expect(
    (await search(app, seeker, { ...ends, departsAfter: hour(0), departsBefore: hour(1) })).body
      .items,
  ).toEqual([]);
});

test("results change at once when seats are taken or given back", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const seeker = await app.createUser();
  const ride = await hostRide(app, host, { seatsTotal: 2 });
  const two = { ...between(towns.mainz, towns.koeln), seats: 2 };
  const count = async () => (await search(app, seeker, two)).body.items.length;
  expect(await count()).toBe(1);
  const passenger = await requestSeats(app, ride, host, { pickup: towns.mainz });
  await passenger.accept();
  expect(await count()).toBe(0);
  const south = await search(app, seeker, { ...between(towns.freiburg, towns.mainz), seats: 2 });
  expect(south.body.items[0]?.match.seatsLeft).toBe(2);
  await passenger.end();
  expect(await count()).toBe(1);
});

test("pages of results neither skip nor repeat a ride and keep the order", async () => {
  const app = await createTestApp();
  const seeker = await app.createUser();
  const rides: Ride[] = [];
  for (let n = 0; n < 7; n++)
    rides.push(await hostRide(app, await app.createUser(), { departsAt: hour(n / 10) }));
  const collected: RideSearchResult[] = [];
  let cursor: string | null = null;
  do {
    const query: Record<string, string | number> = {
      ...between(towns.freiburg, towns.koeln),
      limit: 3,
      at: hour(0),
    };
    const page: Awaited<ReturnType<typeof search>> = await search(app, seeker, {
      ...query,
      ...(cursor && { cursor }),
    });
    collected.push(...page.body.items);
    cursor = page.body.nextCursor;
  } while (cursor);
  expect(collected.map(({ ride }) => ride.id)).toEqual(rides.map(({ id }) => id));
});

test("rejects a window that ends before it starts, and incomplete coordinates", async () => {
  const app = await createTestApp();
  const seeker = await app.createUser();
  const ends = between(towns.freiburg, towns.koeln);
  const backwards = await search(app, seeker, {
    ...ends,
    departsAfter: hour(2),
    departsBefore: hour(1),
  });
  expect(backwards).toMatchObject({
    status: 400,
    body: { fields: { departsBefore: expect.any(String) } },
  });
  const half = await search(app, seeker, { ...ends, toLng: "" });
  expect(half).toMatchObject({ status: 400, body: { fields: { toLng: expect.any(String) } } });
});
