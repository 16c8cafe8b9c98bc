import { randomUUID } from "node:crypto";
import type { Conversation, Message, MessagesPage } from "@commonlane/contract/chat";
import { HOUR_MS } from "@commonlane/contract/durations";
import { expect, test } from "vitest";
import {
  countUnread,
  listConversations,
  listMessages,
  openChat,
  sendMessage,
} from "../../../test/fixtures/chats.ts";
import { hide, show } from "../../../test/fixtures/content-removals.ts";
import { createModerator } from "../../../test/fixtures/moderators.ts";
import { hostRide, requestSeats, sortedStatuses } from "../../../test/fixtures/rides.ts";
import { advanceClock } from "../../../test/fixtures/accounts.ts";
import { openTwo } from "../../../test/fixtures/chat.ts";
import type { TestUser } from "../../../test/app/test-app.ts";

test("the chat token belongs to the caller's session, works for calls and the live socket, and expires with the caller's token", async () => {
  const { app, ada } = await openTwo();
  const expiry = app.clock.now.getTime() + HOUR_MS;
  advanceClock(app, 1800);
  const path = "/sendbird/generate-access-token";
  const { status, body } = await app.call("POST", path, { as: ada, body: { nickname: "Ada" } });
  expect([status, body["userId"]]).toEqual([200, ada.uid]);
  expect(Date.parse(String(body["expiresAt"]))).toBe(expiry);
  const token = String(body["token"]);
  expect((await app.call("GET", "/chat/unread-count", { as: { token } })).status).toBe(200);
  expect((await app.call("POST", path, { body: { nickname: "Ada" } })).status).toBe(401);
});

test("two users have one conversation per ride and one without, no matter how often they open it concurrently", async () => {
  const { app, ada, bob } = await openTwo();
  const ride = await hostRide(app, bob);
  const opened = await Promise.all([
    ...[1, 2, 3].flatMap(() => [openChat(app, ada, bob), openChat(app, bob, ada)]),
    ...[1, 2, 3].flatMap(() => [
      openChat(app, ada, bob, ride.id),
      openChat(app, bob, ada, ride.id),
    ]),
  ]);
  const ids = opened.map(({ id }) => id);
  expect([new Set(ids.slice(0, 6)).size, new Set(ids.slice(6)).size, new Set(ids).size]).toEqual([
    1, 1, 2,
  ]);
  expect(opened.at(-1)).toMatchObject({
    kind: "direct",
    rideId: ride.id,
    ride: { hostId: bob.uid },
    unread: 0,
  });
  expect(opened[0]?.members.map(({ displayName }) => displayName).toSorted()).toEqual([
    "Ada M.",
    "Bob M.",
  ]);
});

test("only the two members read and write; others get not_found", async () => {
  const { app, ada, bob } = await openTwo();
  const stranger = await app.createUser();
  const chat = await openChat(app, ada, bob);
  const { body: sent } = await sendMessage(app, ada, chat, "Hello");
  const path = `/chat/conversations/${chat.id}`;
  const tries = [
    await app.call("GET", path, { as: stranger }),
    await app.call("GET", `${path}/messages`, { as: stranger }),
    await sendMessage(app, stranger, chat, "Me too"),
    await app.call("POST", `${path}/read`, { as: stranger, body: { upTo: sent.id } }),
    await app.call("POST", `${path}/delivered`, { as: stranger, body: { upTo: sent.id } }),
    await app.call("PUT", `${path}/mute`, { as: stranger, body: { muted: true } }),
  ];
  expect(sortedStatuses(tries)).toEqual(tries.map(() => 404));
  expect(await listConversations(app, stranger)).toEqual([]);
  const results = await app.call("GET", "/chat/search", {
    as: stranger,
    query: { words: "Hello" },
  });
  expect(results.body).toEqual({ items: [], nextCursor: null });
});

test("rejects conversations with oneself, with unknown users, or about a ride that neither hosts", async () => {
  const { app, ada, bob } = await openTwo();
  const ride = await hostRide(app, await app.createUser());
  const open = async (body: object) =>
    (await app.call("POST", "/chat/conversations", { as: ada, body })).body["code"];
  expect(await open({ withUid: ada.uid })).toBe("own_conversation");
  expect(await open({ withUid: randomUUID() })).toBe("not_found");
  expect(await open({ withUid: bob.uid, rideId: ride.id })).toBe("not_found");
});

test("publishes sent, delivered and read to both, and marks never go back", async () => {
  const { app, ada, bob } = await openTwo();
  const chat = await openChat(app, ada, bob);
  const one = (await sendMessage(app, ada, chat, "One")).body;
  const two = (await sendMessage(app, ada, chat, "Two")).body;
  await app.waitForEvents();
  const events = app.recordEventsOf(ada.uid);
  const mark = (how: string, upTo: string) =>
    app.call<{ count: number }>("POST", `/chat/conversations/${chat.id}/${how}`, {
      as: bob,
      body: { upTo },
    });
  expect(await countUnread(app, bob)).toBe(2);
  await mark("delivered", two.id);
  expect((await mark("read", one.id)).body).toEqual({ count: 1 });
  expect(await listMessages(app, ada, chat)).toMatchObject([
    { text: "One", deliveredTo: [bob.uid], readBy: [bob.uid] },
    { text: "Two", deliveredTo: [bob.uid], readBy: [] },
  ]);
  await mark("read", two.id);
  expect((await mark("read", one.id)).body).toEqual({ count: 0 });
  await app.waitForEvents();
  expect(events).toMatchObject([
    { type: "chat.message-delivered", uid: bob.uid, upTo: 2 },
    { type: "chat.message-read", uid: bob.uid, upTo: 1 },
    { type: "chat.message-read", uid: bob.uid, upTo: 2 },
  ]);
  expect((await mark("read", randomUUID())).status).toBe(404);
  expect(await countUnread(app, ada)).toBe(0);
});

test("masks contact details for the other user in list, live events and search until acceptance", async () => {
  const { app, ada: host, bob } = await openTwo();
  const ride = await hostRide(app, host);
  const chat = await openChat(app, bob, host, ride.id);
  await app.waitForEvents();
  const events = app.recordEventsOf(host.uid);
  const text = "Call +49 761 1234567 or pay at paypal.me/bob";
  expect((await sendMessage(app, bob, chat, text)).body).toMatchObject({
    text,
    hidden: ["link", "phone"],
  });
  await app.waitForEvents();
  const hidden = {
    text: "Call ••••• or pay at •••••",
    hidden: ["link", "phone"],
    asksForPayment: false,
  };
  expect(events).toEqual([
    { type: "chat.message-sent", conversationId: chat.id, ordinal: 1, senderUid: bob.uid },
  ]);
  expect(await listMessages(app, host, chat)).toMatchObject([hidden]);
  expect(await listConversations(app, host)).toMatchObject([
    { lastMessage: hidden, contactsShown: false },
  ]);
  const search = async (words: string) =>
    (await app.call<{ items: Message[] }>("GET", "/chat/search", { as: host, query: { words } }))
      .body.items;
  expect([(await search("1234567")).length, (await search("PAY AT")).length]).toEqual([0, 1]);

  await (await requestSeats(app, ride, host, {}, bob)).accept();
  expect(await listMessages(app, host, chat)).toMatchObject([
    { text, hidden: [], asksForPayment: true },
  ]);
  expect((await search("1234567")).length).toBe(1);
});

test("a muted conversation has its own unread count but none on the badge, on all devices", async () => {
  const { app, ada, bob } = await openTwo();
  const chat = await openChat(app, ada, bob);
  await sendMessage(app, ada, chat, "Hello");
  await app.waitForEvents();
  const events = app.recordEventsOf(bob.uid);
  const mute = (muted: boolean) =>
    app.call<Conversation>("PUT", `/chat/conversations/${chat.id}/mute`, {
      as: bob,
      body: { muted },
    });
  expect((await mute(true)).body).toMatchObject({ muted: true, unread: 1 });
  expect(await countUnread(app, bob)).toBe(0);
  await mute(true);
  await app.waitForEvents();
  expect(events).toEqual([{ type: "chat.conversation-changed", conversationId: chat.id }]);
  await mute(false);
  expect(await countUnread(app, bob)).toBe(1);
});

test("lists conversations latest first and messages backwards from the newest, in pages", async () => {
  const { app, ada, bob } = await openTwo();
  const chats: string[] = [];
  for (const n of [1, 2, 3]) {
    const chat = await openChat(app, ada, n === 1 ? bob : await app.createUser());
    chats.push(chat.id);
    app.clock.now = new Date(app.clock.now.getTime() + 1000);
    for (const text of ["a", "b", "c"]) await sendMessage(app, ada, chat, text);
  }
  const pages = async <Item>(path: string) => {
    const items: Item[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const query = { limit: 2, ...(cursor && { cursor }) };
      const page: { items: Item[]; nextCursor: string | null } = (
        await app.call<{ items: Item[]; nextCursor: string | null }>("GET", path, {
          as: ada,
          query,
        })
      ).body;
      items.push(...page.items);
      cursor = page.nextCursor;
    }
    return items;
  };
  expect((await pages<Conversation>("/chat/conversations")).map(({ id }) => id)).toEqual(
    chats.toReversed(),
  );
  const messages = await pages<Message>(`/chat/conversations/${chats[0]}/messages`);
  expect(messages.map(({ text }) => text)).toEqual(["c", "b", "a"]);
  const around = async (query: Record<string, number | string>) => {
    const path = `/chat/conversations/${chats[1]}/messages`;
    const { body } = await app.call<MessagesPage>("GET", path, { as: ada, query });
    return { ...body, ordinals: body.items.map(({ ordinal }) => ordinal) };
  };
  expect(await around({ around: 3, limit: 100 })).toMatchObject({
    newerCursor: null,
    nextCursor: null,
  });
  const middle = await around({ around: 1, limit: 2 });
  expect([middle.ordinals, middle.nextCursor]).toEqual([[1], null]);
  const newer = await around({ cursor: middle.newerCursor ?? "", limit: 1 });
  expect([newer.ordinals, newer.newerCursor !== null]).toEqual([[2], true]);
  const newest = await around({ cursor: newer.newerCursor ?? "", limit: 5 });
  expect([newest.ordinals, newest.newerCursor]).toEqual([[3], null]);
  expect((await around({ cursor: newest.nextCursor ?? "", limit: 5 })).ordinals).toEqual([2, 1]);
  expect((await around({ around: 2_147_483_647, limit: 100 })).ordinals).toEqual([3, 2, 1]);
  expect((await pages<Message>("/chat/search?words=zz")).length).toBe(0);
  // An empty conversation is only visible to the user who opened it.
  await openChat(app, ada, await app.createUser());
  expect(await listConversations(app, ada)).toHaveLength(4);
  expect(await listConversations(app, bob)).toHaveLength(1);
});

test("[domain/privacy:chat-ride] a chat names its ride only to users who may see it", async () => {
  const { app, ada, bob } = await openTwo();
  const mo = await createModerator(app);
  const ride = await hostRide(app, bob);
  const { accept, seeker } = await requestSeats(app, ride, bob);
  await accept();
  const chat = await openChat(app, ada, bob, ride.id);
  const chatOfSeeker = await openChat(app, seeker, bob, ride.id);
  const rideIn = async ({ id }: Conversation, as: TestUser) => {
    const path = `/chat/conversations/${id}`;
    const { rideId, ride } = (await app.call<Conversation>("GET", path, { as })).body;
    return [rideId, ride?.hostId ?? null];
  };
  const limitTo = (audience: "everyone" | "sameGender", host_gender: "female" | null) =>
    app.db.updateTable("ride").set({ audience, host_gender }).execute();
  const shown = [ride.id, bob.uid];
  const hidden = [null, null];

  expect(await rideIn(chat, ada)).toEqual(shown);
  const { body: removal } = await hide(app, mo, "ride", ride);
  expect(await rideIn(chat, ada)).toEqual(hidden);
  expect(await rideIn(chat, bob)).toEqual(shown);
  expect(await rideIn(chatOfSeeker, seeker)).toEqual(shown);
  await show(app, mo, removal);
  expect(await rideIn(chat, ada)).toEqual(shown);
  await limitTo("sameGender", "female");
  expect(await rideIn(chat, ada)).toEqual(hidden);
  await limitTo("everyone", null);
  expect(await rideIn(chat, ada)).toEqual(shown);
  await app.call("PUT", `/blocks/${ada.uid}`, { as: bob });
  expect(await rideIn(chat, ada)).toEqual(hidden);
});
