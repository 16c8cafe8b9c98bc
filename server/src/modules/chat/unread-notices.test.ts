import type { Notice } from "@commonlane/contract/notices";
import { expect, test } from "vitest";
import { allChatted, openChat, send } from "../../../test/chats.ts";
import { askForSeats, hostRide } from "../../../test/journeys.ts";
import { allNoticed, noticesOf } from "../../../test/notices.ts";
import { openPushService } from "../../../test/push-service.ts";
import { openWorld, type Person, type World } from "../../../test/world.ts";
import { noticeSweeps, noticeWorkers } from "#modules/notices/index.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { chatSweeps, countUnreadMessages } from "./index.ts";

const dies = () => Promise.reject(new Error("dies"));
const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Ada and Bob with a conversation, a push service, and time that passes when it is told to. */
async function openUnread() {
  const world = await openWorld();
  const service = await openPushService();
  const [ada, bob] = [await world.person(), await world.person({ firstName: "Bob" })];
  const chat = await openChat(world, ada, bob);
  const workers = noticeWorkers({ post: service.post, countMore: countUnreadMessages });
  const after = async (ms: number) => {
    world.world.now = new Date(world.world.now.getTime() + ms);
    await allNoticed(world.ctx);
    for (const sweep of [...chatSweeps, ...noticeSweeps]) await runSweep(world.ctx, sweep);
    await world.jobs.runDue(world.ctx, workers);
  };
  return { world, service, ada, bob, chat, after };
}

const unreadIn = async (world: World, as: Person): Promise<Notice[]> =>
  (await noticesOf(world, as)).filter(({ kind }) => kind === "chat.unread");
const read = (world: World, as: Person, { id }: { id: string }, upTo: string) =>
  world.call("POST", `/chat/conversations/${id}/read`, { as, body: { upTo } });

test("[issue5/notices:badge] a push counts unread messages beside the notices", async () => {
  const { world, service, ada, bob, chat, after } = await openUnread();
  const phone = await service.subscribe(world, bob);
  for (const text of ["Hello", "Are you there?", "Hello?"]) await send(world, ada, chat, text);
  await after(21 * SECOND);
  expect(phone.messages().map(({ unread }) => unread)).toEqual([4]);
});

test("[issue5/chat:unread-once] a burst of messages that nobody reads is told once, by push, and by a letter after ten minutes though the push arrived", async () => {
  const { world, service, ada, bob, chat, after } = await openUnread();
  const phone = await service.subscribe(world, bob);
  for (const text of ["Hello", "Are you there?", "Hello?"]) await send(world, ada, chat, text);
  await after(19 * SECOND);
  expect(await unreadIn(world, bob)).toEqual([]);
  await send(world, ada, chat, "Tell me");
  await after(2 * SECOND);
  expect(await unreadIn(world, bob)).toMatchObject([
    { title: "Ada M. wrote to you", path: `/home?chat=${chat.id}`, person: { uid: ada.uid } },
  ]);
  expect(phone.messages()).toMatchObject([{ title: "Ada M. wrote to you" }]);
  await world.call("POST", "/notices/received", { body: { parcelId: phone.messages()[0]?.parcelId } });
  await send(world, ada, chat, "Still nothing?");
  await after(9 * MINUTE);
  expect(world.mail).toEqual([]);
  await after(2 * MINUTE);
  expect(world.mail).toMatchObject([{ to: bob.email, subject: "Ada wrote to you" }]);
  await after(60 * MINUTE);
  expect([(await unreadIn(world, bob)).length, phone.messages().length, world.mail.length]).toEqual([1, 1, 1]);
  // Who wrote it is told nothing.
  expect(await unreadIn(world, ada)).toEqual([]);
});

test("[issue5/chat:unread-once] what is read ends the burst: its letter is not sent, and what is written then is told anew", async () => {
  const { world, ada, bob, chat, after } = await openUnread();
  const { body: first } = await send(world, ada, chat, "Hello");
  await after(MINUTE);
  expect(await unreadIn(world, bob)).toMatchObject([{ readAt: null }]);
  await read(world, bob, chat, first.id);
  await after(20 * MINUTE);
  const [told] = await unreadIn(world, bob);
  expect(told?.readAt).not.toBeNull();
  expect(told?.deliveries).toContainEqual(
    expect.objectContaining({ channel: "email", state: "skipped", reason: "You had read it already." }),
  );
  expect(world.mail).toEqual([]);
  await send(world, ada, chat, "One more thing");
  await after(MINUTE);
  await after(11 * MINUTE);
  expect([(await unreadIn(world, bob)).length, world.mail.length]).toEqual([2, 1]);
});

test("[issue5/chat:unread-quiet] what is read in time, muted, or turned off is not told, nor that somebody joined", async () => {
  const { world, ada, bob, chat, after } = await openUnread();
  const { body: first } = await send(world, ada, chat, "Read at once");
  await read(world, bob, chat, first.id);
  await after(MINUTE);
  await world.call("PUT", `/chat/conversations/${chat.id}/mute`, { as: bob, body: { muted: true } });
  await send(world, ada, chat, "Into the void");
  await after(MINUTE);
  expect(await unreadIn(world, bob)).toEqual([]);

  const host = await world.person();
  const ride = await hostRide(world, host);
  const { seeker, accept } = await askForSeats(world, ride, host);
  await accept();
  await allChatted(world.ctx);
  await after(MINUTE);
  expect(await unreadIn(world, host)).toEqual([]);
  const { body: group } = await world.call<{ id: string }>("GET", `/rides/${ride.id}/conversation`, { as: seeker });
  const channels = { messages: { push: false, email: false } };
  await world.call("PUT", "/notices/settings", { as: host, body: { channels } });
  await send(world, seeker, group, "Where do we meet?");
  await after(MINUTE);
  await after(11 * MINUTE);
  const [told] = await unreadIn(world, host);
  expect(told?.deliveries.map(({ state, reason }) => [state, reason])).toEqual([
    ["skipped", "Turned off in your settings."],
    ["skipped", "Turned off in your settings."],
  ]);
  expect(world.mail.filter(({ subject }) => subject.includes("wrote"))).toEqual([]);
});

test("[issue5/chat:unread-crash] followers side by side, again from an older place, and dying in the middle tell once", async () => {
  const { world, ada, bob, chat } = await openUnread();
  await send(world, ada, chat, "Hello");
  world.world.now = new Date(world.world.now.getTime() + MINUTE);
  const place = await world.db.selectFrom("follower").selectAll().where("name", "=", "chat-unread").execute();
  const all = () => Promise.all(chatSweeps.flatMap((sweep) => [1, 2, 3].map(() => runSweep(world.ctx, sweep))));
  const broken = chatSweeps.map((sweep) => runSweep({ ...world.ctx, jobs: { send: dies, sendEach: dies } }, sweep));
  await expect(Promise.all(broken)).rejects.toThrow("dies");
  expect(await unreadIn(world, bob)).toEqual([]);
  await all();
  await world.db.deleteFrom("follower").where("name", "=", "chat-unread").execute();
  if (place.length > 0) await world.db.insertInto("follower").values(place).execute();
  await all();
  expect(await unreadIn(world, bob)).toHaveLength(1);
});
