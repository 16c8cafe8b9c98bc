import type { NearMissResult, Ride, RideSearchResult } from "@commonlane/contract/rides";
import type { SearchDay } from "@commonlane/contract/ride-search";
import { expect, test } from "vitest";
import { approximatePosition } from "#modules/location-privacy/index.ts";
import { offsetPosition } from "../../../../test/fixtures/drivers.ts";
import { withoutIdentifiers } from "../../../../test/fixtures/public-rides.ts";
import { requestSeats, hostRide, towns } from "../../../../test/fixtures/rides.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../../test/app/test-app.ts";

const MIDDLE = approximatePosition({ lat: 49.01947, lng: 8.41443 }, 500);
/** Two addresses in opposite corners of one square. */
const DOORS = [offsetPosition(MIDDLE, -235, -235), offsetPosition(MIDDLE, 235, 235)].map((door) => ({
  label: "Canary Lane 7",
  ...door,
}));
const RIDE = { stops: [], seatsTotal: 4, maxDetourM: 60_000, maxDetourS: 7200, approval: "instant" };

/** A ride with a passenger whose pickup is one of the two addresses. */
async function rideWithPassenger(app: TestApp, door: object, terms: object = {}) {
  const host = await app.createUser();
  const ride = await hostRide(app, host, { ...RIDE, ...terms });
  const passenger = await requestSeats(app, ride, host, { pickup: door });
  if (passenger.response.body.status === "pending") await passenger.accept();
  return { host, ride, passenger };
}

/** What all searches tell one user about one ride, without what differs between two rides that are alike. */
async function searchAsOften(app: TestApp, as: TestUser, { ride, host }: { ride: Ride; host: TestUser }) {
  const get = async <Body>(path: string, query: Record<string, string | number>) =>
    (await app.call<{ items: Body[]; full?: Body[] }>("GET", path, { as, query })).body;
  const seen: unknown[] = [];
  for (const [n, from] of PLACES.entries()) {
    const ends = { fromLat: from.lat, fromLng: from.lng, toLat: towns.bonn.lat, toLng: towns.bonn.lng };
    const day = { departsAfter: "2026-01-02T00:00:00Z", departsBefore: "2026-01-02T23:00:00Z" };
    const late = { departsAfter: "2026-01-02T10:00:00Z", departsBefore: "2026-01-02T10:30:00Z" };
    const found = await get<RideSearchResult>("/rides/search", { ...ends, ...day });
    const full = await get<RideSearchResult>("/rides/search", { ...ends, ...day, seats: 4 });
    const missed = await get<NearMissResult>("/rides/search/near-misses", { ...ends, ...late });
    const days = await get<SearchDay>("/rides/search/days", { ...ends, date: "2026-01-02", timeZone: "Europe/Berlin" });
    const results = [...found.items, ...(full.full ?? []), ...missed.items].filter((one) => one.ride.id === ride.id);
    seen.push(results.map((result) => ({ ...result, ride: null })));
    if (n === 0) seen.push(days.items);
  }
  return withoutIdentifiers(seen, { rideId: ride.id, driver: host });
}

const PLACES = Array.from({ length: 12 }, (_, n) =>
  offsetPosition(MIDDLE, 3_000 * Math.cos(n), 200 * n + 3_000 * Math.sin(n)),
);

test("[domain/privacy:fellow-search] searches tell a passenger of the ride no more of another passenger's address than its square", async () => {
  const seen: unknown[] = [];
  for (const door of DOORS) {
    const app = await createTestApp();
    const { host, ride } = await rideWithPassenger(app, door);
    const fellow = await requestSeats(app, ride, host, { pickup: towns.mainz });
    expect(fellow.response.status).toBe(201);
    seen.push(await searchAsOften(app, fellow.seeker, { ride, host }));
  }
  expect(JSON.stringify(seen[0])).toContain("detourM");
  expect(seen[1]).toEqual(seen[0]);
});
