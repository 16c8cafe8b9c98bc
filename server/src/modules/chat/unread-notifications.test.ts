import type { Notification } from "@commonlane/contract/notifications";
import { expect, test } from "vitest";
import { waitForChats, openChat, sendMessage } from "../../../test/fixtures/chats.ts";
import { requestSeats, hostRide } from "../../../test/fixtures/rides.ts";
import { waitForNotifications, listNotifications } from "../../../test/fixtures/notifications.ts";
import { openPushService } from "../../../test/services/push-service.ts";
import { block } from "../../../test/fixtures/block-calls.ts";
import { createTestApp, type TestUser, type TestApp } from "../../../test/app/test-app.ts";
import { notificationSweeps, notificationWorkers } from "#modules/notifications/index.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import type { PollOnce } from "#platform/events/polling.ts";
import { transaction } from "#platform/context.ts";
import { countUnreadMessages, unreadMessageConsumer } from "./index.ts";

/** Polls until nothing is left that is old enough. */
async function pollAll(poll: PollOnce): Promise<void> {
  let read = 1;
  while (read > 0) read = await poll();
}

const dies = () => Promise.reject(new Error("dies"));
const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Ada and Bob with a conversation, a push service and a controllable clock. */
async function openUnread() {
  const app = await createTestApp();
  const service = await openPushService();
  const ada = await app.createUser();
  const bob = await app.createUser({ firstName: "Bob" });
  const chat = await openChat(app, ada, bob);
  const workers = notificationWorkers({
    post: service.post,
    countOtherUnread: countUnreadMessages,
  });
  const after = async (ms: number) => {
    app.clock.now = new Date(app.clock.now.getTime() + ms);
    await waitForNotifications(app.ctx);
    await pollAll(unreadMessageConsumer(app.ctx));
    for (const sweep of notificationSweeps) await runSweep(app.ctx, sweep);
    await app.jobs.runDue(app.ctx, workers);
  };
  return { app, service, ada, bob, chat, after };
}

const unreadIn = async (app: TestApp, as: TestUser): Promise<Notification[]> =>
  (await listNotifications(app, as)).filter(({ kind }) => kind === "chat.unread");
const read = (app: TestApp, as: TestUser, { id }: { id: string }, upTo: string) =>
  app.call("POST", `/chat/conversations/${id}/read`, { as, body: { upTo } });

test("a push counts unread messages together with notifications", async () => {
  const { app, service, ada, bob, chat, after } = await openUnread();
  const phone = await service.subscribe(app, bob);
  for (const text of ["Hello", "Are you there?", "Hello?"]) await sendMessage(app, ada, chat, text);
  await after(21 * SECOND);
  expect(phone.messages().map(({ unread }) => unread)).toEqual([4]);
});

test("notifies once of a burst of unread messages by push, and by e-mail after ten minutes even if the push arrived", async () => {
  const { app, service, ada, bob, chat, after } = await openUnread();
  const phone = await service.subscribe(app, bob);
  for (const text of ["Hello", "Are you there?", "Hello?"]) await sendMessage(app, ada, chat, text);
  await after(19 * SECOND);
  expect(await unreadIn(app, bob)).toEqual([]);
  await sendMessage(app, ada, chat, "Tell me");
  await after(2 * SECOND);
  expect(await unreadIn(app, bob)).toMatchObject([
    { title: "Ada M. sent you a message", path: `/home?chat=${chat.id}`, person: { uid: ada.uid } },
  ]);
  expect(phone.messages()).toMatchObject([{ title: "Ada M. sent you a message" }]);
  await app.call("POST", "/notifications/received", {
    body: { batchId: phone.messages()[0]?.batchId },
  });
  await sendMessage(app, ada, chat, "Still nothing?");
  await after(9 * MINUTE);
  expect(app.mail).toEqual([]);
  await after(2 * MINUTE);
  expect(app.mail).toMatchObject([{ to: bob.email, subject: "Ada sent you a message" }]);
  await after(60 * MINUTE);
  expect([(await unreadIn(app, bob)).length, phone.messages().length, app.mail.length]).toEqual([
    1, 1, 1,
  ]);
  // The sender gets no notification.
  expect(await unreadIn(app, ada)).toEqual([]);
});

test("[domain/apart:unsent] after a block nothing is sent about messages of the two to each other", async () => {
  const { app, service, ada, bob, chat, after } = await openUnread();
  const phone = await service.subscribe(app, bob);
  await sendMessage(app, ada, chat, "Hello");
  await after(21 * SECOND);
  expect(phone.messages()).toHaveLength(1);
  await block(app, bob, ada);
  await after(20 * MINUTE);
  expect(app.mail).toEqual([]);
});

test("reading ends the burst: its e-mail is not sent, and later messages are notified again", async () => {
  const { app, ada, bob, chat, after } = await openUnread();
  const { body: first } = await sendMessage(app, ada, chat, "Hello");
  await after(MINUTE);
  expect(await unreadIn(app, bob)).toMatchObject([{ readAt: null }]);
  await read(app, bob, chat, first.id);
  await after(20 * MINUTE);
  const [told] = await unreadIn(app, bob);
  expect(told?.readAt).not.toBeNull();
  expect(told?.deliveries).toContainEqual(
    expect.objectContaining({ channel: "email", state: "skipped", reason: "Already read." }),
  );
  expect(app.mail).toEqual([]);
  await sendMessage(app, ada, chat, "One more thing");
  await after(MINUTE);
  await after(11 * MINUTE);
  expect([(await unreadIn(app, bob)).length, app.mail.length]).toEqual([2, 1]);
});

test("does not notify of messages read in time, muted or turned off, nor of joined passengers", async () => {
  const { app, ada, bob, chat, after } = await openUnread();
  const { body: first } = await sendMessage(app, ada, chat, "Read at once");
  await read(app, bob, chat, first.id);
  await after(MINUTE);
  await app.call("PUT", `/chat/conversations/${chat.id}/mute`, { as: bob, body: { muted: true } });
  await sendMessage(app, ada, chat, "Into the void");
  await after(MINUTE);
  expect(await unreadIn(app, bob)).toEqual([]);

  const host = await app.createUser();
  const ride = await hostRide(app, host);
  const { seeker, accept } = await requestSeats(app, ride, host);
  await accept();
  await waitForChats(app.ctx);
  await after(MINUTE);
  expect(await unreadIn(app, host)).toEqual([]);
  const { body: group } = await app.call<{ id: string }>("GET", `/rides/${ride.id}/conversation`, {
    as: seeker,
  });
  const channels = { messages: { push: false, email: false } };
  await app.call("PUT", "/notifications/settings", { as: host, body: { channels } });
  await sendMessage(app, seeker, group, "Where do we meet?");
  await after(MINUTE);
  await after(11 * MINUTE);
  const [told] = await unreadIn(app, host);
  expect(told?.deliveries.map(({ state, reason }) => [state, reason])).toEqual([
    ["skipped", "Turned off in your settings."],
    ["skipped", "Turned off in your settings."],
  ]);
  expect(app.mail.filter(({ subject }) => subject.includes("wrote"))).toEqual([]);
});

test("notifies once, even if consumers run in parallel, restart from an older offset and crash", async () => {
  const { app, ada, bob, chat } = await openUnread();
  await sendMessage(app, ada, chat, "Hello");
  app.clock.now = new Date(app.clock.now.getTime() + MINUTE);
  const place = await app.db
    .selectFrom("event_consumer")
    .selectAll()
    .where("name", "=", "unread-messages.2")
    .execute();
  const all = () => Promise.all([1, 2, 3].map(() => pollAll(unreadMessageConsumer(app.ctx))));
  const broken = unreadMessageConsumer({ ...app.ctx, jobs: { send: dies, sendEach: dies } });
  await expect(broken()).rejects.toThrow("dies");
  expect(await unreadIn(app, bob)).toEqual([]);
  await all();
  await app.db.deleteFrom("event_consumer").where("name", "=", "unread-messages.2").execute();
  if (place.length > 0) await app.db.insertInto("event_consumer").values(place).execute();
  await all();
  expect(await unreadIn(app, bob)).toHaveLength(1);
});

test("[domain/work:set-aside] a message that cannot be handled does not hold up the others", async () => {
  const { app, ada, bob, chat } = await openUnread();
  await sendMessage(app, ada, chat, "Hello");
  await transaction(app.ctx, async (ctx) =>
    // On a channel that names no user.
    ctx.publish("rides", {
      type: "chat.message-sent",
      conversationId: chat.id,
      ordinal: 2,
      senderUid: ada.uid,
    }),
  );
  app.clock.now = new Date(app.clock.now.getTime() + MINUTE);
  const poll = unreadMessageConsumer(app.ctx);
  let failures = 0;
  for (let n = 0; n < 20; n++) await poll().catch(() => void failures++);
  expect(failures).toBeGreaterThan(0);
  expect(await unreadIn(app, bob)).toHaveLength(1);
});
