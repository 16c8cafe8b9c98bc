import { expect, test } from "vitest";
import {
  arrivalMs,
  requestSeats,
  hostRide,
  createOffer,
  postRequest,
} from "../../../test/fixtures/rides.ts";
import { createModerator } from "../../../test/fixtures/moderators.ts";
import { kindsOf, listNotifications } from "../../../test/fixtures/notifications.ts";
import { createTestApp, type TestUser, type TestApp } from "../../../test/app/test-app.ts";
import { suspendByOperator } from "./cli.ts";

const notificationsOf = async (app: TestApp, as: TestUser, about: string) =>
  (await listNotifications(app, as)).filter(({ kind }) => kind === about);

test("users who share a booking with a suspended user are notified, still see it and can cancel; for fraud they are warned, also without messages", async () => {
  const app = await createTestApp();
  const mo = await createModerator(app);
  const host = await app.createUser({ firstName: "Mallory", lastName: "Grim" });
  const passenger = await app.createUser();
  const waiting = await app.createUser();
  const gone = await app.createUser();
  const ride = await hostRide(app, host);
  const aboard = await requestSeats(app, ride, host, {}, passenger);
  await aboard.accept();
  await requestSeats(app, ride, host, {}, waiting);
  const left = await requestSeats(app, ride, host, {}, gone);
  await left.accept();
  await left.end();
  const suspend = { as: mo, body: { reason: "Asked for money", fraud: true } };
  const suspended = await app.call<{ warned: number }>(
    "POST",
    `/moderation/people/${host.uid}/suspend`,
    suspend,
  );
  expect(suspended.body.warned).toBe(1);
  expect(await notificationsOf(app, passenger, "companion.suspended")).toMatchObject([
    {
      title: "Mallory G. was suspended, and you have a ride together",
      text: expect.stringContaining("Freiburg im Breisgau → Köln"),
      path: `/rides/${ride.id}`,
    },
  ]);
  expect(await notificationsOf(app, passenger, "person.suspended")).toHaveLength(1);
  for (const as of [waiting, gone])
    expect(await notificationsOf(app, as, "companion.suspended")).toEqual([]);
  expect((await app.call("GET", `/rides/${ride.id}`, { as: passenger })).status).toBe(200);
  expect((await aboard.end()).status).toBe(200);
});

test("a host is notified of a suspended passenger, once per suspension, and not for past rides", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const passenger = await app.createUser();
  const ride = await hostRide(app, host);
  await (await requestSeats(app, ride, host, {}, passenger)).accept();
  const suspend = () =>
    suspendByOperator(app.ctx, passenger.email, { reason: "Sent threats", fraud: false });
  for (const _ of [1, 2]) await suspend();
  expect(await notificationsOf(app, host, "companion.suspended")).toMatchObject([
    { path: `/rides/${ride.id}` },
  ]);
  const secondApp = await createTestApp();
  const other = await secondApp.createUser();
  const rider = await secondApp.createUser();
  const over = await hostRide(secondApp, other);
  await (await requestSeats(secondApp, over, other, {}, rider)).accept();
  secondApp.clock.now = new Date(arrivalMs(over));
  await suspendByOperator(secondApp.ctx, rider.email, { reason: "Sent threats", fraud: false });
  expect(await notificationsOf(secondApp, other, "companion.suspended")).toEqual([]);
});

test.each(["moderator", "command"])(
  "pending items with a suspended user end and both sides are notified; bookings stay (by %s)",
  async (by) => {
    const app = await createTestApp();
    const mo = await createModerator(app);
    const mallory = await app.createUser();
    const pia = await app.createUser();
    const sam = await app.createUser();
    const ride = await hostRide(app, mallory);
    await (await requestSeats(app, ride, mallory)).accept();
    await requestSeats(app, ride, mallory, {}, pia);
    await requestSeats(app, await hostRide(app, pia), pia, {}, mallory);
    await createOffer(app, await postRequest(app, sam), sam, { rideId: ride.id }, mallory);
    const other = await createOffer(app, await postRequest(app, mallory), mallory);
    const others = await requestSeats(app, await hostRide(app, sam), sam);
    const body = { reason: "Asked for money", fraud: false };
    if (by === "command") await suspendByOperator(app.ctx, mallory.email, body);
    else await app.call("POST", `/moderation/people/${mallory.uid}/suspend`, { as: mo, body });
    const endsOf = async (table: "seat_request" | "offer") => {
      const rows = await app.db
        .selectFrom(table)
        .select(["status", "ended_by"])
        .orderBy("id")
        .execute();
      return rows.map(({ status, ended_by }) => [status, ended_by]);
    };
    expect(await endsOf("seat_request")).toEqual([
      ["accepted", null],
      ["rejected", "system"],
      ["withdrawn", "seeker"],
      ["pending", null],
    ]);
    expect(await endsOf("offer")).toEqual([
      ["withdrawn", "driver"],
      ["declined", "system"],
    ]);
    const notificationKindsOf = async (as: TestUser) => kindsOf(await listNotifications(app, as));
    expect(await notificationKindsOf(pia)).toEqual(
      expect.arrayContaining(["seat-request.rejected", "seat-request.withdrawn"]),
    );
    expect(await notificationKindsOf(sam)).toContain("offer.withdrawn");
    expect(await notificationKindsOf(other.driver)).toContain("offer.declined");
    expect((await others.accept()).status).toBe(200);
  },
);
