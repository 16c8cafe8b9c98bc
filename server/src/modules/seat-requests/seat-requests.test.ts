import type { Ride } from "@commonlane/contract/rides";
import { expect, test } from "vitest";
import { rideSweeps } from "#modules/rides/index.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import {
  requestSeats,
  hostRide,
  seatsLeft,
  sortedStatuses,
  TOMORROW,
  towns,
} from "../../../test/fixtures/rides.ts";
import { createTestApp, type TestUser, type TestApp } from "../../../test/app/test-app.ts";
import { seatRequestRideHooks, seatRequestSweeps } from "./ride-hooks.ts";

async function openRide(
  overrides: object = {},
): Promise<{ app: TestApp; host: TestUser; ride: Ride }> {
  const app = await createTestApp();
  const host = await app.createUser({ firstName: "Amara", lastName: "Lindqvist" });
  return { app, host, ride: await hostRide(app, host, overrides) };
}

const sweep = async ({ ctx }: TestApp) => {
  for (const due of [...rideSweeps(seatRequestRideHooks), ...seatRequestSweeps])
    await runSweep(ctx, due);
};

test("[domain/seat-request:request] requesting takes no seat and notifies both sides", async () => {
  const { app, host, ride } = await openRide();
  const events = app.recordEventsOf(host.uid);
  const { response, seeker } = await requestSeats(app, ride, host, {
    seats: 2,
    message: "Two of us",
  });
  expect(response).toMatchObject({
    status: 201,
    body: { status: "pending", seats: 2, seekerId: seeker.uid, message: "Two of us" },
  });
  expect(response.body.contribution).toEqual({ amountMinor: 1800, currency: "EUR" });
  expect(await seatsLeft(app, ride, host)).toEqual([3, 3]);
  await app.waitForEvents();
  expect(events.map(({ type }) => type).filter((type) => type.startsWith("seat-request"))).toEqual([
    "seat-request.created",
  ]);
});

test("[domain/seat-request:request-guards] rejects requests on one's own ride, twice, after departure and under 18", async () => {
  const { app, host, ride } = await openRide();
  const first = await requestSeats(app, ride, host);
  const again = await requestSeats(app, ride, host, {}, first.seeker);
  expect(again.response).toMatchObject({ status: 409, body: { code: "already_requested" } });
  const own = await requestSeats(app, ride, host, {}, host);
  expect(own.response).toMatchObject({ status: 403, body: { code: "own_ride" } });
  const young = await requestSeats(app, ride, host, {}, await app.createUser({ adult: false }));
  expect(young.response).toMatchObject({
    status: 403,
    body: { code: "profile_incomplete", fields: { birthDate: expect.any(String) } },
  });
  const other = await requestSeats(app, ride, host, { seekerId: host.uid });
  expect(other.response).toMatchObject({ status: 403, body: { code: "not_yours" } });
  app.clock.now = new Date(TOMORROW);
  const late = await requestSeats(app, ride, host);
  expect(late.response).toMatchObject({ status: 409, body: { code: "ride_over" } });
});

test("[domain/seat-request:audience] a ride for one gender is closed to others", async () => {
  const app = await createTestApp();
  const host = await app.createUser({ gender: "female" });
  const ride = await hostRide(app, host, { audience: "sameGender" });
  const man = await requestSeats(app, ride, host, {}, await app.createUser({ gender: "male" }));
  expect(man.response).toMatchObject({ status: 404, body: { code: "not_found" } });
  const woman = await requestSeats(app, ride, host, {}, await app.createUser({ gender: "female" }));
  expect(woman.response.status).toBe(201);
});

test("[domain/audience:change] a ride is not narrowed to the host's gender while others have seats or have asked for some", async () => {
  const app = await createTestApp();
  const host = await app.createUser({ gender: "female" });
  const ride = await hostRide(app, host);
  const ask = await requestSeats(app, ride, host, {}, await app.createUser({ gender: "male" }));
  const woman = await app.createUser({ gender: "female" });
  await (await requestSeats(app, ride, host, {}, woman)).accept();
  const narrow = () =>
    app.call<Ride & { code?: string }>("PUT", `/rides/${ride.id}`, {
      as: host,
      body: { audience: "sameGender" },
    });
  expect(await narrow()).toMatchObject({ status: 409, body: { code: "ride_has_passengers" } });
  await ask.accept();
  expect(await narrow()).toMatchObject({ status: 409, body: { code: "ride_has_passengers" } });
  await ask.end();
  expect((await narrow()).body.audience).toBe("sameGender");
});

test("[domain/seat-request:audience] a seeker who no longer belongs to the ride's audience cannot be accepted", async () => {
  const app = await createTestApp();
  const host = await app.createUser({ gender: "female" });
  const ride = await hostRide(app, host, { audience: "sameGender" });
  const seeker = await app.createUser({ gender: "female" });
  const ask = await requestSeats(app, ride, host, {}, seeker);
  await app.db
    .updateTable("profile")
    .set({ gender: "male" })
    .where("uid", "=", seeker.uid)
    .execute();
  const error = "This person can't join anymore.";
  expect(await ask.accept()).toMatchObject({ status: 409, body: { code: "ride_over", error } });
  expect(await seatsLeft(app, ride, host)).toEqual([3, 3]);
});

test("[domain/seat-request:instant] an instant ride takes the seats at once, or reports that it is full", async () => {
  const { app, host, ride } = await openRide({ approval: "instant", seatsTotal: 2 });
  const first = await requestSeats(app, ride, host, { seats: 2 });
  expect(first.response.body.status).toBe("accepted");
  expect(await seatsLeft(app, ride, host)).toEqual([0, 0]);
  const second = await requestSeats(app, ride, host);
  expect(second.response).toMatchObject({ status: 409, body: { code: "ride_full" } });
});

test("[domain/seat-request:accept] accepting takes seats only on the legs of the segment and cancelling frees them", async () => {
  const { app, host, ride } = await openRide();
  const onSegment = await requestSeats(app, ride, host, {
    seats: 2,
    pickup: towns.karlsruhe,
    dropoff: towns.bonn,
  });
  expect(onSegment.response.body).toMatchObject({ firstLeg: 0, lastLeg: 1 });
  expect((await onSegment.accept()).body.status).toBe("accepted");
  expect(await seatsLeft(app, ride, host)).toEqual([1, 1]);

  const overlapping = await requestSeats(app, ride, host, {
    seats: 2,
    pickup: towns.freiburg,
    dropoff: towns.mainz,
  });
  expect(overlapping.response).toMatchObject({ status: 409, body: { code: "ride_full" } });

  const events = app.recordEventsOf(host.uid);
  expect((await onSegment.end()).body).toMatchObject({ status: "cancelled", endedBy: "seeker" });
  expect(await seatsLeft(app, ride, host)).toEqual([3, 3]);
  await app.waitForEvents();
  expect(events.map(({ type }) => type)).toContain("seat-request.cancelled");
});

test("[domain/seat-request:legs] passengers without a common leg share the same seats", async () => {
  const { app, host, ride } = await openRide({ seatsTotal: 2 });
  const south = await requestSeats(app, ride, host, { seats: 2, dropoff: towns.mainz });
  const north = await requestSeats(app, ride, host, { seats: 2, pickup: towns.mainz });
  expect(sortedStatuses([await south.accept(), await north.accept()])).toEqual([200, 200]);
  expect(await seatsLeft(app, ride, host)).toEqual([0, 0]);
});

test("[domain/seat-request:full] an acceptance on a full ride changes nothing and notifies no one", async () => {
  const { app, host, ride } = await openRide({ seatsTotal: 1 });
  const first = await requestSeats(app, ride, host);
  const second = await requestSeats(app, ride, host);
  await first.accept();
  const events = app.recordEventsOf(second.seeker.uid);
  expect(await second.accept()).toMatchObject({ status: 409, body: { code: "ride_full" } });
  await app.waitForEvents();
  expect(events.filter(({ type }) => type === "seat-request.accepted")).toEqual([]);
  const listed = await app.call<{ items: { status: string }[] }>("GET", "/rides/my-requests", {
    as: second.seeker,
  });
  expect(listed.body.items.map(({ status }) => status)).toEqual(["pending"]);
});

test("[domain/seat-request:already-set] a repeated decision returns the current record", async () => {
  const { app, host, ride } = await openRide();
  const { accept, reject } = await requestSeats(app, ride, host);
  await accept();
  expect(await accept()).toMatchObject({
    status: 409,
    body: { code: "status_already_set", current: { status: "accepted" } },
  });
  expect(await reject()).toMatchObject({ status: 409, body: { code: "status_already_set" } });
  expect(await seatsLeft(app, ride, host)).toEqual([2, 2]);
});

test("[domain/seat-request:reject] the host rejects with a reason, and only the host may decide", async () => {
  const { app, host, ride } = await openRide();
  const { seeker, accept, reject, end } = await requestSeats(app, ride, host);
  const stranger = await app.createUser();
  expect((await accept(seeker)).body.code).toBe("not_yours");
  expect((await reject(stranger)).body.code).toBe("not_yours");
  expect((await end(stranger)).body.code).toBe("not_found");
  expect((await reject(host, { reason: "No luggage space" })).body).toMatchObject({
    status: "rejected",
    reason: "No luggage space",
  });
  const again = await requestSeats(app, ride, host, {}, seeker);
  expect(again.response.status).toBe(201);
});

test("[domain/seat-request:withdraw] the seeker withdraws a pending request once", async () => {
  const { app, host, ride } = await openRide();
  const { end, accept } = await requestSeats(app, ride, host);
  expect(sortedStatuses(await Promise.all([end(), end()]))).toEqual([200, 409]);
  expect((await accept()).body.code).toBe("status_already_set");
});

test("[domain/seat-request:expiry] unanswered requests expire after 3 hours or half an hour before departure", async () => {
  const { app, host, ride } = await openRide();
  const normal = await requestSeats(app, ride, host);
  expect(normal.response.body.expiresAt).toBe("2026-01-01T11:00:00.000Z");
  const patient = await requestSeats(app, ride, host, { expiresInS: 7 * 86_400 });
  expect(patient.response.body.expiresAt).toBe("2026-01-02T06:15:00.000Z");
  const events = app.recordEventsOf(normal.seeker.uid);
  app.clock.now = new Date("2026-01-01T11:00:00.000Z");
  expect(await normal.accept()).toMatchObject({ status: 409 });
  await sweep(app);
  await sweep(app);
  await app.waitForEvents();
  expect(events.filter(({ type }) => type === "seat-request.expired")).toHaveLength(1);
});

test("[domain/seat-request:ran-out] an overdue request cannot be decided, even before the sweep and while the ride is under way", async () => {
  const { app, host, ride } = await openRide();
  const ask = await requestSeats(app, ride, host);
  const events = app.recordEventsOf(ask.seeker.uid);
  const overAt = Date.parse(ask.response.body.expiresAt);
  for (const now of [overAt, Date.parse(TOMORROW) + 60_000]) {
    app.clock.now = new Date(now);
    for (const refused of [await ask.reject(host, { reason: "No." }), await ask.end(host)]) {
      const error = "The time to answer this request is over.";
      expect(refused).toMatchObject({ status: 409, body: { code: "status_already_set", error } });
    }
  }
  await sweep(app);
  await app.waitForEvents();
  expect(events.map(({ type }) => type)).toContain("seat-request.expired");
  expect(events.map(({ type }) => type)).not.toContain("seat-request.rejected");
  const inTime = await requestSeats(app, await hostRide(app, host, { departsAt: LATER }), host);
  app.clock.now = new Date(Date.parse(inTime.response.body.expiresAt) - 1);
  expect((await inTime.reject()).body.status).toBe("rejected");
});

const LATER = "2026-01-09T06:45:00.000Z";

test("[domain/seat-request:completed] a ride and its passengers depart and complete automatically, and no one can cancel after departure", async () => {
  const { app, host, ride } = await openRide();
  const { accept, end, seeker } = await requestSeats(app, ride, host);
  await accept();
  app.clock.now = new Date(Date.parse(TOMORROW) + 60_000);
  expect(await end()).toMatchObject({ status: 409, body: { code: "ride_over" } });
  await sweep(app);
  expect((await app.call<Ride>("GET", `/rides/${ride.id}`, { as: seeker })).body.status).toBe(
    "departed",
  );
  app.clock.now = new Date(Date.parse(TOMORROW) + ride.durationS * 800 + 1000);
  await sweep(app);
  expect((await app.call<Ride>("GET", `/rides/${ride.id}`, { as: seeker })).body.status).toBe(
    "completed",
  );
  const mine = await app.call<{ items: { status: string }[] }>("GET", "/rides/my-requests", {
    as: seeker,
  });
  expect(mine.body.items.map(({ status }) => status)).toEqual(["completed"]);
});
