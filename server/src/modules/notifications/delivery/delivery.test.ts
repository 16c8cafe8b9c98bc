import { expect, onTestFinished, test, vi } from "vitest";
import { listNotifications } from "../../../../test/fixtures/notifications.ts";
import {
  minutesInMs,
  openNotificationDelivery,
  confirmReceipt,
  deliveryStates,
} from "../../../../test/fixtures/notification-delivery.ts";
import { transaction } from "#platform/context.ts";
import { NewEventSignal } from "#platform/events/polling.ts";
import { recordEmailResult } from "../email/email-delivery.ts";
import { notificationWorkers } from "../index.ts";

test("encrypts a push for its browser and shows it as sent, then as delivered once received", async () => {
  const { app, service, ada, run, after, tell, subscribe } = await openNotificationDelivery();
  const phone = await subscribe();
  expect(phone.stored).toMatchObject({
    status: 200,
    body: { device: "Chrome on Linux", current: true },
  });
  await tell();
  await run();
  const [message] = phone.messages();
  const [notification] = await listNotifications(app, ada);
  expect(message).toMatchObject({
    title: "Someone changed the ride",
    path: "/rides/x",
    tag: notification?.id,
  });
  expect(await deliveryStates(app, ada)).toMatchObject({
    push: { state: "sent" },
    email: { state: "waiting" },
  });
  await app.waitForEvents();
  const events = app.recordEventsOf(ada.uid);
  const announced: unknown[] = [];
  const signal = await NewEventSignal.open(app.connection, (payload) =>
    announced.push(JSON.parse(payload)),
  );
  onTestFinished(() => signal.close());
  await confirmReceipt(app, message?.batchId);
  await confirmReceipt(app, message?.batchId);
  await vi.waitUntil(() => announced.length > 0, 15_000);
  await app.waitForEvents();
  expect(announced).toEqual([
    { topics: [`user:${ada.uid}`], event: { type: "notification.delivery-changed" } },
  ]);
  // Stored for a week, they would be most of the outbox.
  expect(events).toEqual([]);
  await after(minutesInMs(11));
  expect(await deliveryStates(app, ada)).toEqual({
    push: { state: "delivered", reason: null },
    email: { state: "skipped", reason: "The push arrived." },
  });
  expect(app.mail).toEqual([]);
  expect(service.requests).toEqual([{ ttl: 86_400, urgency: "normal" }]);
});

test("sends the number of unread notifications with a push and nothing else", async () => {
  const { app, ada, run, tell, subscribe } = await openNotificationDelivery();
  const phone = await subscribe();
  const newest = async () => {
    await tell();
    await run();
    return phone.messages().at(-1);
  };
  expect(await newest()).toEqual({
    title: "Someone changed the ride",
    text: expect.any(String),
    language: "en",
    direction: "ltr",
    path: "/rides/x",
    tag: expect.any(String),
    batchId: expect.any(String),
    unread: 1,
  });
  expect(await newest()).toMatchObject({ unread: 2 });
  const [notification] = await listNotifications(app, ada);
  await app.call("POST", "/notifications/read", { as: ada, body: { upTo: notification?.id } });
  expect(await newest()).toMatchObject({ unread: 1 });
});

test("rejects quiet hours that end when they begin and keeps the previous ones", async () => {
  const { app, ada } = await openNotificationDelivery();
  const say = (from: string, until: string) =>
    app.call<{ fields?: object; quietHours?: object }>("PUT", "/notifications/settings", {
      as: ada,
      body: { quietHours: { from, until, timeZone: "Europe/Berlin" } },
    });
  expect((await say("22:00", "07:00")).status).toBe(200);
  const { status, body } = await say("22:00", "22:00");
  expect([status, body.fields]).toEqual([
    400,
    { "quietHours.until": "Quiet hours can't start and end at the same time." },
  ]);
  const settings = await app.call("GET", "/notifications/settings", { as: ada });
  expect(settings.body["quietHours"]).toMatchObject({ from: "22:00", until: "07:00" });
});

test("sends an e-mail if a push is not received within ten minutes, unless the notification was read", async () => {
  const { app, ada, run, after, tell, subscribe } = await openNotificationDelivery();
  await subscribe();
  await tell();
  await run();
  await after(minutesInMs(9));
  expect(app.mail).toEqual([]);
  await after(minutesInMs(1));
  expect(app.mail).toMatchObject([
    {
      to: ada.email,
      subject: "Someone changed the ride",
      action: { url: "http://127.0.0.1:3000/rides/x" },
    },
  ]);
  await after(minutesInMs(20));
  await tell();
  await run();
  const [notification] = await listNotifications(app, ada);
  await app.call("POST", "/notifications/read", {
    as: ada,
    body: { notificationIds: [notification?.id] },
  });
  await after(minutesInMs(10));
  expect(await deliveryStates(app, ada)).toMatchObject({
    email: { state: "skipped", reason: "Already read." },
  });
  expect(app.mail).toHaveLength(1);
});

test("e-mails users without push at once and deletes subscriptions of browsers that are gone", async () => {
  const { app, service, ada, run, after, tell, subscribe } = await openNotificationDelivery();
  await tell();
  await run();
  expect(app.mail).toHaveLength(1);
  expect(await deliveryStates(app, ada)).toMatchObject({
    push: { state: "skipped", reason: "You haven't turned on notifications in a browser." },
    email: { state: "waiting", reason: "Handed to the mail server." },
  });
  await after(minutesInMs(16));
  const gone = await subscribe();
  const phone = await subscribe();
  gone.expire();
  await tell();
  await run();
  expect(phone.messages()).toHaveLength(1);
  const devices = () => app.call<{ items: object[] }>("GET", "/notifications/devices", { as: ada });
  expect((await devices()).body.items).toHaveLength(1);
  phone.expire();
  await after(minutesInMs(16));
  await tell();
  await run();
  expect((await devices()).body.items).toEqual([]);
  expect(await deliveryStates(app, ada)).toMatchObject({
    push: { state: "failed", reason: "Push is no longer set up in any browser." },
  });
  await subscribe();
  service.answerWith(503);
  await tell();
  await run();
  expect((await devices()).body.items).toMatchObject([
    { failure: "The push service of your browser has problems." },
  ]);
});

test("sends many notifications as one push and collects e-mails until the minimum interval is over", async () => {
  const { app, run, after, tell, subscribe } = await openNotificationDelivery();
  for (let n = 0; n < 5; n++) await tell();
  await run();
  expect(app.mail).toMatchObject([{ subject: "Someone changed the ride and 4 more" }]);
  expect(app.mail[0]?.items).toHaveLength(5);
  await tell();
  await run();
  await after(minutesInMs(5));
  await tell();
  await run();
  await after(minutesInMs(9));
  expect(app.mail).toHaveLength(1);
  await after(minutesInMs(1));
  expect(app.mail[1]).toMatchObject({ subject: "Someone changed the ride and 1 more" });
  const phone = await subscribe();
  for (let n = 0; n < 3; n++) await tell();
  await run();
  expect(phone.messages()).toHaveLength(3);
  for (let n = 0; n < 4; n++) await tell();
  await run();
  expect(phone.messages().slice(3)).toMatchObject([
    {
      title: "4 new notifications",
      text: "Someone changed the ride, Someone changed the ride, Someone changed the ride and 1 more.",
      path: "/notifications",
    },
  ]);
});

test("repeats a push after a crash under the same tag, and sends each e-mail once", async () => {
  const { app, service, ada, after, tell, subscribe } = await openNotificationDelivery();
  const phone = await subscribe();
  await tell();
  // The process dies after the push service answered and before the result is stored.
  const arrived = Promise.withResolvers<void>();
  const post: typeof service.post = async (...sent) => {
    await service.post(...sent);
    arrived.resolve();
    return new Promise(() => {});
  };
  const [dying] = notificationWorkers({ post });
  void dying?.run(app.ctx, { uids: [ada.uid] });
  await arrived.promise;
  await after(minutesInMs(1));
  expect(phone.messages()).toHaveLength(1);
  await after(minutesInMs(1));
  const tags = () => phone.messages().map(({ tag }) => tag);
  expect(tags()).toHaveLength(2);
  expect(new Set(tags()).size).toBe(1);
  const [worker] = notificationWorkers({ post: service.post });
  await tell();
  await Promise.all([1, 2, 3].map(async () => worker?.run(app.ctx, { uids: [ada.uid] })));
  expect(tags()).toHaveLength(3);
  await after(minutesInMs(30));
  await Promise.all([1, 2, 3].map(async () => worker?.run(app.ctx, { uids: [ada.uid] })));
  expect(app.mail).toHaveLength(1);
});

test("shows the mail server's result for each notification", async () => {
  const { app, ada, run, tell, after } = await openNotificationDelivery();
  await tell();
  await run();
  await recordEmailResult(app.ctx, [app.mail[0]?.id ?? ""], undefined);
  expect(await deliveryStates(app, ada)).toMatchObject({ email: { state: "sent", reason: null } });
  await after(minutesInMs(16));
  await tell();
  await run();
  await recordEmailResult(app.ctx, [app.mail[1]?.id ?? ""], "EENVELOPE RCPT TO 550");
  expect(await deliveryStates(app, ada)).toMatchObject({
    email: { state: "failed", reason: "The mail server rejected the e-mail (550)." },
  });
  await after(minutesInMs(16));
  await tell();
  await run();
  await after(minutesInMs(241));
  expect(await deliveryStates(app, ada)).toMatchObject({
    email: { state: "failed", reason: "The mail server could not be reached." },
  });
});

test("sends nothing to a browser that was signed out or taken over by another user", async () => {
  const { app, service, ada, run, tell, subscribe } = await openNotificationDelivery();
  const phone = await subscribe();
  const { session_id } = await app.db
    .selectFrom("push_subscription")
    .select("session_id")
    .executeTakeFirstOrThrow();
  await transaction(app.ctx, async (ctx) =>
    ctx.publish(`user:${ada.uid}`, { type: "session.ended", sessionId: session_id }),
  );
  await listNotifications(app, ada);
  await tell();
  await run();
  expect(phone.messages()).toEqual([]);
  const shared = await subscribe();
  const bob = await app.createUser();
  const row = await app.db.selectFrom("push_subscription").selectAll().executeTakeFirstOrThrow();
  const body = { endpoint: row.endpoint, keys: { p256dh: row.p256dh, auth: row.auth } };
  await app.call("PUT", "/notifications/devices", { as: bob, body });
  await tell();
  await tell("ride.changed", { to: bob });
  await run();
  expect(shared.messages()).toHaveLength(1);
  expect(service.requests).toHaveLength(1);
});

test("unsubscribes from the group of an e-mail with one call and without signing in, and ignores forged links", async () => {
  const { app, ada, run, tell } = await openNotificationDelivery();
  await tell("ride.changed");
  await run();
  const { oneClick = "", page = "" } = app.mail[0]?.unsubscribe ?? {};
  expect(new URL(page).pathname).toBe("/unsubscribe");
  const { pathname, searchParams } = new URL(oneClick);
  const opened = await app.http.inject({ method: "GET", url: oneClick });
  expect(opened.headers["location"]).toBe(new URL(page).pathname + new URL(page).search);
  const stop = (token: string) =>
    app.http.inject({
      method: "POST",
      url: pathname,
      query: { token },
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: "List-Unsubscribe=One-Click",
    });
  const token = searchParams.get("token") ?? "";
  expect((await stop(token.replace(".changes.", ".answers."))).json()).toMatchObject({
    code: "link_over",
  });
  // As many letters as a signature has, but more bytes.
  const forged = token.slice(0, token.lastIndexOf(".") + 1) + "é".repeat(43);
  expect((await stop(forged)).json()).toMatchObject({ code: "link_over" });
  expect((await stop(`${token}x`)).statusCode).toBe(400);
  expect((await stop(token)).json()).toEqual({ success: true, group: "changes" });
  const { body } = await app.call<{ channels: object }>("GET", "/notifications/settings", {
    as: ada,
  });
  expect(body.channels).toMatchObject({
    changes: { push: true, email: false },
    answers: { email: true },
  });
});
