import { HOUR_MS } from "@commonlane/contract/durations";
import { type KyselyPlugin, sql } from "kysely";
import { expect, test } from "vitest";
import { hostRide, towns } from "../../../../test/fixtures/rides.ts";
import { fakeRoads } from "../../../../test/roads/fake-roads.ts";
import { createTestApp } from "../../../../test/app/test-app.ts";
import { RideIndex } from "./ride-index/ride-index.ts";
import { searchRides } from "./ride-search.ts";

const { karlsruhe, bonn } = towns;

/** Runs `change` once, after the first statement that reads what rides are measured by. */
function changeAfterMeasuring(change: () => Promise<unknown>): KyselyPlugin {
  let isDone = false;
  return {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (!isDone && result.rows.some((row) => "leg_points" in row)) {
        isDone = true;
        await change();
      }
      return result;
    },
  };
}

test("a ride that changes while a search measures it is shown and measured as it is then", async () => {
  const { ctx, ...app } = await createTestApp({ roads: fakeRoads });
  const [host, seeker] = [await app.createUser(), await app.createUser()];
  const { departsAt } = await hostRide({ ctx, ...app }, host, {
    maxDetourM: 40_000,
    maxDetourS: 3_600,
    stops: [],
  });
  const later = new Date(Date.parse(departsAt) + HOUR_MS).toISOString();
  const index = new RideIndex(ctx);
  await index.getUpToDate();
  const query = {
    fromLat: karlsruhe.lat,
    fromLng: karlsruhe.lng,
    toLat: bonn.lat,
    toLng: bonn.lng,
    departsAfter: "2026-01-01T23:00:00Z",
    departsBefore: "2026-01-02T23:00:00Z",
    seats: 1,
    walkM: 1_000,
    limit: 20,
    sort: "best" as const,
  };
  const caller = { uid: seeker.uid, sessionId: "", emailVerified: true };
  const change = () => sql`update ride set departs_at = ${later}`.execute(app.db);
  const db = app.db.withPlugin(changeAfterMeasuring(change));
  const during = (await searchRides({ ...ctx, db }, index, caller, query)).items;
  expect(during.map(({ ride }) => ride.departsAt)).toEqual([later]);
  expect(during).toEqual((await searchRides(ctx, index, caller, query)).items);
});
