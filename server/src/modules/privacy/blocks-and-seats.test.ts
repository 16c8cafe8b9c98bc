import type { Block } from "@commonlane/contract/blocks";
import type { Ride } from "@commonlane/contract/rides";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { isWaitingForLock } from "../../../test/app/is-waiting-for-lock.ts";
import { createOffer, hostRide, postRequest, requestSeats } from "../../../test/fixtures/rides.ts";
import { storeNamedTowns } from "../../../test/fixtures/named-towns.ts";
import {
  kindsOf,
  listNotifications,
  waitForNotifications,
} from "../../../test/fixtures/notifications.ts";
import { createTestApp, type TestUser } from "../../../test/app/test-app.ts";
import { block, unblock } from "../../../test/fixtures/block-calls.ts";

test("pending requests between the two end as if declined or withdrawn, and no text mentions a block", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const bob = await app.createUser();
  const adas = await hostRide(app, ada);
  const bobs = await hostRide(app, bob);
  const toAda = await requestSeats(app, adas, ada, {}, bob);
  const toBob = await requestSeats(app, bobs, bob, {}, ada);
  const adasWish = await postRequest(app, ada);
  const bobsWish = await postRequest(app, bob);
  const bobs1 = await createOffer(app, adasWish, ada, { rideId: bobs.id }, bob);
  const adas1 = await createOffer(app, bobsWish, bob, { rideId: adas.id }, ada);
  const other = await requestSeats(app, adas, ada);
  await waitForNotifications(app.ctx);
  await app.waitForEvents();
  const hears = app.recordEventsOf(bob.uid);
  await block(app, ada, bob);
  await app.waitForEvents();
  expect(hears.map(({ type }) => type)).toEqual([
    "seat-request.rejected",
    "seat-request.withdrawn",
    "offer.declined",
    "offer.withdrawn",
    "notification.changed",
  ]);
  const ended = await app.db
    .selectFrom("seat_request")
    .select(["id", "status", "ended_by", "reason"])
    .orderBy("id")
    .execute();
  expect(ended).toEqual([
    { id: toAda.response.body.id, status: "rejected", ended_by: "host", reason: null },
    { id: toBob.response.body.id, status: "withdrawn", ended_by: "seeker", reason: null },
    { id: other.response.body.id, status: "pending", ended_by: null, reason: null },
  ]);
  const offers = await app.db
    .selectFrom("offer")
    .select(["id", "status", "ended_by"])
    .orderBy("id")
    .execute();
  expect(offers).toEqual([
    { id: bobs1.made.body.id, status: "declined", ended_by: "seeker" },
    { id: adas1.made.body.id, status: "withdrawn", ended_by: "driver" },
  ]);
  // Items that led to the other user are gone from the list; the outcome is reported as usual.
  expect(kindsOf(await listNotifications(app, bob)).toSorted()).toEqual([
    "offer.declined",
    "offer.withdrawn",
    "seat-request.rejected",
    "seat-request.withdrawn",
  ]);
  expect(kindsOf(await listNotifications(app, ada))).toEqual(["seat-request.created"]);
  expect((await app.call("GET", "/notifications/unread-count", { as: ada })).body).toEqual({
    count: 1,
  });
});

test("a block waits for a request that is being moved at that moment, and then ends it, too", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const bob = await app.createUser();
  await requestSeats(app, await hostRide(app, ada), ada, {}, bob);
  let blocking: Promise<unknown> | undefined;
  await app.db.transaction().execute(async (moving) => {
    await sql`select from seat_request for update`.execute(moving);
    blocking = block(app, ada, bob);
    await vi.waitUntil(() => isWaitingForLock(app), { timeout: 10_000, interval: 20 });
  });
  await blocking;
  expect(await app.db.selectFrom("seat_request").select("status").execute()).toEqual([
    { status: "rejected" },
  ]);
});

test("a block removes both from each other's standby queues; the blocked seeker is notified as if no seat became free", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const bob = await app.createUser();
  const next = await app.createUser();
  const full = async (host: TestUser, day: string) => {
    const departsAt = `2026-01-0${day}T06:45:00.000Z`;
    const ride = await hostRide(app, host, { seatsTotal: 1, approval: "instant", departsAt });
    await requestSeats(app, ride, host);
    return ride;
  };
  const adas = await full(ada, "2");
  const bobs = await full(bob, "3");
  const wait = (as: TestUser, { id }: Ride) =>
    app.call("POST", `/rides/${id}/standby`, { as, body: {} });
  const line = async (as: TestUser, { id }: Ride) =>
    (
      await app.call<{ waiting: number; own: { position: number } | null; items: object[] }>(
        "GET",
        `/rides/${id}/standby`,
        { as },
      )
    ).body;
  for (const [as, ride] of [
    [bob, adas],
    [next, adas],
    [ada, bobs],
  ] as const)
    await wait(as, ride);
  await app.waitForEvents();
  const hears = app.recordEventsOf(bob.uid);
  const nextHears = app.recordEventsOf(next.uid);
  await block(app, ada, bob);
  await app.waitForEvents();
  expect(hears.map(({ type }) => type)).toEqual([
    "standby.changed",
    "notification.created",
    "standby.changed",
    "notification.changed",
  ]);
  expect(nextHears.map(({ type }) => type)).toEqual(["standby.changed"]);
  expect(await line(ada, adas)).toMatchObject({ waiting: 1, items: [{ position: 1 }] });
  expect((await line(next, adas)).own?.position).toBe(1);
  expect(await line(bob, bobs)).toMatchObject({ waiting: 0, items: [] });
  const ofLines = async (as: TestUser) =>
    kindsOf(await listNotifications(app, as)).filter((kind) => kind.startsWith("standby."));
  expect(await ofLines(bob)).toEqual(["standby.ended"]);
  expect(await ofLines(ada)).toEqual(["standby.joined"]);
  const ended = await app.db
    .selectFrom("standby")
    .select(["seeker_id", "status"])
    .orderBy("position")
    .execute();
  expect(ended).toEqual([
    { seeker_id: bob.uid, status: "ended" },
    { seeker_id: next.uid, status: "waiting" },
    { seeker_id: ada.uid, status: "left" },
  ]);
});

test("a confirmed seat stays with its page and chat until one of them cancels, and the block lists it", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const bob = await app.createUser();
  const ride = await hostRide(app, ada);
  const booking = await requestSeats(app, ride, ada, {}, bob);
  await booking.accept();
  for (const [by, blocked] of [
    [ada, bob],
    [bob, ada],
  ] as const) {
    const { shared } = (await block(app, by, blocked)).body;
    expect(shared).toMatchObject([
      { rideId: ride.id, seatRequestId: booking.response.body.id, departsAt: ride.departsAt },
    ]);
    await unblock(app, by, blocked);
  }
  // Its towns are named in the language of the one who blocks.
  await storeNamedTowns(app);
  const inFrench = { as: ada, headers: { "accept-language": "fr" } };
  expect((await app.call<Block>("PUT", `/blocks/${bob.uid}`, inFrench)).body.shared).toMatchObject([
    { from: "Fribourg-en-Brisgau, Allemagne", to: "Cologne, Allemagne" },
  ]);
  expect((await app.call("GET", `/rides/${ride.id}`, { as: bob })).status).toBe(200);
  expect((await booking.end(bob)).body.status).toBe("cancelled");
  expect((await app.call("GET", `/rides/${ride.id}`, { as: bob })).status).toBe(404);
  expect((await block(app, ada, bob)).body.shared).toEqual([]);
  expect(kindsOf(await listNotifications(app, ada))).toContain("seat-request.cancelled");
});

test("no request outlives a block that is stored at the same time", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const ride = await hostRide(app, host);
  for (let round = 0; round < 4; round++) {
    const seekers = await Promise.all(Array.from({ length: 10 }, () => app.createUser()));
    await Promise.all(
      seekers.flatMap((seeker) => [
        requestSeats(app, ride, host, {}, seeker),
        block(app, host, seeker),
      ]),
    );
  }
  const left = await app.db
    .selectFrom("seat_request")
    .select("status")
    .where("status", "=", "pending")
    .execute();
  expect(left).toEqual([]);
});
