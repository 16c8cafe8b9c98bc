import { HOUR_MS } from "@commonlane/contract/durations";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import type { StandbyEntry } from "@commonlane/contract/standby";
import type { Ride } from "@commonlane/contract/rides";
import { expect, test } from "vitest";
import {
  createOffer,
  postRequest,
  requestSeats,
  hostRide,
  seatsLeft,
  sortedStatuses,
  towns,
} from "../../../../test/fixtures/rides.ts";
import { kindsOf, listNotifications } from "../../../../test/fixtures/notifications.ts";
import { createTestApp, type TestUser, type TestApp } from "../../../../test/app/test-app.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { seatRequestSweeps } from "../index.ts";

interface StandbyQueue {
  waiting: number;
  own: StandbyEntry | null;
  items: StandbyEntry[];
}
type Joined = StandbyEntry & { code?: string };

const join = (app: TestApp, ride: Ride, as: TestUser, body: object = {}) =>
  app.call<Joined>("POST", `/rides/${ride.id}/standby`, { as, body });
const readQueue = async (app: TestApp, ride: Ride, as: TestUser) =>
  (await app.call<StandbyQueue>("GET", `/rides/${ride.id}/standby`, { as })).body;
const requestOf = async (
  app: TestApp,
  ride: Ride,
  as: TestUser,
): Promise<SeatRequest | undefined> =>
  (
    await app.call<{ items: SeatRequest[] }>("GET", "/rides/my-requests", {
      as,
      query: { rideId: ride.id },
    })
  ).body.items[0];
const sweep = async ({ ctx }: TestApp, name: string) => {
  for (const one of seatRequestSweeps) if (one.name === name) await runSweep(ctx, one);
};

/** A ride whose seats are all taken, one by each passenger. */
async function fullRide(overrides: object = {}) {
  const app = await createTestApp();
  const host = await app.createUser();
  const ride = await hostRide(app, host, { seatsTotal: 2, ...overrides });
  const passengers = [
    await requestSeats(app, ride, host),
    await requestSeats(app, ride, host),
  ] as const;
  for (const ask of passengers) await ask.accept();
  return { app, host, ride, passengers };
}
const three = async (app: TestApp) =>
  [await app.createUser(), await app.createUser(), await app.createUser()] as const;
const people = (app: TestApp, count: number) =>
  Promise.all(Array.from({ length: count }, () => app.createUser()));

test("a seeker joins once where no seat is free on their segment, sees their position, and leaves", async () => {
  const { app, host, ride } = await fullRide();
  const [first, second] = await three(app);
  expect((await join(app, ride, first)).body).toMatchObject({
    status: "waiting",
    position: 1,
    seats: 1,
    afterCancellation: false,
  });
  expect((await join(app, ride, second)).body.position).toBe(2);
  expect((await join(app, ride, second)).body.code).toBe("already_waiting");
  expect((await join(app, ride, host)).body.code).toBe("own_ride");
  expect((await join(app, ride, await app.createUser(), { seats: 3 })).body.code).toBe("ride_full");
  expect(
    (await join(app, ride, await app.createUser(), { pickup: towns.bonn, dropoff: towns.mainz }))
      .body.code,
  ).toBe("off_route");
  expect(await readQueue(app, ride, host)).toMatchObject({
    waiting: 2,
    own: null,
    items: [{ position: 1 }, { position: 2 }],
  });
  expect(await readQueue(app, ride, second)).toMatchObject({
    waiting: 2,
    own: { position: 2 },
    items: [{ position: 2 }],
  });
  expect(
    (await listNotifications(app, host)).filter(({ kind }) => kind === "standby.joined"),
  ).toHaveLength(2);
  const { own } = await readQueue(app, ride, first);
  const leave = (as: TestUser) => app.call<Joined>("DELETE", `/rides/standby/${own?.id}`, { as });
  expect((await leave(second)).body.code).toBe("not_found");
  expect((await leave(first)).body.status).toBe("left");
  expect((await leave(first)).body.code).toBe("status_already_set");
  expect((await readQueue(app, ride, second)).own?.position).toBe(1);
});

test("refuses to join while a seat is free or a request is active", async () => {
  const { app, ride, passengers } = await fullRide({ seatsTotal: 3 });
  expect((await join(app, ride, await app.createUser())).body.code).toBe("seats_free");
  expect((await join(app, ride, passengers[0].seeker, { seats: 2 })).body.code).toBe(
    "already_requested",
  );
});

test("a freed seat is requested for the queue in order, one request per seat, and for the next entry if the host declines", async () => {
  const { app, host, ride, passengers } = await fullRide();
  const [pair, one, two] = await three(app);
  await join(app, ride, pair, { seats: 2 });
  await join(app, ride, one);
  await join(app, ride, two);
  await passengers[0].end();
  // Two seats are not free yet, so only the next entry that fits is promoted.
  expect(await requestOf(app, ride, pair)).toBeUndefined();
  const promoted = await requestOf(app, ride, one);
  expect(promoted).toMatchObject({ status: "pending", reserved: false });
  expect(await requestOf(app, ride, two)).toBeUndefined();
  expect(kindsOf(await listNotifications(app, one))).toContain("standby.requested");
  expect(kindsOf(await listNotifications(app, host))).toContain("seat-request.created");
  await app.call("POST", `/rides/${ride.id}/requests/${promoted?.id}/reject`, { as: host });
  expect(await requestOf(app, ride, two)).toMatchObject({ status: "pending" });
  await passengers[1].end();
  expect(await requestOf(app, ride, pair)).toBeUndefined();
  // After the withdrawal both seats go to the first entry.
  await app.call("DELETE", `/rides/requests/${(await requestOf(app, ride, two))?.id}`, { as: two });
  expect(await requestOf(app, ride, pair)).toMatchObject({ status: "pending", seats: 2 });
  expect(await readQueue(app, ride, host)).toMatchObject({ waiting: 0 });
});

test("an instant ride reserves a freed seat for the first entry without commitment until confirmed, then for the next", async () => {
  const { app, host, ride, passengers } = await fullRide({ approval: "instant" });
  const [first, second] = await three(app);
  await join(app, ride, first);
  await join(app, ride, second);
  await passengers[0].end();
  const reserved = await requestOf(app, ride, first);
  const until = new Date(app.now().getTime() + HOUR_MS).toISOString();
  expect(reserved).toMatchObject({ status: "accepted", reserved: true, confirmBy: until });
  expect(await seatsLeft(app, ride, host)).toEqual([0, 0]);
  expect(kindsOf(await listNotifications(app, first))).toContain("standby.reserved");
  // They can book another ride in the meantime; an unconfirmed seat moves on.
  app.clock.now = new Date(app.now().getTime() + 3_600_001);
  await sweep(app, "seat-request.lapsed");
  expect(await requestOf(app, ride, first)).toMatchObject({
    status: "cancelled",
    endedBy: "system",
  });
  const next = await requestOf(app, ride, second);
  expect(next).toMatchObject({ status: "accepted", reserved: true });
  const path = `/rides/requests/${next?.id}/confirm`;
  const confirmed = await app.call<SeatRequest>("POST", path, {
    as: second,
    body: { pickupAt: next?.pickupAt },
  });
  expect(confirmed.body).toMatchObject({ status: "accepted", reserved: false, confirmBy: null });
});

for (const approval of ["manual", "instant"] as const)
  test(`[domain/standby:served] a seeker who books a seat while waiting for more leaves the queue, and others move up (${approval})`, async () => {
    const { app, host, ride, passengers } = await fullRide({ approval });
    const pair = await app.createUser();
    const next = await app.createUser();
    for (const as of [pair, next]) await join(app, ride, as, { seats: 2 });
    await passengers[0].end();
    const events = app.recordEventsOf(next.uid);
    const { response } = await requestSeats(app, ride, host, {}, pair);
    expect(response.status).toBe(201);
    expect((await readQueue(app, ride, pair)).own).toBeNull();
    expect(await readQueue(app, ride, next)).toMatchObject({ waiting: 1, own: { position: 1 } });
    await app.waitForEvents();
    expect(events.map(({ type }) => type)).toContain("standby.changed");
    app.clock.now = new Date(Date.parse(ride.departsAt) - 29 * 60_000);
    await sweep(app, "standby.ended");
    expect(kindsOf(await listNotifications(app, pair))).not.toContain("standby.ended");
    expect(kindsOf(await listNotifications(app, next))).toContain("standby.ended");
  });

test("[domain/standby:served] a seeker who accepts the host's offer of a ride no longer waits for it", async () => {
  const { app, host, ride, passengers } = await fullRide();
  const pair = await app.createUser();
  await join(app, ride, pair, { seats: 2 });
  await passengers[0].end();
  const request = await postRequest(app, pair);
  const offer = await createOffer(app, request, pair, { rideId: ride.id }, host);
  expect((await offer.accept()).status).toBe(200);
  expect(await readQueue(app, ride, host)).toMatchObject({ waiting: 0 });
});

test("added seats go to the standby queue first", async () => {
  const { app, host, ride } = await fullRide({ approval: "instant" });
  const seekers = await people(app, 2);
  for (const person of seekers) await join(app, ride, person);
  const { body } = await app.call<Ride>("PUT", `/rides/${ride.id}`, {
    as: host,
    body: { seatsTotal: 5 },
  });
  expect(body.seatsLeft).toBe(1);
  for (const person of seekers)
    expect(await requestOf(app, ride, person)).toMatchObject({ reserved: true });
});

test("a reserved seat still needs confirmation after a small change of the ride", async () => {
  const { app, host, ride, passengers } = await fullRide({ approval: "instant" });
  const next = await app.createUser();
  await join(app, ride, next);
  await passengers[0].end();
  const departsAt = new Date(Date.parse(ride.departsAt) + 5 * 60_000).toISOString();
  expect(
    (await app.call("PUT", `/rides/${ride.id}`, { as: host, body: { departsAt } })).status,
  ).toBe(200);
  expect(await requestOf(app, ride, next)).toMatchObject({
    reserved: true,
    confirmBy: expect.any(String),
  });
});

test("concurrent cancellations, entries and bookings never double-book a seat or skip an entry", async () => {
  const { app, host, ride, passengers } = await fullRide({ approval: "instant", seatsTotal: 4 });
  const others = [await requestSeats(app, ride, host), await requestSeats(app, ride, host)];
  const seekers = await people(app, 8);
  for (const person of seekers) expect((await join(app, ride, person)).status).toBe(201);
  const rivals = await people(app, 6);
  const answers = await Promise.all([
    ...[...passengers, ...others].map((ask) => ask.end()),
    ...rivals.map((as) => app.call("POST", `/rides/${ride.id}/request`, { as, body: {} })),
  ]);
  expect(sortedStatuses(answers)).toEqual([
    ...Array.from({ length: 4 }, () => 200),
    ...Array.from({ length: 6 }, () => 409),
  ]);
  const requests = await Promise.all(seekers.map((person) => requestOf(app, ride, person)));
  expect(requests.map((request) => request?.reserved ?? false)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(await seatsLeft(app, ride, host)).toEqual([0, 0]);
  expect((await readQueue(app, ride, host)).waiting).toBe(4);
  expect(app.bugs).toEqual([]);
});

test("skips blocked seekers, promotes the next by sweep, and notifies seekers in time if no seat became free", async () => {
  const { app, host, ride, passengers } = await fullRide();
  const [blocked, next, last] = await three(app);
  for (const person of [blocked, next, last]) await join(app, ride, person);
  // A block created during promotion leaves the entry in the queue.
  await app.db
    .insertInto("block")
    .values({ blocker_id: host.uid, blocked_id: blocked.uid, at: app.now() })
    .execute();
  await passengers[0].end();
  expect(await requestOf(app, ride, next)).toMatchObject({ status: "pending" });
  app.clock.now = new Date(app.now().getTime() + 3 * HOUR_MS + 1);
  await sweep(app, "seat-request.expired");
  expect(await requestOf(app, ride, last)).toBeUndefined();
  await sweep(app, "standby.promoted");
  expect(await requestOf(app, ride, last)).toMatchObject({ status: "pending" });
  app.clock.now = new Date(Date.parse(ride.departsAt) - 29 * 60_000);
  await sweep(app, "standby.ended");
  expect(kindsOf(await listNotifications(app, blocked))).not.toContain("standby.reserved");
  expect(await readQueue(app, ride, host)).toMatchObject({ waiting: 0 });
  expect((await join(app, ride, await app.createUser())).body.code).toBe("standby_closed");
});
