import { expect, test } from "vitest";
import { listNotifications } from "../../../../test/fixtures/notifications.ts";
import {
  minutesInMs,
  openNotificationDelivery,
  confirmReceipt,
  deliveryStates,
} from "../../../../test/fixtures/notification-delivery.ts";
import { transaction } from "#platform/context.ts";
import { recordEmailResult } from "../email/email-delivery.ts";
import { notificationWorkers } from "../index.ts";

test("[issue5/notices:push] a push is sealed for the browser it goes to, and stands as sent, and as delivered once it has arrived", async () => {
  const { app, service, ada, run, after, tell, subscribe } = await openNotificationDelivery();
  const phone = await subscribe();
  expect(phone.stored).toMatchObject({ status: 200, body: { device: "Chrome on Linux", current: true } });
  await tell();
  await run();
  const [message] = phone.messages();
  const [notice] = await listNotifications(app, ada);
  expect(message).toMatchObject({ title: "Somebody changed the ride", path: "/rides/x", tag: notice?.id });
  expect(await deliveryStates(app, ada)).toMatchObject({ push: { state: "sent" }, email: { state: "waiting" } });
  await app.waitForEvents();
  const heard = app.recordEventsOf(ada.uid);
  await confirmReceipt(app, message?.batchId);
  await confirmReceipt(app, message?.batchId);
  await app.waitForEvents();
  expect(heard).toEqual([{ type: "notification.changed" }]);
  await after(minutesInMs(11));
  expect(await deliveryStates(app, ada)).toEqual({
    push: { state: "delivered", reason: null },
    email: { state: "skipped", reason: "The push arrived." },
  });
  expect(app.mail).toEqual([]);
  expect(service.asked).toEqual([{ ttl: 86_400, urgency: "normal" }]);
});

test("[issue5/notices:badge] a push says how many notices are unread, as a number and nothing more", async () => {
  const { app, ada, run, tell, subscribe } = await openNotificationDelivery();
  const phone = await subscribe();
  const newest = async () => {
    await tell();
    await run();
    return phone.messages().at(-1);
  };
  expect(await newest()).toEqual({
    title: "Somebody changed the ride",
    text: expect.any(String),
    path: "/rides/x",
    tag: expect.any(String),
    batchId: expect.any(String),
    unread: 1,
  });
  expect(await newest()).toMatchObject({ unread: 2 });
  const [notice] = await listNotifications(app, ada);
  await app.call("POST", "/notifications/read", { as: ada, body: { upTo: notice?.id } });
  expect(await newest()).toMatchObject({ unread: 1 });
});

test("[issue5/notices:quiet-end] quiet hours that end when they begin are refused in words, and the ones before stay", async () => {
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
    { "quietHours.until": "Quiet hours must end at another time than they begin." },
  ]);
  const kept = await app.call("GET", "/notifications/settings", { as: ada });
  expect(kept.body["quietHours"]).toMatchObject({ from: "22:00", until: "07:00" });
});

test("[issue5/notices:email-after-push] a letter follows a push that showed no sign of arrival in ten minutes, and none when the notice was read", async () => {
  const { app, ada, run, after, tell, subscribe } = await openNotificationDelivery();
  await subscribe();
  await tell();
  await run();
  await after(minutesInMs(9));
  expect(app.mail).toEqual([]);
  await after(minutesInMs(1));
  expect(app.mail).toMatchObject([
    { to: ada.email, subject: "Somebody changed the ride", action: { url: "http://127.0.0.1:3000/rides/x" } },
  ]);
  await after(minutesInMs(20));
  await tell();
  await run();
  const [notice] = await listNotifications(app, ada);
  await app.call("POST", "/notifications/read", { as: ada, body: { notificationIds: [notice?.id] } });
  await after(minutesInMs(10));
  expect(await deliveryStates(app, ada)).toMatchObject({
    email: { state: "skipped", reason: "You had read it already." },
  });
  expect(app.mail).toHaveLength(1);
});

test("[issue5/notices:no-push] who has no browser that takes pushes gets the letter at once, and a browser that is gone is forgotten", async () => {
  const { app, service, ada, run, after, tell, subscribe } = await openNotificationDelivery();
  await tell();
  await run();
  expect(app.mail).toHaveLength(1);
  expect(await deliveryStates(app, ada)).toMatchObject({
    push: { state: "skipped", reason: "No browser of yours takes pushes." },
    email: { state: "waiting", reason: "With the mail server." },
  });
  await after(minutesInMs(16));
  const [gone, kept] = [await subscribe(), await subscribe()];
  gone.expire();
  await tell();
  await run();
  expect(kept.messages()).toHaveLength(1);
  const devices = () => app.call<{ items: object[] }>("GET", "/notifications/devices", { as: ada });
  expect((await devices()).body.items).toHaveLength(1);
  kept.expire();
  await after(minutesInMs(16));
  await tell();
  await run();
  expect((await devices()).body.items).toEqual([]);
  expect(await deliveryStates(app, ada)).toMatchObject({
    push: { state: "failed", reason: "No browser of yours takes pushes any more." },
  });
  await subscribe();
  service.answerWith(503);
  await tell();
  await run();
  expect((await devices()).body.items).toMatchObject([{ failure: "The push service of your browser has problems." }]);
});

test("[issue5/notices:digest] many notices at once come as one push, and letters keep their distance and gather what came meanwhile", async () => {
  const { app, run, after, tell, subscribe } = await openNotificationDelivery();
  for (let n = 0; n < 5; n++) await tell();
  await run();
  expect(app.mail).toMatchObject([{ subject: "5 things happened" }]);
  expect(app.mail[0]?.paragraphs).toHaveLength(5);
  await tell();
  await run();
  await after(minutesInMs(5));
  await tell();
  await run();
  await after(minutesInMs(9));
  expect(app.mail).toHaveLength(1);
  await after(minutesInMs(1));
  expect(app.mail[1]).toMatchObject({ subject: "2 things happened" });
  const phone = await subscribe();
  for (let n = 0; n < 3; n++) await tell();
  await run();
  expect(phone.messages()).toHaveLength(3);
  for (let n = 0; n < 4; n++) await tell();
  await run();
  expect(phone.messages().slice(3)).toMatchObject([
    {
      title: "4 things happened",
      text: "Somebody changed the ride, Somebody changed the ride, Somebody changed the ride, and 1 more.",
      path: "/notifications",
    },
  ]);
});

test("[issue5/notices:exactly-once] a push that a crash cut short is sent again under the same tag, which a browser shows once; a letter is written once", async () => {
  const { app, service, ada, after, tell, subscribe } = await openNotificationDelivery();
  const phone = await subscribe();
  await tell();
  // The process dies between the answer of the push service and writing it down.
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

test("[issue5/notices:where-it-stands] what the mail server says of a letter is told of its notices", async () => {
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
    email: { state: "failed", reason: "The mail server refused the letter (550)." },
  });
  await after(minutesInMs(16));
  await tell();
  await run();
  await after(minutesInMs(241));
  expect(await deliveryStates(app, ada)).toMatchObject({
    email: { state: "failed", reason: "The mail server could not be reached." },
  });
});

test("[issue5/notices:signed-out] a browser that was signed out, or belongs to somebody else now, gets nothing more", async () => {
  const { app, service, ada, run, tell, subscribe } = await openNotificationDelivery();
  const phone = await subscribe();
  const { session_id } = await app.db.selectFrom("push_subscription").select("session_id").executeTakeFirstOrThrow();
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
  expect(service.asked).toHaveLength(1);
});

test("[issue5/notices:stop-letters] the link of a letter ends its kind of letters with one call and without signing in, and a forged one does nothing", async () => {
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
  expect((await stop(token.replace(".changes.", ".answers."))).json()).toMatchObject({ code: "link_over" });
  expect((await stop(`${token}x`)).statusCode).toBe(400);
  expect((await stop(token)).json()).toEqual({ success: true, group: "changes" });
  const { body } = await app.call<{ channels: object }>("GET", "/notifications/settings", { as: ada });
  expect(body.channels).toMatchObject({ changes: { push: true, email: false }, answers: { email: true } });
});
