import type { Conversation } from "@commonlane/contract/chat";
import { HOUR_MS } from "@commonlane/contract/durations";
import { expect, test } from "vitest";
import {
  waitForChats,
  listMessages,
  sendMessage,
  countUnread,
} from "../../../test/fixtures/chats.ts";
import { arrivalMs, requestSeats, hostRide } from "../../../test/fixtures/rides.ts";
import { createTestApp, type TestUser } from "../../../test/app/test-app.ts";
import { rideConversationConsumer } from "./index.ts";

async function openRide() {
  const app = await createTestApp();
  const host = await app.createUser({ firstName: "Hedy", lastName: "Lamarr" });
  const ride = await hostRide(app, host);
  const chatOf = (as: TestUser) =>
    app.call<Conversation & { code?: string }>("GET", `/rides/${ride.id}/conversation`, { as });
  const board = async () => {
    const ask = await requestSeats(app, ride, host);
    await ask.accept();
    await waitForChats(app.ctx);
    return ask;
  };
  return { app, host, ride, chatOf, board };
}

test("starts with the first acceptance, and later passengers join", async () => {
  const { app, host, ride, chatOf, board } = await openRide();
  await requestSeats(app, ride, host);
  await waitForChats(app.ctx);
  expect((await chatOf(host)).status).toBe(404);
  const first = (await board()).seeker;
  const chat = (await chatOf(first)).body;
  expect(chat).toMatchObject({
    kind: "ride",
    rideId: ride.id,
    contactsShown: true,
    open: true,
    unread: 0,
  });
  await sendMessage(app, first, chat, "My number is +49 761 1234567");
  const second = (await board()).seeker;
  expect((await chatOf(second)).body.members).toHaveLength(3);
  const texts = (await listMessages(app, second, chat)).map(({ note, text }) => note ?? text);
  expect(texts).toEqual(["joined", "My number is +49 761 1234567", "joined"]);
  expect([
    await countUnread(app, host),
    await countUnread(app, first),
    await countUnread(app, second),
  ]).toEqual([1, 0, 1]);
});

test("handles an acceptance once, even if consumers run in parallel, crash and read events again", async () => {
  const { app, host, ride, chatOf } = await openRide();
  const asks = [await requestSeats(app, ride, host), await requestSeats(app, ride, host)];
  for (const ask of asks) await ask.accept();
  let calls = 0;
  const dying = rideConversationConsumer({
    ...app.ctx,
    now: () => {
      if (++calls === 3) throw new Error("Here the process dies.");
      return app.now();
    },
  });
  await expect(dying()).rejects.toThrow("Here the process dies.");
  await Promise.all([waitForChats(app.ctx), waitForChats(app.ctx)]);
  await app.db.deleteFrom("event_consumer").execute();
  await waitForChats(app.ctx);
  const chat = (await chatOf(host)).body;
  expect(chat.members).toHaveLength(3);
  expect((await listMessages(app, host, chat)).map(({ note }) => note)).toEqual([
    "joined",
    "joined",
  ]);
});

test("passengers who cancel read messages up to then; accepted again, they are back", async () => {
  const { app, host, ride, chatOf, board } = await openRide();
  const ask = await board();
  const chat = (await chatOf(host)).body;
  await sendMessage(app, host, chat, "Before");
  await ask.end();
  await waitForChats(app.ctx);
  await sendMessage(app, host, chat, "After");
  const left = ask.seeker;
  const texts = async () =>
    (await listMessages(app, left, chat)).map(({ note, text }) => note ?? text);
  expect(await texts()).toEqual(["joined", "Before", "left"]);
  expect((await sendMessage(app, left, chat, "Wait")).body.code).toBe("conversation_closed");
  expect((await chatOf(left)).body).toMatchObject({
    open: false,
    lastMessage: { note: "left" },
    unread: 1,
  });
  const again = await requestSeats(app, ride, host, {}, left);
  await again.accept();
  await waitForChats(app.ctx);
  expect(await texts()).toEqual(["joined", "Before", "left", "After", "joined"]);
});

test("stays open for all until 48 h after arrival, even if cancelled, and is read-only afterwards", async () => {
  const { app, host, ride, chatOf, board } = await openRide();
  const { seeker } = await board();
  await app.call("POST", `/rides/${ride.id}/cancel`, { as: host, body: {} });
  await app.call("DELETE", `/rides/${ride.id}`, { as: host });
  await waitForChats(app.ctx);
  const chat = (await chatOf(seeker)).body;
  expect(chat).toMatchObject({
    open: true,
    lastMessage: { note: "ride-cancelled", senderUid: host.uid },
  });
  expect((await sendMessage(app, seeker, chat, "What now?")).status).toBe(201);
  const closesAt = Date.parse(chat.closesAt ?? "");
  expect(closesAt).toBe(arrivalMs(ride) + 48 * HOUR_MS);
  app.clock.now = new Date(closesAt);
  expect((await sendMessage(app, seeker, chat, "Late")).body.code).toBe("conversation_closed");
  expect((await chatOf(seeker)).body.open).toBe(false);
  expect(await listMessages(app, seeker, chat)).toHaveLength(3);
});
