import { randomUUID } from "node:crypto";
import type { Replacement } from "@commonlane/contract/ride-replacements";
import type { Ride } from "@commonlane/contract/rides";
import type { StandbyEntry } from "@commonlane/contract/standby";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createGroup } from "../../../test/fixtures/groups.ts";
import {
  requestSeats,
  hostRide,
  createOffer,
  postRequest,
  TOMORROW,
  towns,
} from "../../../test/fixtures/rides.ts";
import { kindsOf, listNotifications } from "../../../test/fixtures/notifications.ts";
import { waitForConsumer } from "../../../test/app/wait-for-consumer.ts";
import { createTestApp, type TestUser, type TestApp } from "../../../test/app/test-app.ts";
import { RideIndex } from "#modules/rides/search/index.ts";
import { replacementConsumer } from "./index.ts";
import { findDriversWaitingFor, findLostSeatRequest } from "./ride-replacements.store.ts";

const runReplacementConsumer = ({ ctx }: TestApp) =>
  waitForConsumer(ctx, "ride-replacements", replacementConsumer(ctx, new RideIndex(ctx)));
const later = (minutes: number) => ({
  departsAt: new Date(Date.parse(TOMORROW) + minutes * 60_000).toISOString(),
});

async function replacements(app: TestApp, as: TestUser, requestId: string) {
  const path = `/rides/requests/${requestId}/replacements`;
  const { status, body } = await app.call<{ items?: Replacement[]; code?: string }>("GET", path, {
    as,
  });
  return {
    status,
    code: body.code,
    items: (body.items ?? []).map(({ ride, full }) => [ride.id, full]),
  };
}

/** A passenger on a ride that its host may cancel. */
async function openBooking() {
  const app = await createTestApp();
  const host = await app.createUser({ gender: "male" });
  const passenger = await app.createUser({ gender: "female" });
  const ride = await hostRide(app, host);
  const ask = await requestSeats(app, ride, host, {}, passenger);
  await ask.accept();
  const cancel = () => app.call("DELETE", `/rides/${ride.id}`, { as: host });
  const other = async (overrides: object = {}, by?: TestUser) => {
    const driver = by ?? (await app.createUser({ gender: "male" }));
    return { driver, ride: await hostRide(app, driver, overrides) };
  };
  return { app, host, passenger, ride, requestId: ask.response.body.id, cancel, other };
}

test("[domain/audience:found] after a host cancels, the passenger gets visible rides, those with free seats first, and a standby entry on full ones", async () => {
  const { app, host, passenger, requestId, cancel, other } = await openBooking();
  const free = await other(later(40));
  const full = await other({ ...later(20), seatsTotal: 1, approval: "instant" });
  const taken = await requestSeats(app, full.ride, full.driver);
  await other({ ...later(10), audience: "sameGender" });
  const insider = await app.createUser();
  const { id: membersOf } = await createGroup(app, insider);
  await other({ ...later(5), membersOf }, insider);
  const blocked = await other(later(15));
  await app.call("PUT", `/blocks/${blocked.driver.uid}`, { as: passenger });
  await other({ ...later(30), origin: towns.koeln, destination: towns.freiburg });
  await other(later(12 * 60));
  expect((await replacements(app, passenger, requestId)).items).toEqual([]);
  await cancel();
  await runReplacementConsumer(app);

  const expected = [
    [free.ride.id, false],
    [full.ride.id, true],
  ];
  expect(await replacements(app, passenger, requestId)).toMatchObject({
    status: 200,
    items: expected,
  });
  expect((await replacements(app, host, requestId)).code).toBe("not_found");
  const sentNotification = (await listNotifications(app, passenger)).find(
    ({ kind }) => kind === "replacement.found",
  );
  expect(sentNotification).toMatchObject({ title: "We found 2 other rides" });
  expect(sentNotification?.text).toContain("(full, you're on the waitlist)");
  const queue = await app.call<{ own: StandbyEntry | null }>(
    "GET",
    `/rides/${full.ride.id}/standby`,
    {
      as: passenger,
    },
  );
  expect(queue.body.own).toMatchObject({ afterCancellation: true, position: 1 });
  expect(kindsOf(await listNotifications(app, full.driver))).toContain("standby.joined");
  expect(kindsOf(await listNotifications(app, blocked.driver))).not.toContain("standby.joined");

  // With another booking at that time they need no standby seat, so it stays free.
  const ask = await requestSeats(app, free.ride, free.driver, {}, passenger);
  await ask.accept();
  await taken.end();
  const seats = await app.call<Ride>("GET", `/rides/${full.ride.id}`, { as: full.driver });
  expect(seats.body.seatsLeft).toBe(1);
});

test("finds a full ride along the route however many are full elsewhere", async () => {
  const { app, passenger, requestId, cancel, other } = await openBooking();
  const full = await other({ ...later(90), seatsTotal: 1, approval: "instant" });
  await requestSeats(app, full.ride, full.driver);
  const elsewhere = {
    origin: towns.koeln,
    destination: towns.bonn,
    stops: [],
    contribution: null,
    ...later(-120),
  };
  await hostFullRides(app, (await other(elsewhere)).ride, 210);
  await cancel();
  await runReplacementConsumer(app);
  expect((await replacements(app, passenger, requestId)).items).toEqual([[full.ride.id, true]]);
});

/** Copies of a ride without seats, one after the other from the agreed time on. */
async function hostFullRides({ db }: TestApp, { id }: Ride, count: number) {
  await sql`
    insert into ride
    select (jsonb_populate_record(ride, jsonb_build_object(
      'id', uuidv7(), 'seats_left', array[0], 'departs_at', at,
      'arrives_at', at + interval '10 seconds'))).*
    from ride, generate_series(1, ${count}::int) as n,
      lateral (select ${TOMORROW}::timestamptz + n * interval '20 seconds' as at) as copy
    where ride.id = ${id}`.execute(db);
}

test("suggests at most three rides, nearest to the agreed time first, and none if the passenger cancelled", async () => {
  const { app, passenger, requestId, cancel, other } = await openBooking();
  const far = (await other(later(240))).ride;
  const rides: Ride[] = [];
  for (const minutes of [20, 60, 120]) rides.push((await other(later(minutes))).ride);
  await cancel();
  await runReplacementConsumer(app);
  const nearest = rides.map(({ id }) => [id, false]);
  expect((await replacements(app, passenger, requestId)).items).toEqual(nearest);

  const own = await requestSeats(app, far, passenger, {}, await app.createUser());
  await own.end();
  await runReplacementConsumer(app);
  expect((await replacements(app, own.seeker, own.response.body.id)).items).toEqual([]);
  expect(kindsOf(await listNotifications(app, own.seeker))).not.toContain("replacement.found");
});

test("chooses other drivers for each request if more are waiting than are notified", async () => {
  const { app, requestId, other } = await openBooking();
  for (let count = 0; count < 4; count++) {
    const { driver } = await other(later(12 * 60));
    const body = { origin: towns.freiburg, destination: towns.koeln };
    await app.call("POST", "/saved-searches", { as: driver, body });
  }
  const lost = await findLostSeatRequest(app.ctx, requestId);
  if (!lost) throw new Error("There is no such request.");
  const chosen = new Set<string>();
  for (let count = 0; count < 16; count++)
    for (const uid of await findDriversWaitingFor(app.ctx, { ...lost, id: randomUUID() }, 1))
      chosen.add(uid);
  expect(chosen.size).toBeGreaterThan(1);
});

test("notifies drivers with a saved search for that route, with approximate places, and no one else", async () => {
  const { app, host, passenger, cancel } = await openBooking();
  const driver = await app.createUser();
  const walker = await app.createUser();
  const kept = await app.createUser();
  const vehicles = [
    { make: "Ford", model: "Ka", colour: "red", plate: "X 1", seats: 3, comfort: [] },
  ];
  for (const as of [driver, kept])
    await app.call("POST", "/firebase-auth/update-profile", { as, body: { vehicles } });
  for (const as of [driver, walker, kept, host]) {
    const body = { origin: towns.freiburg, destination: towns.koeln };
    expect((await app.call("POST", "/saved-searches", { as, body })).status).toBe(201);
  }
  await app.call("PUT", `/blocks/${passenger.uid}`, { as: kept });
  await cancel();
  await runReplacementConsumer(app);
  const notification = (await listNotifications(app, driver)).find(
    ({ kind }) => kind === "replacement.wanted",
  );
  expect(notification?.path).toMatch(/^\/host\?from=/);
  // Without a list of towns an approximate place is named by its coordinates.
  expect(notification?.text).toContain("48.0 → 50.9");
  for (const person of [walker, kept, host])
    expect(kindsOf(await listNotifications(app, person))).not.toContain("replacement.wanted");
});

test("[domain/privacy:rescued] replacements measure from the approximate pickup on the other ride, never from the passenger's address", async () => {
  const app = await createTestApp();
  const resident = await app.createUser();
  const driver = await app.createUser();
  const other = await app.createUser();
  const address = { label: "Canary Lane 7", lat: 49.01947, lng: 8.41443 };
  const request = await postRequest(app, resident, { origin: address, destination: towns.bonn });
  const offer = await createOffer(app, request, resident, { seats: 3 }, driver);
  const { rideId } = (await offer.accept()).body;
  const made = await app.call<Ride>("GET", `/rides/${rideId}`, { as: driver });
  const replacement = await hostRide(app, other);
  const ask = await requestSeats(app, made.body, driver);
  await ask.reject();
  const path = `/rides/requests/${ask.response.body.id}/replacements`;
  const found = await app.call<{ items: Replacement[] }>("GET", path, { as: ask.seeker });
  // Without a list of towns an approximate place is named by its coordinates.
  expect(found.body.items).toMatchObject([
    { ride: { id: replacement.id }, match: { pickup: { label: "49.0, 8.4" } } },
  ]);
  expect(JSON.stringify(found.body)).not.toMatch(/Canary|49\.0194|8\.4144/);

  const booking = await requestSeats(app, made.body, driver);
  await booking.accept();
  await app.call("DELETE", `/rides/${rideId}`, { as: driver });
  await runReplacementConsumer(app);
  const sentNotification = (await listNotifications(app, booking.seeker)).find(
    ({ kind }) => kind === "replacement.found",
  );
  expect(sentNotification?.text).toContain("Instead of 49.0 → ");
  expect(JSON.stringify(sentNotification)).not.toContain("Canary");
});
