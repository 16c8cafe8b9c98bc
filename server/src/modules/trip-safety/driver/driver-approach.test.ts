import { MINUTE_MS } from "@commonlane/contract/durations";
import type { DriverApproach } from "@commonlane/contract/trip-safety";
import type { LatLng } from "@commonlane/contract/shapes";
import { expect, test } from "vitest";
import { requestSeats, towns } from "../../../../test/fixtures/rides.ts";
import { createBookedRide } from "../../../../test/fixtures/shared-rides.ts";
import type { TestUser } from "../../../../test/app/test-app.ts";
import { approximatePosition } from "#modules/privacy/approximate/index.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { tripSafetySweeps } from "../index.ts";

type Approach = DriverApproach & { code?: string };

async function openDrive() {
  const booking = await createBookedRide();
  const { app, ride, setClock } = booking;
  const departsMs = Date.parse(ride.departsAt);
  const approach = (as: TestUser) =>
    app.call<Approach>("GET", `/rides/${ride.id}/driver-approach`, { as });
  const send = (as: TestUser, body: LatLng) =>
    app.call<{ code?: string }>("PUT", `/rides/${ride.id}/shares/position`, { as, body });
  const announce = (as: TestUser, passengerUid: string) =>
    app.call<{ code?: string }>("POST", `/rides/${ride.id}/driver-here`, {
      as,
      body: { passengerUid },
    });
  const minutesBefore = (minutes: number) => setClock(departsMs - minutes * MINUTE_MS);
  const sweep = async () => {
    for (const one of tripSafetySweeps) await runSweep(app.ctx, one);
  };
  const positions = () =>
    app.db.selectFrom("trip_progress").select("lat").where("lat", "is not", null).execute();
  return { ...booking, approach, send, announce, minutesBefore, sweep, positions };
}

const near: LatLng = { lat: towns.freiburg.lat + 0.02, lng: towns.freiburg.lng };

test("[domain/drive:visible] a passenger sees the driver from half an hour before the pickup, and no earlier", async () => {
  const { app, host, passenger, ride, approach, send, minutesBefore, positions } =
    await openDrive();
  minutesBefore(31);
  expect((await send(host, near)).body.code).toBe("nobody_follows");
  expect((await approach(passenger)).body).toEqual({
    state: "unknown",
    position: null,
    pickupAt: ride.departsAt,
  });
  expect(await positions()).toEqual([]);

  minutesBefore(30);
  expect((await send(host, near)).status).toBe(200);
  const { body } = await approach(passenger);
  expect(body).toMatchObject({
    state: "coming",
    position: { ...near, at: app.now().toISOString() },
  });
  const minutesAway = (Date.parse(body.pickupAt) - app.now().getTime()) / MINUTE_MS;
  expect(minutesAway).toBeGreaterThan(1);
  expect(minutesAway).toBeLessThan(15);
});

test("[domain/drive:visible] only passengers with a seat see where the driver is", async () => {
  const { app, host, passenger, ride, approach, send, minutesBefore } = await openDrive();
  const asking = await app.createUser();
  await requestSeats(app, ride, host, {}, asking);
  const stranger = await app.createUser();
  minutesBefore(10);
  await send(host, near);
  expect((await send(passenger, near)).body.code).toBe("nobody_follows");
  for (const as of [asking, stranger]) expect((await approach(as)).body.code).toBe("not_found");
});

test("near the pickup the driver is there, and an old position is not shown", async () => {
  const { host, passenger, approach, send, minutesBefore } = await openDrive();
  minutesBefore(20);
  await send(host, { lat: towns.freiburg.lat, lng: towns.freiburg.lng });
  expect((await approach(passenger)).body.state).toBe("here");
  minutesBefore(4);
  expect((await approach(passenger)).body).toMatchObject({ state: "unknown", position: null });
});

test("a driver who is online needs no other position", async () => {
  const { app, host, passenger, approach, minutesBefore } = await openDrive();
  minutesBefore(10);
  await app.call("POST", "/rides/active-drivers", { as: host, body: near });
  expect((await approach(passenger)).body).toMatchObject({ state: "coming", position: near });
});

test("[domain/drive:kept] the driver's position is deleted when nobody may see it any more", async () => {
  const { app, host, ask, send, minutesBefore, sweep, positions } = await openDrive();
  minutesBefore(5);
  await send(host, near);
  await sweep();
  expect(await positions()).toHaveLength(1);
  await app.db
    .updateTable("seat_request")
    .set({ status: "cancelled", ended_by: "seeker" })
    .where("id", "=", ask.response.body.id)
    .execute();
  await sweep();
  expect(await positions()).toEqual([]);
});

test("[domain/drive:here] a driver at the pickup notifies each passenger once, and no stranger", async () => {
  const { app, host, passenger, approach, announce, minutesBefore } = await openDrive();
  minutesBefore(40);
  expect((await announce(host, passenger.uid)).body.code).toBe("too_early");
  minutesBefore(5);
  const stranger = await app.createUser();
  expect((await announce(host, stranger.uid)).body.code).toBe("not_found");
  expect((await announce(passenger, passenger.uid)).body.code).toBe("not_yours");

  await announce(host, passenger.uid);
  await announce(host, passenger.uid);
  expect((await approach(passenger)).body.state).toBe("here");
  const { body } = await app.call<{ items: { kind: string; title: string; text: string }[] }>(
    "GET",
    "/notifications",
    { as: passenger },
  );
  const notified = body.items.filter(({ kind }) => kind === "driver.here");
  expect(notified).toHaveLength(1);
  expect(notified[0]?.title).toBe("Amara O. is at the meeting point");
});

test("[domain/drive:here] what the driver said before the ride was moved does not count, and can be said again", async () => {
  const { app, host, passenger, ride, ask, approach, announce, minutesBefore, setClock } =
    await openDrive();
  minutesBefore(20);
  await announce(host, passenger.uid);
  const departsMs = Date.parse(ride.departsAt) + 60 * MINUTE_MS;
  await app.call("PUT", `/rides/${ride.id}`, {
    as: host,
    body: { departsAt: new Date(departsMs).toISOString() },
  });
  await app.call("POST", `/rides/requests/${ask.response.body.id}/confirm`, { as: passenger });

  setClock(departsMs - 10 * MINUTE_MS);
  expect((await approach(passenger)).body.state).toBe("unknown");
  await announce(host, passenger.uid);
  await announce(host, passenger.uid);
  expect((await approach(passenger)).body.state).toBe("here");
  const { body } = await app.call<{ items: { kind: string }[] }>("GET", "/notifications", {
    as: passenger,
  });
  expect(body.items.filter(({ kind }) => kind === "driver.here")).toHaveLength(2);
});

test("a driver who was at the pickup and has left is not shown to the passenger on board", async () => {
  const { host, passenger, approach, announce, send, minutesBefore } = await openDrive();
  minutesBefore(5);
  await send(host, near);
  await announce(host, passenger.uid);
  // A position from before says nothing about that.
  expect((await approach(passenger)).body.state).toBe("here");
  minutesBefore(3);
  await send(host, near);
  expect((await approach(passenger)).body).toMatchObject({ state: "unknown", position: null });
});

test("stops of other passengers that are due before a pickup delay it", async () => {
  const { app, host, passenger, ride, approach, send, minutesBefore } = await openDrive();
  const later = await app.createUser();
  const pickup = { label: "Gundelfingen", lat: towns.freiburg.lat + 0.05, lng: towns.freiburg.lng };
  await (await requestSeats(app, ride, host, { pickup, dropoff: towns.koeln }, later)).accept();
  minutesBefore(10);
  // Closer to the later pickup than to the first one.
  await send(host, { ...near, lat: towns.freiburg.lat + 0.04 });
  const first = Date.parse((await approach(passenger)).body.pickupAt);
  const second = Date.parse((await approach(later)).body.pickupAt);
  expect(second).toBeGreaterThan(first);
});

test("[domain/privacy:approach] where in their square another passenger gets in does not change the minutes", async () => {
  const { app, host, passenger, ride, approach, send, minutesBefore } = await openDrive();
  const viewer = await app.createUser();
  const pickup = { label: "Gundelfingen", lat: towns.freiburg.lat + 0.05, lng: towns.freiburg.lng };
  await (await requestSeats(app, ride, host, { pickup, dropoff: towns.koeln }, viewer)).accept();
  const roundingM = app.ctx.settings.PLACE_ROUNDING_M;
  const square = approximatePosition(towns.freiburg, roundingM);
  const doors = [0.0003, -0.0003].map((offset) => ({ lat: square.lat + offset, lng: square.lng }));
  expect(doors.map((door) => approximatePosition(door, roundingM))).toEqual([square, square]);
  minutesBefore(10);

  // One shown minute hides the seconds; many positions of the driver would reveal them.
  const minutes: string[][] = [];
  for (const door of doors) {
    await app.db
      .updateTable("seat_request")
      .set({ pickup: JSON.stringify({ label: "Door", ...door }) })
      .where("seeker_id", "=", passenger.uid)
      .execute();
    const seen: string[] = [];
    for (let n = 0; n < 20; n++) {
      await send(host, { ...near, lat: near.lat + n * 0.0005 });
      seen.push((await approach(viewer)).body.pickupAt);
    }
    minutes.push(seen);
  }
  expect(new Set(minutes[0]).size).toBeGreaterThan(1);
  expect(minutes[0]).toEqual(minutes[1]);
});

test("[domain/privacy:approach] while the driver is in the square where another passenger gets in, the reply is the same for every door in it", async () => {
  const { app, host, passenger, ride, approach, send, minutesBefore } = await openDrive();
  const viewer = await app.createUser();
  const pickup = { label: "Gundelfingen", lat: towns.freiburg.lat + 0.05, lng: towns.freiburg.lng };
  await (await requestSeats(app, ride, host, { pickup, dropoff: towns.koeln }, viewer)).accept();
  const square = approximatePosition(towns.freiburg, app.ctx.settings.PLACE_ROUNDING_M);
  minutesBefore(10);

  const replies: Approach[] = [];
  for (const offset of [0.0015, 0, -0.0015]) {
    await send(host, { lat: square.lat + offset, lng: square.lng });
    replies.push((await approach(viewer)).body);
  }
  expect(replies[0]).toMatchObject({ state: "coming", position: null });
  expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);

  await send(host, { lat: towns.freiburg.lat, lng: towns.freiburg.lng });
  expect((await approach(passenger)).body).toMatchObject({
    state: "here",
    position: { lat: towns.freiburg.lat },
  });
  await send(host, near);
  expect((await approach(viewer)).body).toMatchObject({ state: "coming", position: near });
});
