import { HOUR_MS, MINUTE_MS } from "@commonlane/contract/durations";
import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { expect, test } from "vitest";
import {
  requestSeats,
  freiburgToKoeln,
  hostRide,
  seatsLeft,
  TOMORROW,
  towns,
} from "../../../../test/fixtures/rides.ts";
import { kindsOf, listNotifications } from "../../../../test/fixtures/notifications.ts";
import { createTestApp, type TestUser } from "../../../../test/app/test-app.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { seatRequestSweeps } from "../index.ts";

const later = (minutes: number, from = TOMORROW) =>
  new Date(Date.parse(from) + minutes * MINUTE_MS).toISOString();
const beside = <P extends { lat: number }>(place: P, degrees: number) => ({
  ...place,
  lat: place.lat + degrees,
});

/** A ride in two days with one passenger, and actions of both. */
async function openRide(rideOverrides: object = {}, response: object = {}) {
  const app = await createTestApp();
  const host = await app.createUser();
  const departsAt = later(24 * 60);
  const ride = await hostRide(app, host, { departsAt, ...rideOverrides });
  const { accept, seeker, end, response: made } = await requestSeats(app, ride, host, response);
  expect((await accept()).status).toBe(200);
  // Wait for earlier notifications, so that the consumer's events come after the direct ones.
  await listNotifications(app, seeker);
  const change = (body: object) =>
    app.call<Ride & { code?: string; error?: string }>("PUT", `/rides/${ride.id}`, {
      as: host,
      body,
    });
  const requestOf = async (as: TestUser = seeker) => {
    const { body } = await app.call<{ items: SeatRequest[] }>("GET", "/rides/my-requests", { as });
    const [newest] = body.items;
    if (!newest) throw new Error("Nothing was asked for.");
    return newest;
  };
  const confirm = (body?: object, as: TestUser = seeker) =>
    app.call<SeatRequest & { code?: string; current?: SeatRequest }>(
      "POST",
      `/rides/requests/${made.body.id}/confirm`,
      { as, body },
    );
  const at = async (ms: number) => {
    app.clock.now = new Date(ms);
    for (const sweep of [...seatRequestSweeps, ...seatRequestSweeps])
      await runSweep(app.ctx, sweep);
  };
  const notifiedKinds = async (as: TestUser) => kindsOf(await listNotifications(app, as));
  return { app, host, ride, departsAt, seeker, end, change, requestOf, confirm, at, notifiedKinds };
}

test("[domain/changed-ride:departure] a departure moved by more than 15 minutes asks all passengers to confirm; smaller changes only notify them", async () => {
  const { app, host, departsAt, seeker, change, requestOf, confirm, notifiedKinds, ride } =
    await openRide();
  const before = await requestOf();
  await change({ departsAt: later(15, departsAt) });
  expect(await requestOf()).toMatchObject({
    confirmBy: null,
    agreed: null,
    pickupAt: later(15, departsAt),
  });
  expect(await notifiedKinds(seeker)).toEqual(["ride.changed", "seat-request.accepted"]);
  // 16 minutes exceed what the passenger agreed to.
  await change({ departsAt: later(16, departsAt) });
  const response = await requestOf();
  expect(response).toMatchObject({
    status: "accepted",
    confirmBy: later(24 * 60, "2026-01-01T08:00:00.000Z"),
    agreed: { departsAt, pickupAt: departsAt, dropoffAt: before.dropoffAt },
    dropoffAt: later(16, before.dropoffAt),
  });
  expect((await notifiedKinds(seeker))[0]).toBe("ride.moved");
  expect(await seatsLeft(app, ride, host)).toEqual([2, 2]);
  // After the change is undone, no confirmation is due.
  await change({ departsAt: later(10, departsAt) });
  expect(await requestOf()).toMatchObject({ confirmBy: null });
  expect((await confirm()).body).toMatchObject({
    code: "status_already_set",
    current: { status: "accepted" },
  });
  await change({ departsAt: later(90, departsAt) });
  await app.waitForEvents();
  const events = app.recordEventsOf(host.uid);
  expect((await confirm({ pickupAt: response.pickupAt })).body.code).toBe("status_already_set");
  expect((await confirm(undefined, host)).body.code).toBe("not_yours");
  expect((await confirm({ pickupAt: later(90, departsAt) })).body).toMatchObject({
    status: "accepted",
    confirmBy: null,
  });
  await app.waitForEvents();
  expect(events).toMatchObject([
    { type: "seat-request.confirmed", seatRequest: { seekerId: seeker.uid } },
  ]);
  expect((await notifiedKinds(host))[0]).toBe("seat-request.confirmed");
  // From now on these are the agreed terms.
  await change({ departsAt: later(100, departsAt) });
  expect(await requestOf()).toMatchObject({ confirmBy: null });
  expect(app.bugs).toEqual([]);
});

test("[domain/changed-ride:ends] an end moved by more than a kilometre asks again; passengers to that end follow it, and all keep their seats", async () => {
  const { app, host, ride, change, requestOf, seeker, notifiedKinds } = await openRide(
    {},
    { seats: 2 },
  );
  const booked = await requestSeats(app, ride, host, { pickup: towns.mainz });
  await booked.accept();
  const near = beside(towns.koeln, 0.008);
  await change({ destination: near });
  expect(await requestOf()).toMatchObject({ confirmBy: null, dropoff: near });
  expect((await notifiedKinds(seeker))[0]).toBe("ride.changed");
  const far = beside(towns.koeln, 0.01);
  const changed = await change({ destination: far, stops: [towns.karlsruhe, towns.mainz] });
  expect(changed.body.seatsLeftByLeg).toEqual([1, 1, 0]);
  for (const one of [await requestOf(), await requestOf(booked.seeker)]) {
    expect(one).toMatchObject({
      confirmBy: expect.any(String),
      agreed: { destination: towns.koeln },
      dropoff: far,
    });
  }
  expect(await requestOf(booked.seeker)).toMatchObject({
    pickup: towns.mainz,
    firstLeg: 2,
    lastLeg: 2,
  });
  expect(await requestOf()).toMatchObject({
    firstLeg: 0,
    lastLeg: 2,
    agreed: { origin: towns.freiburg },
  });
  expect(await seatsLeft(app, ride, host)).toEqual([1, 1, 0]);
  expect(app.bugs).toEqual([]);
});

test("[domain/changed-ride:keeps-passengers] a route change cannot leave passengers behind or exceed the seats; pending requests that no longer fit are declined", async () => {
  const { app, host, ride, change, seeker, notifiedKinds } = await openRide(
    { seatsTotal: 1 },
    { dropoff: towns.mainz },
  );
  const other = await requestSeats(app, ride, host, { pickup: towns.mainz });
  await other.accept();
  const refused = await change({ stops: [] });
  expect(refused.body).toMatchObject({ code: "ride_has_passengers" });
  expect(refused.body.error).toContain("Ada M.");
  // Both passengers would travel between Mainz and Bonn.
  expect(
    (await change({ origin: towns.mainz, stops: [], destination: towns.freiburg })).status,
  ).toBe(409);
  expect(await seatsLeft(app, ride, host)).toEqual([0, 0]);
  const pendingRequest = await requestSeats(app, ride, host, { pickup: towns.koblenz, seats: 1 });
  expect(pendingRequest.response.body.code).toBe("ride_full");
  await other.end();
  const pending = await requestSeats(app, ride, host, { pickup: towns.mainz });
  await app.waitForEvents();
  const events = app.recordEventsOf(pending.seeker.uid);
  expect(
    (await change({ destination: towns.mainz, stops: [towns.karlsruhe] })).body.seatsLeftByLeg,
  ).toEqual([0, 0]);
  await app.waitForEvents();
  expect(events).toMatchObject([
    { type: "seat-request.rejected", seatRequest: { endedBy: "system" } },
  ]);
  expect((await notifiedKinds(seeker))[0]).toBe("ride.moved");
  expect((await notifiedKinds(pending.seeker))[0]).toBe("seat-request.rejected");
  expect(app.bugs).toEqual([]);
});

test("[domain/changed-ride:deadline] unconfirmed seats are freed after 24 h or half an hour before departure, both sides are notified, and it does not count", async () => {
  const { app, host, ride, departsAt, seeker, change, requestOf, at, notifiedKinds, confirm } =
    await openRide();
  const start = app.now().getTime();
  await change({ departsAt: later(60, departsAt) });
  await at(start + 12 * HOUR_MS - 1000);
  expect((await notifiedKinds(seeker))[0]).toBe("ride.moved");
  await at(start + 12 * HOUR_MS);
  expect((await notifiedKinds(seeker))[0]).toBe("seat-request.confirming");
  await at(start + 24 * HOUR_MS - 1000);
  expect((await requestOf()).status).toBe("accepted");
  await at(start + 24 * HOUR_MS);
  expect(await requestOf()).toMatchObject({
    status: "cancelled",
    endedBy: "system",
    confirmBy: expect.any(String),
  });
  expect(await seatsLeft(app, ride, host)).toEqual([3, 3]);
  expect(await notifiedKinds(seeker)).toEqual([
    "seat-request.lapsed",
    "ride.tomorrow",
    "seat-request.confirming",
    "ride.moved",
    "seat-request.accepted",
  ]);
  expect((await notifiedKinds(host))[0]).toBe("seat-request.unconfirmed");
  expect((await confirm()).body.code).toBe("status_already_set");
  // If less than half an hour is left, a passenger can confirm until departure.
  const again = await requestSeats(app, ride, host, {}, seeker);
  await again.accept();
  await at(Date.parse(departsAt) - 20 * MINUTE_MS);
  await change({ departsAt: later(-10, departsAt) });
  expect(await requestOf()).toMatchObject({ confirmBy: later(-10, departsAt) });
  await at(Date.parse(departsAt));
  expect((await requestOf()).status).toBe("accepted");
  expect(app.bugs).toEqual([]);
});

test("[domain/changed-ride:declined] a passenger can cancel instead of confirming, and the record keeps that confirmation was due", async () => {
  const { app, host, ride, departsAt, change, end } = await openRide();
  await change({ departsAt: later(-60, departsAt) });
  expect((await end()).body).toMatchObject({
    status: "cancelled",
    endedBy: "seeker",
    confirmBy: expect.any(String),
  });
  expect(await seatsLeft(app, ride, host)).toEqual([3, 3]);
});

test("[domain/changed-ride:asked-before] a request from before the ride moved is accepted on its original terms, so the passenger confirms first", async () => {
  const { app, host, ride, departsAt, change, requestOf, notifiedKinds } = await openRide();
  const pendingRequest = await requestSeats(app, ride, host);
  await change({ departsAt: later(180, departsAt) });
  expect(await requestOf(pendingRequest.seeker)).toMatchObject({
    status: "pending",
    confirmBy: null,
  });
  const accepted = (await pendingRequest.accept()).body;
  expect(accepted).toMatchObject({
    status: "accepted",
    confirmBy: expect.any(String),
    agreed: { departsAt },
  });
  expect((await notifiedKinds(pendingRequest.seeker)).slice(0, 2).toSorted()).toEqual([
    "ride.moved",
    "seat-request.accepted",
  ]);
});

test("[domain/changed-ride:commitments] an unconfirmed ride does not commit a passenger, and no one can confirm two overlapping rides", async () => {
  const { app, departsAt, seeker, change, requestOf, confirm } = await openRide(
    {},
    { dropoff: towns.mainz },
  );
  // Mainz is reached after 163 minutes; a ride is complete after 80 % of that.
  const own = {
    origin: towns.mainz,
    destination: towns.bonn,
    stops: [],
    contribution: null,
    departsAt: later(139, departsAt),
  };
  const hosted = await hostRide(app, seeker, own);
  await change({ departsAt: later(5, departsAt) });
  expect(await requestOf()).toMatchObject({ confirmBy: null });
  // Even this small change would make two trips overlap.
  await change({ departsAt: later(14, departsAt) });
  expect(await requestOf()).toMatchObject({ confirmBy: expect.any(String) });
  expect((await confirm()).body.code).toBe("already_travelling");
  await app.call("DELETE", `/rides/${hosted.id}`, { as: seeker });
  expect((await confirm()).status).toBe(200);
  const clash = { ...freiburgToKoeln, ...own, departsAt: later(60, departsAt) };
  const refused = await app.call<{ code?: string }>("POST", "/rides", { as: seeker, body: clash });
  expect(refused.body.code).toBe("already_travelling");
  // Once the ride leaves a day later, the passenger is free at the earlier time.
  await change({ departsAt: later(24 * 60, departsAt) });
  await hostRide(app, seeker, clash);
  expect(app.bugs).toEqual([]);
});

test("[domain/changed-ride:one-truth] concurrent changes, confirmations and cancellations keep seats and times consistent with the ride", async () => {
  const { app, host, ride, departsAt, change, confirm, end, requestOf } = await openRide();
  const other = await requestSeats(app, ride, host);
  await Promise.all([
    ...[20, 40, 60].map((minutes) => change({ departsAt: later(minutes, departsAt) })),
    ...[1, 2, 3].map(() => confirm()),
    other.accept(),
    other.end(),
    change({ stops: [towns.karlsruhe, towns.mainz] }),
  ]);
  const { body } = await app.call<Ride>("GET", `/rides/${ride.id}`, { as: host });
  const mine = await requestOf();
  const otherRequest = await requestOf(other.seeker);
  expect(mine.pickupAt).toBe(body.departsAt);
  const taken = [mine, otherRequest].filter(({ status }) => status === "accepted").length;
  expect(body.seatsLeftByLeg).toEqual([3 - taken, 3 - taken, 3 - taken]);
  await end();
  expect(app.bugs).toEqual([]);
});

test("a free ride whose passenger pays gets a price again, but not in another currency than was agreed", async () => {
  const contribution = { amountMinor: 500, currency: "EUR" };
  const { app, change } = await openRide({ contribution });
  expect((await change({ contribution: null })).status).toBe(200);
  expect(await change({ contribution })).toMatchObject({ status: 200, body: { contribution } });
  await change({ contribution: null });
  // Booked before the community changed its currency.
  await app.db.updateTable("seat_request").set({ currency: "CHF" }).execute();
  const fields = { "contribution.currency": "Passengers have booked in another currency." };
  expect(await change({ contribution })).toMatchObject({
    status: 400,
    body: { code: "invalid_input", fields },
  });
});
