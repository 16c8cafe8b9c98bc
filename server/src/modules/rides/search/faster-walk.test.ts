import type { WholeWalk } from "@commonlane/contract/ride-search";
import type { RideSearchResult } from "@commonlane/contract/rides";
import type { LatLng } from "@commonlane/contract/shapes";
import { expect, test } from "vitest";
import { createTestApp } from "../../../../test/app/test-app.ts";
import { hostRide, towns } from "../../../../test/fixtures/rides.ts";

const { freiburg, koeln } = towns;
const TOMORROW_ALL_DAY = {
  departsAfter: "2026-01-01T23:00:00Z",
  departsBefore: "2026-01-02T22:59:59Z",
};

interface Answer {
  readonly items: RideSearchResult[];
  readonly walk?: WholeWalk;
}

test("[domain/matching:faster-walk] rides of a way that is faster on foot come with the walk, longer ways do not", async () => {
  // From one side of the town to the other by the host's stop outside.
  const near = { ...freiburg, placeId: undefined, label: "South", lat: freiburg.lat - 0.004 };
  const app = await createTestApp();
  await hostRide(app, await app.createUser(), { origin: near, stops: [towns.karlsruhe, freiburg] });
  const seeker = await app.createUser();
  const search = async (from: LatLng, to: LatLng) => {
    const ends = { fromLat: from.lat, fromLng: from.lng, toLat: to.lat, toLng: to.lng };
    const query = { ...ends, ...TOMORROW_ALL_DAY };
    return (await app.call<Answer>("GET", "/rides/search", { as: seeker, query })).body;
  };
  const found = await search(near, freiburg);
  expect(found.items).toHaveLength(1);
  expect(found.walk?.durationS).toBeLessThan(900);
  expect(found.walk?.distanceM).toBeGreaterThan(440);
  expect((await search(near, koeln)).walk).toBeUndefined();
});
