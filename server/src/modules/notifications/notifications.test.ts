import type { Notification } from "@commonlane/contract/notifications";
import { expect, test } from "vitest";
import { createOffer, hostRide, postRequest, requestSeats } from "../../../test/fixtures/rides.ts";
import {
  kindsOf,
  listNotifications,
  waitForNotifications,
} from "../../../test/fixtures/notifications.ts";
import { createTestApp } from "../../../test/app/test-app.ts";
import { transaction } from "#platform/context.ts";
import { notificationConsumer, notify } from "./index.ts";
import { notificationRecords } from "#bootstrap/event-consumers.ts";

async function openRide(overrides: object = {}) {
  const app = await createTestApp();
  const host = await app.createUser({ firstName: "Hedy", lastName: "Lamarr" });
  return { app, host, ride: await hostRide(app, host, overrides) };
}

test("notifies both sides of what the other one did, not of their own actions", async () => {
  const { app, host, ride } = await openRide();
  const ask = await requestSeats(app, ride, host, { seats: 2 });
  expect(await listNotifications(app, host)).toMatchObject([
    {
      kind: "seat-request.created",
      title: "Ada M. requested 2 seats",
      text: "Freiburg im Breisgau → Köln, Fri 2 Jan, 07:45. Accept or decline the request.",
      path: `/rides/${ride.id}`,
      person: { uid: ask.seeker.uid },
      readAt: null,
    },
  ]);
  expect(await listNotifications(app, ask.seeker)).toEqual([]);
  await ask.accept();
  expect(await listNotifications(app, ask.seeker)).toMatchObject([
    {
      kind: "seat-request.accepted",
      title: "Hedy L. accepted your request",
      person: { uid: host.uid },
    },
  ]);
  await ask.end();
  expect(kindsOf(await listNotifications(app, host))).toEqual([
    "seat-request.cancelled",
    "seat-request.created",
  ]);
  expect(kindsOf(await listNotifications(app, ask.seeker))).toEqual(["seat-request.accepted"]);
});

test("notifies the host of an instant booking, but not separately of a booking from an offer", async () => {
  const { app, host, ride } = await openRide({ approval: "instant" });
  const { seeker } = await requestSeats(app, ride, host);
  expect(kindsOf(await listNotifications(app, host))).toEqual(["seat-request.booked"]);
  expect(await listNotifications(app, seeker)).toEqual([]);

  const request = await postRequest(app, seeker);
  const offer = await createOffer(app, request, seeker);
  const other = await createOffer(app, request, seeker);
  expect(kindsOf(await listNotifications(app, seeker))).toEqual(["offer.created", "offer.created"]);
  await offer.accept();
  expect(await listNotifications(app, offer.driver)).toMatchObject([
    { kind: "offer.accepted", title: "Ada M. accepted your offer", person: { uid: seeker.uid } },
  ]);
  const page = `/requests/${request.id}`;
  expect(await listNotifications(app, other.driver)).toMatchObject([
    { kind: "offer.declined", path: page },
  ]);
  expect((await listNotifications(app, seeker)).map(({ path }) => path)).toEqual([page, page]);
  expect(kindsOf(await listNotifications(app, seeker))).toEqual(["offer.created", "offer.created"]);
});

test("notifies once per event, even if consumers run in parallel, crash and read events again", async () => {
  const { app, host, ride } = await openRide();
  const requests = [await requestSeats(app, ride, host), await requestSeats(app, ride, host)];
  const dying = notificationConsumer({ ...app.ctx, now: failsAt(3) }, notificationRecords);
  await expect(dying()).rejects.toThrow("Here the process dies.");
  const one = notificationConsumer(app.ctx, notificationRecords);
  const other = notificationConsumer(app.ctx, notificationRecords);
  await Promise.all([waitForNotifications(app.ctx, one), waitForNotifications(app.ctx, other)]);
  // A restored backup can have older offsets than notifications.
  await app.db.deleteFrom("event_consumer").execute();
  await waitForNotifications(app.ctx);
  expect(kindsOf(await listNotifications(app, host))).toEqual([
    "seat-request.created",
    "seat-request.created",
  ]);
  await app.waitForEvents();
  for (const { seeker } of requests) expect(await listNotifications(app, seeker)).toEqual([]);

  function failsAt(call: number): () => Date {
    return () => {
      if (--call === 0) throw new Error("Here the process dies.");
      return app.now();
    };
  }
});

test("sends new notifications and read marks to open pages", async () => {
  const { app, host, ride } = await openRide();
  const events = app.recordEventsOf(host.uid);
  await requestSeats(app, ride, host);
  const [notification] = await listNotifications(app, host);
  const count = () =>
    app.call<{ count: number }>("GET", "/notifications/unread-count", { as: host });
  expect((await count()).body).toEqual({ count: 1 });
  const stranger = await app.createUser();
  const read = (as: typeof host) =>
    app.call("POST", "/notifications/read", { as, body: { notificationIds: [notification?.id] } });
  await read(stranger);
  expect((await count()).body).toEqual({ count: 1 });
  expect((await read(host)).body).toEqual({ count: 0 });
  await read(host);
  await app.waitForEvents();
  expect(events.filter(({ type }) => type.startsWith("notification."))).toMatchObject([
    {
      type: "notification.created",
      notification: { id: notification?.id, kind: "seat-request.created" },
    },
    { type: "notification.changed" },
  ]);
});

test("creates notifications on commit, once per cause, and none after a rollback", async () => {
  const app = await createTestApp();
  const { uid, ...rest } = await app.createUser();
  const as = { uid, ...rest };
  const tell = (cause: string, fail = false) =>
    transaction(app.ctx, async (ctx) => {
      await notify(ctx, { to: uid, kind: "ride.tomorrow", cause, path: "/rides/x", details: {} });
      if (fail) throw new Error("Never mind.");
    });
  await expect(tell("one", true)).rejects.toThrow("Never mind.");
  await tell("two");
  await Promise.all([tell("one"), tell("one"), tell("two")]);
  expect(await listNotifications(app, as)).toHaveLength(2);
});

test("lists newest first, in pages, and marks everything up to one as read", async () => {
  const app = await createTestApp();
  const as = await app.createUser();
  for (const cause of ["a", "b", "c"]) {
    await transaction(app.ctx, (ctx) =>
      notify(ctx, {
        to: as.uid,
        kind: "ride.changed",
        cause,
        path: `/rides/${cause}`,
        details: {},
      }),
    );
  }
  const page = (cursor = "") =>
    app.call<{ items: Notification[]; nextCursor: string | null }>("GET", "/notifications", {
      as,
      query: { limit: 2, ...(cursor && { cursor }) },
    });
  const first = (await page()).body;
  const second = (await page(first.nextCursor ?? "")).body;
  expect([...first.items, ...second.items].map(({ path }) => path)).toEqual([
    "/rides/c",
    "/rides/b",
    "/rides/a",
  ]);
  expect(second.nextCursor).toBe(null);
  const read = await app.call("POST", "/notifications/read", {
    as,
    body: { upTo: first.items[1]?.id },
  });
  expect(read.body).toEqual({ count: 1 });
});

test("counts what the list shows, excluding users who were suspended, are leaving or were blocked", async () => {
  const { app, host, ride } = await openRide();
  const { seeker } = await requestSeats(app, ride, host);
  const counted = async () =>
    (await app.call<{ count: number }>("GET", "/notifications/unread-count", { as: host })).body
      .count;
  const unread = async () =>
    (await listNotifications(app, host)).filter(({ readAt }) => readAt === null).length;
  expect([await unread(), await counted()]).toEqual([1, 1]);
  const at = (suspended_at: Date | null) =>
    app.db.updateTable("account").set({ suspended_at }).where("uid", "=", seeker.uid).execute();
  await at(app.now());
  expect([await unread(), await counted()]).toEqual([0, 0]);
  await at(null);
  expect([await unread(), await counted()]).toEqual([1, 1]);
});
