import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { expect, test, vi } from "vitest";
import { storeReply } from "#platform/db/idempotency-keys.ts";
import { plantBlock } from "../../../../test/fixtures/blocks.ts";
import { hide } from "../../../../test/fixtures/content-removals.ts";
import { createModerator } from "../../../../test/fixtures/moderators.ts";
import { requestSeats, hostRide, seatsLeft, towns } from "../../../../test/fixtures/rides.ts";
import { isWaitingForLock } from "../../../../test/app/is-waiting-for-lock.ts";
import { createTestApp, type TestUser } from "../../../../test/app/test-app.ts";
import { prepareInstantBooking } from "./instant-booking.ts";

const callerOf = ({ uid }: TestUser) => ({ uid, sessionId: uid, emailVerified: true });
const ask = { seats: 1, pickup: towns.mainz };

/** A host with an instant ride of two legs, and a seeker. */
async function openRide(overrides: object = {}) {
  const app = await createTestApp();
  const host = await app.createUser();
  const seeker = await app.createUser();
  const ride = await hostRide(app, host, { approval: "instant", ...overrides });
  const events = async () => (await app.db.selectFrom("event").selectAll().execute()).length;
  const keys = async () =>
    (await app.db.selectFrom("idempotency_key").selectAll().execute()).length;
  return { app, host, seeker, ride, events, keys };
}

test("takes the seats, records the booking, publishes it and stores the reply in one statement", async () => {
  const { app, host, seeker, ride } = await openRide();
  const other = await requestSeats(app, ride, host, { pickup: towns.mainz });
  const [hostHears, seekerHears, otherHears] = [host, seeker, other.seeker].map(({ uid }) =>
    app.recordEventsOf(uid),
  );
  const call = { as: seeker, body: ask, headers: { "idempotency-key": "one" } };
  const first = await app.call<SeatRequest>("POST", `/rides/${ride.id}/request`, call);
  expect(first).toMatchObject({
    status: 201,
    body: { status: "accepted", seekerId: seeker.uid, firstLeg: 1 },
  });
  expect(await seatsLeft(app, ride, host)).toEqual([3, 1]);
  const requests = await app.call("GET", "/rides/my-requests", { as: seeker });
  expect(requests.body["items"]).toMatchObject([first.body]);

  const again = await app.call("POST", `/rides/${ride.id}/request`, call);
  expect([again.status, again.body, again.headers["idempotency-replayed"]]).toEqual([
    201,
    first.body,
    "true",
  ]);
  expect(await seatsLeft(app, ride, host)).toEqual([3, 1]);
  await app.waitForEvents();
  const accepted = {
    type: "seat-request.accepted",
    by: "instant",
    seatRequest: { id: first.body.id, rideId: ride.id, seekerId: seeker.uid },
  };
  expect(hostHears?.slice(-1)).toEqual([accepted]);
  expect(seekerHears).toEqual([accepted, { type: "ride.changed", rideId: ride.id }]);
  expect(otherHears?.slice(-1)).toEqual([{ type: "ride.changed", rideId: ride.id }]);
  expect(app.bugs).toEqual([]);
});

test("[domain/apart:agreement] takes no seat of a ride whose host is kept apart, or that is hidden, since it was read", async () => {
  const apart: readonly ((opened: Awaited<ReturnType<typeof openRide>>) => Promise<unknown>)[] = [
    ({ app, host, seeker }) => plantBlock(app, { blocker: host, blocked: seeker }),
    ({ app, host }) =>
      app.db
        .updateTable("account")
        .set({ suspended_at: app.now() })
        .where("uid", "=", host.uid)
        .execute(),
    async ({ app, ride }) => hide(app, await createModerator(app), "ride", ride),
  ];
  for (const keepApart of apart) {
    const opened = await openRide();
    const { app, seeker, ride } = opened;
    const booking = await prepareInstantBooking(app.ctx, callerOf(seeker), ride.id, ask);
    await keepApart(opened);
    expect(await booking?.execute(undefined)).toBe(false);
    expect(await app.db.selectFrom("seat_request").select("id").execute()).toEqual([]);
  }
});

test("does nothing if the ride changed since it was read", async () => {
  const { app, host, seeker, ride, events } = await openRide();
  const prepare = () => prepareInstantBooking(app.ctx, callerOf(seeker), ride.id, ask);
  for (const change of [
    { contribution: { amountMinor: 1700, currency: "EUR" } },
    { approval: "manual" },
  ]) {
    const booking = await prepare();
    await app.call("PUT", `/rides/${ride.id}`, { as: host, body: change });
    const before = await events();
    expect(await booking?.execute(undefined)).toBe(false);
    expect([await seatsLeft(app, ride, host), await events()]).toEqual([[3, 3], before]);
  }
  expect(await prepare()).toBeUndefined();
  await app.call("PUT", `/rides/${ride.id}`, { as: host, body: { approval: "instant" } });
  expect(await (await prepare())?.execute(undefined)).toBe(true);
  expect(await seatsLeft(app, ride, host)).toEqual([3, 2]);
});

test("concurrent instant bookings of the last seat leave exactly one booking", async () => {
  const { app, host, seeker, ride, keys } = await openRide({ seatsTotal: 1 });
  const many = await Promise.all(Array.from({ length: 6 }, () => app.createUser()));
  const book = (as: TestUser, key: string) =>
    app.call("POST", `/rides/${ride.id}/request`, {
      as,
      body: ask,
      headers: { "idempotency-key": key },
    });
  const replies = await Promise.all([seeker, seeker, ...many].map((as, n) => book(as, `key ${n}`)));
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const { status, body } of replies.filter((reply) => reply.status !== 201)) {
    expect([status, body["code"]]).toEqual([
      409,
      expect.stringMatching(/^(?:ride_full|already_requested)$/),
    ]);
  }
  expect(await seatsLeft(app, ride, host)).toEqual([1, 0]);
  // Refusals are stored under their keys as well.
  expect(await keys()).toBe(8);
  const rows = await app.db.selectFrom("seat_request").select("status").execute();
  expect(rows).toEqual([{ status: "accepted" }]);
});

test("[domain/work:conflicts] an instant booking that a deadlock stops is made all the same", async () => {
  const { app, host, seeker, ride, keys } = await openRide();
  const claim = { uid: seeker.uid, key: "one", endpoint: "", bodyHash: "" };
  const book = () =>
    app.call("POST", `/rides/${ride.id}/request`, {
      as: seeker,
      body: ask,
      headers: { "idempotency-key": claim.key },
    });
  // Holds the key, for which the booking waits, and then waits for the ride, which the booking holds.
  const other = await app.db.startTransaction().execute();
  await storeReply(other, claim, { status: 201, text: "{}" }, app.clock.now, app.clock.now);
  const booking = book();
  await vi.waitFor(async () => expect(await isWaitingForLock(app)).toBe(true), 5_000);
  await other.selectFrom("ride").select("id").where("id", "=", ride.id).forUpdate().execute();
  await other.rollback().execute();

  expect((await booking).status).toBe(201);
  expect(await seatsLeft(app, ride, host)).toEqual([3, 2]);
  expect(await keys()).toBe(1);
  expect(app.bugs).toEqual([]);
});
