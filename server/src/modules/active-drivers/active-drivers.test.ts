import { randomUUID } from "node:crypto";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import { expect, test } from "vitest";
import { approximatePosition } from "#modules/privacy/approximate/index.ts";
import {
  advanceClock,
  driverActions,
  MARKET,
  offsetPosition,
} from "../../../test/fixtures/drivers.ts";
import { hostRide, karlsruheToBonn, requestSeats, towns } from "../../../test/fixtures/rides.ts";
import { listNotifications } from "../../../test/fixtures/notifications.ts";
import { createTestApp } from "../../../test/app/test-app.ts";

test("[spec/7-drivers:six-calls] goes active, moves, reads the own state, is found nearby and in the list of all, and leaves", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const bob = await app.createUser({ firstName: "Bob", lastName: "Fischer" });
  const driver = driverActions(app, ada);
  const seeker = driverActions(app, bob);
  expect((await driver.me()).body.code).toBe("not_found");
  expect((await driver.move(MARKET)).body.code).toBe("not_found");
  expect((await driver.goInactive()).body.code).toBe("not_found");

  const terms = {
    address: "Münsterplatz 1",
    heading: 12.5,
    seats: 3,
    note: "To the lake",
    headingTo: towns.koeln,
  };
  const active = await driver.goActive(terms);
  expect(active.status).toBe(201);
  expect(active.body).toMatchObject({
    uid: ada.uid,
    displayName: "Ada M.",
    ...MARKET,
    ...terms,
    exact: true,
  });
  expect(active.body.expiresAt).toBe("2026-01-01T08:10:00.000Z");
  advanceClock(app, 60);
  const newPosition = offsetPosition(MARKET, 1500, 0);
  const moved = await driver.move({ ...newPosition, address: "Rheinstraße 2" });
  expect(moved.body).toMatchObject({
    ...newPosition,
    address: "Rheinstraße 2",
    heading: null,
    seats: 3,
  });
  expect((await driver.me()).body).toEqual(moved.body);

  const { items, nextCursor } = (await seeker.nearby()).body;
  expect(nextCursor).toBeNull();
  expect(items).toMatchObject([
    { uid: ada.uid, displayName: "Ada M.", seats: 3, note: "To the lake", distanceKm: 1.5 },
  ]);
  expect((await seeker.all()).body.items).toEqual(
    items.map((item) => ({ ...item, distanceKm: null })),
  );
  expect((await driver.nearby()).body.items).toEqual([]);

  expect((await driver.goInactive()).body).toEqual({ success: true });
  expect((await driver.me()).status).toBe(404);
  expect((await seeker.nearby()).body.items).toEqual([]);
  expect((await seeker.all()).body.items).toEqual([]);
});

test("[domain/driver:activate] activating again replaces the terms; is idempotent by key; only for the caller, who must be an adult", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const kid = await app.createUser({ adult: false });
  const driver = driverActions(app, ada);
  const events = app.recordEventsOf(ada.uid);
  const key = { "idempotency-key": randomUUID() };
  const first = await driver.goActive({ seats: 2, note: "one" }, key);
  expect((await driver.goActive({ seats: 2, note: "one" }, key)).body).toEqual(first.body);
  expect((await driver.goActive({ seats: 4 })).body).toMatchObject({ seats: 4, note: null });
  const { body } = await driverActions(app, await app.createUser()).nearby();
  expect(body.items).toMatchObject([{ uid: ada.uid, seats: 4, note: null }]);
  await app.waitForEvents();
  expect(events).toEqual([
    { type: "active-driver.activated", uid: ada.uid },
    { type: "active-driver.activated", uid: ada.uid },
  ]);

  expect((await driver.goActive({ driverId: kid.uid })).body.code).toBe("not_yours");
  const young = await driverActions(app, kid).goActive();
  expect([young.status, young.body.code, Object.keys(young.body.fields ?? {})]).toEqual([
    403,
    "profile_incomplete",
    ["birthDate"],
  ]);
  for (const wrong of [
    { lat: 91 },
    { lng: 181 },
    { seats: 0 },
    { seats: 9 },
    { headingTo: { lat: 1, lng: 2 } },
  ]) {
    expect((await driver.goActive(wrong)).status).toBe(400);
  }
});

test("[domain/driver:nearest-first] lists drivers within the radius (default 50 km), nearest first; pages continue where they ended", async () => {
  const app = await createTestApp();
  const seeker = driverActions(app, await app.createUser());
  const distancesKm = [60, 0, 20, 3, 45, 3, 10];
  for (const [n, km] of distancesKm.entries()) {
    await driverActions(app, await app.createUser({ firstName: `D${"abcdefg"[n]}` })).goActive(
      offsetPosition(MARKET, km * 1000, 0),
    );
  }
  const all = (await seeker.nearby()).body.items;
  expect(all.map(({ distanceKm }) => Math.round(distanceKm ?? 0))).toEqual([0, 3, 3, 10, 20, 45]);
  expect((await seeker.nearby({ radius: 5 })).body.items).toEqual(all.slice(0, 3));
  const paged: unknown[] = [];
  let cursor = "";
  do {
    const { body } = await seeker.nearby({ limit: 2, ...(cursor && { cursor }) });
    paged.push(...body.items);
    cursor = body.nextCursor ?? "";
  } while (cursor);
  expect(paged).toEqual(all);
  const first = (await seeker.all({ limit: 4 })).body;
  const rest = (await seeker.all({ limit: 4, cursor: first.nextCursor ?? "" })).body;
  expect(new Set([...first.items, ...rest.items].map(({ uid }) => uid)).size).toBe(
    distancesKm.length,
  );
  expect((await seeker.nearby({ radius: 0 })).status).toBe(400);
  expect((await seeker.nearby({ cursor: "x" })).body.code).toBe("invalid_input");
});

test("[domain/privacy:driver-grid] shows strangers an approximate position, and the exact one only to passengers while that driver has accepted their seat", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const bob = await app.createUser();
  const eve = await app.createUser();
  const at = offsetPosition(MARKET, 120, -210);
  await driverActions(app, ada).goActive({
    ...at,
    address: "Münsterplatz 1",
    heading: 101,
    headingTo: towns.mainz,
  });
  const viewOf = async (as: typeof bob) => (await driverActions(app, as).nearby()).body.items[0];
  const approximate = approximatePosition(at, 500);
  const coarse = {
    ...approximate,
    exact: false,
    address: null,
    heading: 90,
    lastSeenAt: "2026-01-01T08:00:00.000Z",
  };
  for (const viewer of [bob, eve]) expect(await viewOf(viewer)).toMatchObject(coarse);
  expect((await viewOf(bob))?.headingTo).toMatchObject(approximatePosition(towns.mainz, 500));

  const ride = await hostRide(app, ada);
  const request = await requestSeats(app, ride, ada, {}, bob);
  expect(await viewOf(bob)).toMatchObject(coarse);
  await request.accept();
  const exact = {
    ...at,
    exact: true,
    address: "Münsterplatz 1",
    heading: 101,
    headingTo: towns.mainz,
  };
  expect(await viewOf(bob)).toMatchObject(exact);
  expect((await driverActions(app, bob).all()).body.items[0]).toMatchObject(exact);
  expect(await viewOf(eve)).toMatchObject(coarse);
  // Where the car stops, another passenger gets in or out.
  const fellow = await requestSeats(app, ride, ada);
  await fellow.accept();
  expect(await viewOf(bob)).toMatchObject(coarse);
  await fellow.end();
  expect(await viewOf(bob)).toMatchObject(exact);
  await request.end();
  expect(await viewOf(bob)).toMatchObject(coarse);
});

test("[domain/driver:jumps] ignores impossible moves, also as a sign of activity", async () => {
  const app = await createTestApp();
  const driver = driverActions(app, await app.createUser());
  await driver.goActive();
  advanceClock(app, 10);
  // 55 m/s, plus the possible error of a phone.
  expect((await driver.move(offsetPosition(MARKET, 700, 0))).body).toMatchObject(MARKET);
  const near = offsetPosition(MARKET, 600, 0);
  expect((await driver.move(near)).body).toMatchObject(near);
  advanceClock(app, 300);
  const far = await driver.move(offsetPosition(near, 17_000, 0));
  expect(far.body).toMatchObject({ ...near, expiresAt: "2026-01-01T08:10:10.000Z" });
});

test("[domain/block:drivers] users with a contact restriction do not see each other on the map and cannot send each other ride requests", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const bob = await app.createUser();
  const eve = await app.createUser();
  for (const person of [ada, bob]) await driverActions(app, person).goActive();
  await app.call("PUT", `/blocks/${bob.uid}`, { as: ada });
  const found = async (as: typeof ada) => {
    const near = await driverActions(app, as).nearby();
    const all = await driverActions(app, as).all();
    return [near, all].map(({ body }) => body.items.map(({ uid }) => uid).toSorted());
  };
  expect(await found(ada)).toEqual([[], []]);
  expect(await found(bob)).toEqual([[], []]);
  expect((await found(eve))[0]).toEqual([ada.uid, bob.uid].toSorted());
  const reply = await app.call("POST", "/requests", {
    as: bob,
    body: { ...karlsruheToBonn, driverUid: ada.uid },
  });
  expect(reply.body["code"]).toBe("driver_gone");
});

test("notifies an active driver once of a request addressed to them, and shows it as theirs to no one else", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const bob = await app.createUser();
  const eve = await app.createUser();
  const ask = (driverUid: string) =>
    app.call<RideRequest & { code?: string; fields?: object }>("POST", "/requests", {
      as: bob,
      body: { ...karlsruheToBonn, seats: 2, driverUid },
    });
  expect((await ask(ada.uid)).body.code).toBe("driver_gone");
  expect((await ask(bob.uid)).body.fields).toEqual({ driverUid: "You can't ask yourself." });
  await driverActions(app, ada).goActive();
  const events = app.recordEventsOf(ada.uid);
  const { status, body: request } = await ask(ada.uid);
  expect([status, request.driverUid]).toEqual([201, ada.uid]);
  await app.waitForEvents();
  expect(
    events.flatMap((payload) => ("notification" in payload ? [payload.notification.kind] : [])),
  ).toEqual(["ride-request.addressed"]);
  expect(await listNotifications(app, ada)).toMatchObject([
    {
      kind: "ride-request.addressed",
      title: "Ada M. asked you for a ride",
      path: `/requests/${request.id}`,
    },
  ]);
  const read = async (as: typeof ada) =>
    (await app.call<RideRequest>("GET", `/requests/${request.id}`, { as })).body;
  expect([(await read(ada)).driverUid, (await read(eve)).driverUid]).toEqual([ada.uid, null]);
});

test("[domain/ride-request:drivers-nearby] a request also notifies the drivers nearby whom its seeker can ask, each once, and addresses none of them", async () => {
  const app = await createTestApp();
  const [ada, bea, blocked, offline, seeker] = await Promise.all(
    Array.from({ length: 5 }, () => app.createUser()),
  );
  if (!ada || !bea || !blocked || !offline || !seeker) throw new Error("A user is missing.");
  for (const driver of [ada, bea, blocked, seeker]) await driverActions(app, driver).goActive();
  await app.call("PUT", `/blocks/${blocked.uid}`, { as: seeker });
  const nearbyDriverUids = [ada, bea, ada, blocked, offline, seeker].map(({ uid }) => uid);
  const posted = await app.call<RideRequest>("POST", "/requests", {
    as: seeker,
    body: { ...karlsruheToBonn, nearbyDriverUids },
  });
  expect([posted.status, posted.body.driverUid]).toEqual([201, null]);
  await app.waitForEvents();
  const kindsOf = async (user: typeof ada) =>
    (await listNotifications(app, user)).map(({ kind }) => kind);
  for (const driver of [ada, bea])
    expect(await kindsOf(driver)).toEqual(["ride-request.addressed"]);
  for (const driver of [blocked, offline, seeker]) expect(await kindsOf(driver)).toEqual([]);
});
