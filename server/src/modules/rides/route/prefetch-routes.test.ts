import { randomUUID } from "node:crypto";
import type { Offer } from "@commonlane/contract/offers";
import type { RideSeries } from "@commonlane/contract/ride-series";
import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import type { LatLng } from "@commonlane/contract/shapes";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { seriesSweeps } from "#modules/ride-series/index.ts";
import { transaction } from "#platform/context.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { openRoutingEngine } from "#platform/routing/open-routing-engine.ts";
import { freiburgToKoeln, postRequest, TOMORROW, towns } from "../../../../test/fixtures/rides.ts";
import { openFakeUpstream } from "../../../../test/services/fake-upstream.ts";
import {
  fakeRoadM,
  fakeRoutingService,
  fakeRoadS,
} from "../../../../test/roads/fake-routing-service.ts";
import { createTestApp, type TestUser } from "../../../../test/app/test-app.ts";

const { freiburg, karlsruhe, mainz, bonn, koeln } = towns;
const terms = { ...freiburgToKoeln, maxDetourM: 30_000, maxDetourS: 1800 };

/** An app with a routing engine that is observed on every call. `hold` makes it wait for the given promise. */
async function createAppWithFakeRoads() {
  let waiting: Promise<unknown> = Promise.resolve();
  const writing: number[] = [];
  const upstream = await openFakeUpstream(
    fakeRoutingService(async () => {
      const { rows } = await sql<{
        open: number;
      }>`select count(*)::int as open from pg_stat_activity
        where datname = current_database() and backend_xid is not null`.execute(app.db);
      writing.push(rows[0]?.open ?? 0);
      await waiting;
    }),
  );
  const app = await createTestApp({ settings: { ROUTER: { kind: "osrm", url: upstream.url } } });
  /** Sends an idempotency key as the web app does. It is claimed in the transaction of the call. */
  const post = async <Body>(
    as: TestUser,
    path: string,
    body?: object,
    method: "POST" | "PUT" | "DELETE" = "POST",
  ) => {
    const reply = await app.call<Body>(method, path, {
      as,
      body,
      headers: { "idempotency-key": randomUUID() },
    });
    if (reply.status >= 300)
      throw new Error(`${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  return {
    ...upstream,
    app,
    writing,
    post,
    hold: (until: Promise<unknown>) => void (waiting = until),
  };
}
const isNear = (actual: string, from: string, roads: readonly [LatLng, LatLng][]) =>
  Math.abs(
    Date.parse(actual) -
      Date.parse(from) -
      1000 * roads.reduce((sum, road) => sum + fakeRoadS(...road), 0),
  ) < 5000;

test("never calls the routing engine in a transaction, yet measures everything on roads", async () => {
  const { app, writing, post } = await createAppWithFakeRoads();
  const [host, other, seeker] = [
    await app.createUser(),
    await app.createUser(),
    await app.createUser(),
  ];
  const returnTrip = { departsAt: "2026-01-02T20:00:00.000Z" };
  const ride = await post<Ride>(host, "/rides", { ...terms, seatsTotal: 1, returnWay: returnTrip });
  expect(ride.distanceM).toBeCloseTo(fakeRoadM(freiburg, mainz) + fakeRoadM(mainz, koeln), -1);
  const ownRides = await app.call<{ items: Ride[] }>("GET", `/rides/my/${host.uid}`, { as: host });
  expect(ownRides.body.items.map(({ routed }) => routed)).toEqual([true, true]);

  const segment = { pickup: karlsruhe, dropoff: bonn };
  const toKarlsruhe = [[freiburg, karlsruhe]] as [LatLng, LatLng][];
  const first = await post<SeatRequest>(seeker, `/rides/${ride.id}/request`, segment);
  expect(isNear(first.pickupAt, TOMORROW, toKarlsruhe), "a seat").toBe(true);
  await post(host, `/rides/${ride.id}/requests/${first.id}/accept`);
  await post(other, `/rides/${ride.id}/standby`, segment);
  await post(seeker, `/rides/requests/${first.id}`, undefined, "DELETE");
  const ownRequests = await app.call<{ items: SeatRequest[] }>("GET", "/rides/my-requests", {
    as: other,
  });
  expect(
    isNear(ownRequests.body.items[0]?.pickupAt ?? "", TOMORROW, toKarlsruhe),
    "a seat that came back",
  ).toBe(true);

  const moved = await post<Ride>(host, `/rides/${ride.id}`, { stops: [] }, "PUT");
  expect(moved.distanceM).toBeCloseTo(fakeRoadM(freiburg, koeln), -1);
  expect(writing.length).toBeGreaterThan(5);
  expect(Math.max(...writing)).toBe(0);
});

test("measures an offer with a ride, and its acceptance, before any lock", async () => {
  const { app, writing, post } = await createAppWithFakeRoads();
  const [driver, seeker] = [await app.createUser(), await app.createUser()];
  const ride = await post<Ride>(driver, "/rides", terms);
  const request = await postRequest(app, seeker);
  const offer = await post<Offer>(driver, `/rides/requests/${request.id}/offer`, {
    rideId: ride.id,
  });
  expect(isNear(offer.pickupAt, TOMORROW, [[freiburg, offer.pickup]])).toBe(true);
  const accepted = await post<Offer>(
    seeker,
    `/rides/requests/${request.id}/offers/${offer.id}/accept`,
  );
  expect(accepted.status).toBe("accepted");
  const { body } = await app.call<{ items: SeatRequest[] }>("GET", "/rides/my-requests", {
    as: seeker,
  });
  expect(isNear(body.items[0]?.pickupAt ?? "", TOMORROW, [[freiburg, karlsruhe]])).toBe(true);

  const rideRequest = await postRequest(app, await app.createUser());
  const newRideOffer = { departsAt: TOMORROW, seats: 2 };
  const another = await post<Offer>(
    await app.createUser(),
    `/rides/requests/${rideRequest.id}/offer`,
    newRideOffer,
  );
  expect(isNear(another.dropoffAt, TOMORROW, [[another.pickup, another.dropoff]])).toBe(true);
  expect(writing.length).toBeGreaterThan(3);
  expect(Math.max(...writing)).toBe(0);
});

test("measures the days of a series on roads in both directions, also if another process creates them later", async () => {
  const { app, writing, post } = await createAppWithFakeRoads();
  const host = await app.createUser();
  const { departsAt: _, ...ride } = terms;
  const input = { ride, time: "07:45", weekdays: [5], returnWay: { time: "19:00" } };
  const series = await post<RideSeries>(host, "/rides/series", input);
  await post(host, `/rides/series/${series.id}`, { ride: { stops: [karlsruhe] } }, "PUT");
  app.clock.now = new Date("2026-01-12T08:00:00Z");
  // Another process has no road in its cache.
  const elsewhere = { ...app.ctx, routing: openRoutingEngine(app.settings, app.log) };
  const before = writing.length;
  for (const sweep of seriesSweeps) await runSweep(elsewhere, sweep);
  expect(writing.length).toBeGreaterThan(before);
  const { body } = await app.call<{ items: Ride[] }>("GET", `/rides/my/${host.uid}`, { as: host });
  expect(body.items.length).toBeGreaterThan(8);
  expect(body.items.every(({ routed }) => routed)).toBe(true);
  expect(Math.max(...writing)).toBe(0);
});

test("a slow routing engine delays only its own caller, and no transaction calls it", async () => {
  const { app, requests, post, hold } = await createAppWithFakeRoads();
  const [host, seeker, quick] = [
    await app.createUser(),
    await app.createUser(),
    await app.createUser(),
  ];
  const ride = await post<Ride>(host, "/rides", terms);
  const request = await postRequest(app, seeker);
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  hold(promise);
  const before = requests.length;
  const offering = post<Offer>(host, `/rides/requests/${request.id}/offer`, { rideId: ride.id });
  await expect.poll(() => requests.length).toBeGreaterThan(before);
  const booking = await post<SeatRequest>(quick, `/rides/${ride.id}/request`, {});
  await post(host, `/rides/${ride.id}/requests/${booking.id}/accept`);
  answer();
  expect((await offering).seats).toBe(2);
  const count = requests.length;
  const table = await transaction(app.ctx, (ctx) => ctx.routing.table([koeln], [mainz]));
  expect([table, requests.length]).toEqual([[[undefined]], count]);
});
