import type { SearchDay } from "@commonlane/contract/ride-search";
import type { RideSearchResult } from "@commonlane/contract/rides";
import { expect, test } from "vitest";
import { createTestApp, type TestUser } from "../../../../test/app/test-app.ts";
import { hostRide, requestSeats, TOMORROW, towns } from "../../../../test/fixtures/rides.ts";

type Query = Record<string, string | number>;
interface Found {
  readonly items: readonly RideSearchResult[];
  readonly full: readonly RideSearchResult[];
  readonly nextCursor: string | null;
}

const between = (from: { lat: number; lng: number }, to: { lat: number; lng: number }) => ({
  fromLat: from.lat,
  fromLng: from.lng,
  toLat: to.lat,
  toLng: to.lng,
});
const wholeWay = between(towns.freiburg, towns.koeln);
const wholeDay = {
  departsAfter: "2026-01-01T23:00:00Z",
  departsBefore: "2026-01-02T22:59:59.999Z",
};

const idsOf = (results: readonly RideSearchResult[]) => results.map(({ ride }) => ride.id);

/** Three rides: one with seats as far as Mainz only, a full one with a single seat, and one with free seats. */
async function createFullRides() {
  const app = await createTestApp();
  const seeker = await app.createUser({ gender: "male" });
  const host = await app.createUser({ gender: "female" });
  const full = await hostRide(app, host, { seatsTotal: 2 });
  await (await requestSeats(app, full, host, { seats: 2, pickup: towns.mainz })).accept();
  const hostOfOne = await app.createUser({ gender: "female" });
  const one = await hostRide(app, hostOfOne, { seatsTotal: 1, departsAt: "2026-01-02T16:00:00Z" });
  await (await requestSeats(app, one, hostOfOne)).accept();
  const { id: free } = await hostRide(app, await app.createUser(), {
    departsAt: "2026-01-02T12:00:00Z",
  });
  const search = async (query: Query = wholeWay, as: TestUser = seeker): Promise<Found> =>
    (await app.call<Found>("GET", "/rides/search", { as, query: { ...wholeDay, ...query } })).body;
  const countTomorrow = async (query: Query): Promise<SearchDay | undefined> => {
    const { body } = await app.call<{ items: SearchDay[] }>("GET", "/rides/search/days", {
      as: seeker,
      query: { ...query, date: "2026-01-02", timeZone: "Europe/Berlin", around: 0 },
    });
    return body.items[0];
  };
  return { app, search, countTomorrow, partlyFull: full.id, small: one.id, free };
}

test("[domain/matching:full-last] lists full rides after those with seats, with the seats left on each leg", async () => {
  const { search, partlyFull, small, free } = await createFullRides();
  const found = await search();
  expect(idsOf(found.items)).toEqual([free]);
  expect(idsOf(found.full)).toEqual([partlyFull, small]);
  expect(found.full[0]).toMatchObject({
    ride: { seatsLeftByLeg: [2, 0] },
    match: { seatsLeft: 0 },
  });
  expect(found.full[0]?.match.pickupAt).toBe(TOMORROW);
  const firstLeg = await search(between(towns.freiburg, towns.mainz));
  expect(idsOf(firstLeg.items).toSorted()).toEqual([free, partlyFull].toSorted());
  expect(idsOf(firstLeg.full)).toEqual([small]);
});

test("[domain/matching:full-last] lists full rides on the last page only, and none with too few seats in all", async () => {
  const { app, search, partlyFull, small, free } = await createFullRides();
  const { id } = await hostRide(app, await app.createUser(), { departsAt: "2026-01-02T09:00:00Z" });
  const first = await search({ ...wholeWay, limit: 1 });
  expect(first.full).toEqual([]);
  const last = await search({ ...wholeWay, limit: 1, cursor: first.nextCursor ?? "" });
  expect(idsOf([...first.items, ...last.items]).toSorted()).toEqual([free, id].toSorted());
  expect(last.nextCursor).toBeNull();
  expect(idsOf(last.full)).toEqual([partlyFull, small]);
  expect(idsOf((await search({ ...wholeWay, seats: 2 })).full)).toEqual([partlyFull]);
});

test("[domain/matching:full-last] filters full rides and hides them from those who may not see the ride", async () => {
  const { app, search } = await createFullRides();
  expect((await search({ ...wholeWay, instant: "true" })).full).toEqual([]);
  expect((await search({ ...wholeWay, departsAfter: "2026-01-02T20:00:00Z" })).full).toEqual([]);
  const host = await app.createUser({ gender: "female" });
  const ride = await hostRide(app, host, { seatsTotal: 1, audience: "sameGender" });
  const woman = await app.createUser({ gender: "female" });
  await (await requestSeats(app, ride, host, {}, woman)).accept();
  expect(idsOf((await search()).full)).not.toContain(ride.id);
  const other = await app.createUser({ gender: "female" });
  expect(idsOf((await search(wholeWay, other)).full)).toContain(ride.id);
  expect(idsOf((await search(wholeWay, host)).full)).not.toContain(ride.id);
  await app.call("PUT", `/blocks/${host.uid}`, { as: other });
  expect(idsOf((await search(wholeWay, other)).full)).not.toContain(ride.id);
});

test("[domain/matching:full-last] counts each day as a search shows it", async () => {
  const { search, countTomorrow } = await createFullRides();
  for (const query of [
    wholeWay,
    { ...wholeWay, seats: 2 },
    between(towns.freiburg, towns.mainz),
    { ...wholeWay, seats: 4 },
  ]) {
    const found = await search(query);
    expect(await countTomorrow(query)).toMatchObject({
      count: found.items.length,
      full: found.full.length,
    });
  }
});
