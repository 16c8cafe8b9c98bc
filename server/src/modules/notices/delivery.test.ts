import { expect, test } from "vitest";
import { noticesOf } from "../../../test/notices.ts";
import { minutes, openPost, received, standing } from "../../../test/post-office.ts";
import { transaction } from "#platform/context.ts";
import { noteMailed } from "./mail-delivery.ts";
import { noticeWorkers } from "./index.ts";

test("[issue5/notices:push] a push is sealed for the browser it goes to, and stands as sent, and as delivered once it has arrived", async () => {
  const { world, service, ada, run, after, tell, subscribe } = await openPost();
  const phone = await subscribe();
  expect(phone.stored).toMatchObject({ status: 200, body: { device: "Chrome on Linux", current: true } });
  await tell();
  await run();
  const [message] = phone.messages();
  const [notice] = await noticesOf(world, ada);
  expect(message).toMatchObject({ title: "Somebody changed the ride", path: "/rides/x", tag: notice?.id });
  expect(await standing(world, ada)).toMatchObject({ push: { state: "sent" }, email: { state: "waiting" } });
  await world.allTold();
  const heard = world.hear(ada.uid);
  await received(world, message?.parcelId);
  await received(world, message?.parcelId);
  await world.allTold();
  expect(heard).toEqual([{ type: "notice.changed" }]);
  await after(minutes(11));
  expect(await standing(world, ada)).toEqual({
    push: { state: "delivered", reason: null },
    email: { state: "skipped", reason: "The push arrived." },
  });
  expect(world.mail).toEqual([]);
  expect(service.asked).toEqual([{ ttl: 86_400, urgency: "normal" }]);
});

test("[issue5/notices:badge] a push says how many notices are unread, as a number and nothing more", async () => {
  const { world, ada, run, tell, subscribe } = await openPost();
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
    parcelId: expect.any(String),
    unread: 1,
  });
  expect(await newest()).toMatchObject({ unread: 2 });
  const [notice] = await noticesOf(world, ada);
  await world.call("POST", "/notices/read", { as: ada, body: { upTo: notice?.id } });
  expect(await newest()).toMatchObject({ unread: 1 });
});

test("[issue5/notices:quiet-end] quiet hours that end when they begin are refused in words, and the ones before stay", async () => {
  const { world, ada } = await openPost();
  const say = (from: string, until: string) =>
    world.call<{ fields?: object; quietHours?: object }>("PUT", "/notices/settings", {
      as: ada,
      body: { quietHours: { from, until, timeZone: "Europe/Berlin" } },
    });
  expect((await say("22:00", "07:00")).status).toBe(200);
  const { status, body } = await say("22:00", "22:00");
  expect([status, body.fields]).toEqual([
    400,
    { "quietHours.until": "Quiet hours must end at another time than they begin." },
  ]);
  const kept = await world.call("GET", "/notices/settings", { as: ada });
  expect(kept.body["quietHours"]).toMatchObject({ from: "22:00", until: "07:00" });
});

test("[issue5/notices:email-after-push] a letter follows a push that showed no sign of arrival in ten minutes, and none when the notice was read", async () => {
  const { world, ada, run, after, tell, subscribe } = await openPost();
  await subscribe();
  await tell();
  await run();
  await after(minutes(9));
  expect(world.mail).toEqual([]);
  await after(minutes(1));
  expect(world.mail).toMatchObject([
    { to: ada.email, subject: "Somebody changed the ride", action: { url: "http://127.0.0.1:3000/rides/x" } },
  ]);
  await after(minutes(20));
  await tell();
  await run();
  const [notice] = await noticesOf(world, ada);
  await world.call("POST", "/notices/read", { as: ada, body: { noticeIds: [notice?.id] } });
  await after(minutes(10));
  expect(await standing(world, ada)).toMatchObject({ email: { state: "skipped", reason: "You had read it already." } });
  expect(world.mail).toHaveLength(1);
});

test("[issue5/notices:no-push] who has no browser that takes pushes gets the letter at once, and a browser that is gone is forgotten", async () => {
  const { world, service, ada, run, after, tell, subscribe } = await openPost();
  await tell();
  await run();
  expect(world.mail).toHaveLength(1);
  expect(await standing(world, ada)).toMatchObject({
    push: { state: "skipped", reason: "No browser of yours takes pushes." },
    email: { state: "waiting", reason: "With the mail server." },
  });
  await after(minutes(16));
  const [gone, kept] = [await subscribe(), await subscribe()];
  gone.expire();
  await tell();
  await run();
  expect(kept.messages()).toHaveLength(1);
  const devices = () => world.call<{ items: object[] }>("GET", "/notices/devices", { as: ada });
  expect((await devices()).body.items).toHaveLength(1);
  kept.expire();
  await after(minutes(16));
  await tell();
  await run();
  expect((await devices()).body.items).toEqual([]);
  expect(await standing(world, ada)).toMatchObject({
    push: { state: "failed", reason: "No browser of yours takes pushes any more." },
  });
  await subscribe();
  service.answerWith(503);
  await tell();
  await run();
  expect((await devices()).body.items).toMatchObject([{ failure: "The push service of your browser has trouble." }]);
});

test("[issue5/notices:digest] many notices at once come as one push, and letters keep their distance and gather what came meanwhile", async () => {
  const { world, run, after, tell, subscribe } = await openPost();
  for (let n = 0; n < 5; n++) await tell();
  await run();
  expect(world.mail).toMatchObject([{ subject: "5 things happened" }]);
  expect(world.mail[0]?.paragraphs).toHaveLength(5);
  await tell();
  await run();
  await after(minutes(5));
  await tell();
  await run();
  await after(minutes(9));
  expect(world.mail).toHaveLength(1);
  await after(minutes(1));
  expect(world.mail[1]).toMatchObject({ subject: "2 things happened" });
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
      path: "/notices",
    },
  ]);
});

test("[issue5/notices:exactly-once] a push that a crash cut short is sent again under the same tag, which a browser shows once; a letter is written once", async () => {
  const { world, service, ada, after, tell, subscribe } = await openPost();
  const phone = await subscribe();
  await tell();
  // The process dies between the answer of the push service and writing it down.
  const arrived = Promise.withResolvers<void>();
  const post: typeof service.post = async (...sent) => {
    await service.post(...sent);
    arrived.resolve();
    return new Promise(() => {});
  };
  const [dying] = noticeWorkers({ post });
  void dying?.run(world.ctx, { uids: [ada.uid] });
  await arrived.promise;
  await after(minutes(1));
  expect(phone.messages()).toHaveLength(1);
  await after(minutes(1));
  const tags = () => phone.messages().map(({ tag }) => tag);
  expect(tags()).toHaveLength(2);
  expect(new Set(tags()).size).toBe(1);
  const [worker] = noticeWorkers({ post: service.post });
  await tell();
  await Promise.all([1, 2, 3].map(async () => worker?.run(world.ctx, { uids: [ada.uid] })));
  expect(tags()).toHaveLength(3);
  await after(minutes(30));
  await Promise.all([1, 2, 3].map(async () => worker?.run(world.ctx, { uids: [ada.uid] })));
  expect(world.mail).toHaveLength(1);
});

test("[issue5/notices:where-it-stands] what the mail server says of a letter is told of its notices", async () => {
  const { world, ada, run, tell, after } = await openPost();
  await tell();
  await run();
  await noteMailed(world.ctx, [world.mail[0]?.id ?? ""], undefined);
  expect(await standing(world, ada)).toMatchObject({ email: { state: "sent", reason: null } });
  await after(minutes(16));
  await tell();
  await run();
  await noteMailed(world.ctx, [world.mail[1]?.id ?? ""], "EENVELOPE RCPT TO 550");
  expect(await standing(world, ada)).toMatchObject({
    email: { state: "failed", reason: "The mail server refused the letter (550)." },
  });
  await after(minutes(16));
  await tell();
  await run();
  await after(minutes(241));
  expect(await standing(world, ada)).toMatchObject({
    email: { state: "failed", reason: "The mail server could not be reached." },
  });
});

test("[issue5/notices:signed-out] a browser that was signed out, or belongs to somebody else now, gets nothing more", async () => {
  const { world, service, ada, run, tell, subscribe } = await openPost();
  const phone = await subscribe();
  const { session_id } = await world.db.selectFrom("push_subscription").select("session_id").executeTakeFirstOrThrow();
  await transaction(world.ctx, async (ctx) =>
    ctx.announce(`user:${ada.uid}`, { type: "session.ended", sessionId: session_id }),
  );
  await noticesOf(world, ada);
  await tell();
  await run();
  expect(phone.messages()).toEqual([]);
  const shared = await subscribe();
  const bob = await world.person();
  const row = await world.db.selectFrom("push_subscription").selectAll().executeTakeFirstOrThrow();
  const body = { endpoint: row.endpoint, keys: { p256dh: row.p256dh, auth: row.auth } };
  await world.call("PUT", "/notices/devices", { as: bob, body });
  await tell();
  await tell("ride.changed", { to: bob });
  await run();
  expect(shared.messages()).toHaveLength(1);
  expect(service.asked).toHaveLength(1);
});

test("[issue5/notices:stop-letters] the link of a letter ends its kind of letters with one call and without signing in, and a forged one does nothing", async () => {
  const { world, ada, run, tell } = await openPost();
  await tell("ride.changed");
  await run();
  const { oneClick = "", page = "" } = world.mail[0]?.unsubscribe ?? {};
  expect(new URL(page).pathname).toBe("/stop-letters");
  const { pathname, searchParams } = new URL(oneClick);
  const opened = await world.app.inject({ method: "GET", url: oneClick });
  expect(opened.headers["location"]).toBe(new URL(page).pathname + new URL(page).search);
  const stop = (token: string) =>
    world.app.inject({
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
  const { body } = await world.call<{ channels: object }>("GET", "/notices/settings", { as: ada });
  expect(body.channels).toMatchObject({ changes: { push: true, email: false }, answers: { email: true } });
});
