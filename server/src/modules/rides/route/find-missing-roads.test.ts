import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { rideHooks } from "#modules/ride-requests/index.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../../test/app/test-app.ts";
import { hostRide, requestSeats, seatsLeft, towns } from "../../../../test/fixtures/rides.ts";
import { fakeRoadM, fakeRoads } from "../../../../test/roads/fake-roads.ts";
import { rideSweeps } from "../ride-lifecycle.ts";

const { freiburg, karlsruhe, mainz, koeln } = towns;
const roadM = fakeRoadM(freiburg, mainz) + fakeRoadM(mainz, koeln);
const wide = { maxDetourM: 30_000, maxDetourS: 1800 };

/** A ride as an earlier release left it when its routing engine was away. */
async function hostWithoutRoads() {
  const app = await createTestApp();
  const host = await app.createUser();
  const { id } = await hostRide(app, host, { ...wide, contribution: null });
  await sql`update ride set roads_missing = true where id = ${id}`.execute(app.db);
  return { app, host, ride: await read(app, host, { id }) };
}

const read = async (app: TestApp, as: TestUser, { id }: Pick<Ride, "id">) =>
  (await app.call<Ride>("GET", `/rides/${id}`, { as })).body;

async function sweepOnRoads({ ctx }: TestApp): Promise<void> {
  for (const due of rideSweeps(rideHooks)) await runSweep({ ...ctx, routing: fakeRoads }, due);
}

test("[domain/ride:roads-later] a ride hosted while the routing engine was away says so to its host, and gets its roads", async () => {
  const { app, host, ride } = await hostWithoutRoads();
  expect(ride).toMatchObject({ routed: false, roadsMissing: true });
  expect(Math.abs(ride.distanceM - roadM)).toBeGreaterThan(1000);
  expect(await read(app, await app.createUser(), ride)).not.toHaveProperty("roadsMissing");

  await sweepOnRoads(app);
  const found = await read(app, host, ride);
  expect(found).toMatchObject({ routed: true, departsAt: ride.departsAt });
  expect(found).not.toHaveProperty("roadsMissing");
  expect(found.distanceM).toBeCloseTo(roadM, -2);
  expect(app.bugs).toEqual([]);
});

test("passengers of such a ride keep their seats and get the times on roads", async () => {
  const { app, host, ride } = await hostWithoutRoads();
  const { seeker, accept } = await requestSeats(app, ride, host, {
    pickup: karlsruhe,
    dropoff: koeln,
    seats: 2,
  });
  expect((await accept()).status).toBe(200);

  await sweepOnRoads(app);
  expect(await read(app, host, ride)).toMatchObject({ routed: true });
  expect(await seatsLeft(app, ride, host)).toEqual([1, 1]);
  const { items } = (
    await app.call<{ items: SeatRequest[] }>("GET", "/rides/my-requests", { as: seeker })
  ).body;
  // The estimate was more than fifteen minutes off.
  expect(items).toMatchObject([{ status: "accepted", seats: 2, confirmBy: expect.any(String) }]);
  const { rows } =
    await sql`select from notification where uid = ${seeker.uid} and kind = 'ride.moved'`.execute(
      app.db,
    );
  expect(rows).toHaveLength(1);
  expect(app.bugs).toEqual([]);
});
