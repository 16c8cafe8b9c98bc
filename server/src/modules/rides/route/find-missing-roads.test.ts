import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { rideHooks } from "#modules/ride-requests/index.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../../test/app/test-app.ts";
import { hostRide, requestSeats, seatsLeft, towns } from "../../../../test/fixtures/rides.ts";
import { fakeRoadM, fakeRoutingService } from "../../../../test/roads/fake-routing-service.ts";
import { openFakeUpstream, respondWith } from "../../../../test/services/fake-upstream.ts";
import { rideSweeps } from "../ride-lifecycle.ts";

const { freiburg, karlsruhe, mainz, koeln } = towns;
const roadM = fakeRoadM(freiburg, mainz) + fakeRoadM(mainz, koeln);
/** Longer than the client pauses. */
const BREAK_MS = 60_000;
const wide = { maxDetourM: 30_000, maxDetourS: 1800 };

/** An app whose routing engine answers only when it is back. */
async function createAppWithoutRoads() {
  const upstream = await openFakeUpstream(respondWith("", 503));
  const app = await createTestApp({ settings: { ROUTER: { kind: "osrm", url: upstream.url } } });
  const host = await app.createUser();
  /** Later, because requests to a service that keeps failing pause. */
  const bringBack = () => {
    upstream.become(fakeRoutingService(() => Promise.resolve()));
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + BREAK_MS });
    onTestFinished(() => void vi.useRealTimers());
  };
  return { app, host, bringBack };
}

const read = async (app: TestApp, as: TestUser, { id }: Ride) =>
  (await app.call<Ride>("GET", `/rides/${id}`, { as })).body;

async function sweep({ ctx }: TestApp): Promise<void> {
  for (const due of rideSweeps(rideHooks)) await runSweep(ctx, due);
}

test("[domain/ride:roads-later] a ride hosted while the routing engine is away says so to its host, and gets its roads later", async () => {
  const { app, host, bringBack } = await createAppWithoutRoads();
  const ride = await hostRide(app, host, { ...wide, contribution: null });
  expect(ride).toMatchObject({ routed: false, roadsMissing: true });
  expect(Math.abs(ride.distanceM - roadM)).toBeGreaterThan(1000);
  expect(await read(app, await app.createUser(), ride)).not.toHaveProperty("roadsMissing");

  await sweep(app);
  expect(await read(app, host, ride)).toMatchObject({ routed: false, roadsMissing: true });

  bringBack();
  await sweep(app);
  const found = await read(app, host, ride);
  expect(found).toMatchObject({ routed: true, departsAt: ride.departsAt });
  expect(found).not.toHaveProperty("roadsMissing");
  expect(found.distanceM).toBeCloseTo(roadM, -2);
  expect(app.bugs).toEqual([]);
});

test("passengers of such a ride keep their seats and get the times on roads", async () => {
  const { app, host, bringBack } = await createAppWithoutRoads();
  const ride = await hostRide(app, host, { ...wide, contribution: null });
  const { seeker, accept } = await requestSeats(app, ride, host, {
    pickup: karlsruhe,
    dropoff: koeln,
    seats: 2,
  });
  expect((await accept()).status).toBe(200);

  bringBack();
  await sweep(app);
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
