import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { listMessages, openChat, sendMessage } from "../../../test/fixtures/chats.ts";
import { sortedStatuses } from "../../../test/fixtures/rides.ts";
import { openTwo } from "../../../test/fixtures/chat.ts";

test("stores a message once per clientId, also concurrently, and refuses other content under it", async () => {
  const { app, ada, bob } = await openTwo();
  const chat = await openChat(app, ada, bob);
  const message = { clientId: randomUUID(), text: "Are you there?" };
  await app.waitForEvents();
  const events = app.recordEventsOf(bob.uid);
  const tries = await Promise.all(
    Array.from({ length: 8 }, () => sendMessage(app, ada, chat, message)),
  );
  tries.push(await sendMessage(app, ada, chat, message));
  expect(new Set(tries.map(({ body }) => body.id)).size).toBe(1);
  expect(await listMessages(app, bob, chat)).toHaveLength(1);
  await app.waitForEvents();
  expect(events.filter(({ type }) => type === "chat.message-sent")).toHaveLength(1);
  expect(
    (await sendMessage(app, ada, chat, { ...message, text: "Something else" })).body.code,
  ).toBe("idempotency_mismatch");
  // Client ids of different senders do not clash, nor those of one sender in different conversations.
  expect((await sendMessage(app, bob, chat, message)).body.ordinal).toBe(2);
  const otherChat = await openChat(app, ada, await app.createUser());
  expect((await sendMessage(app, ada, otherChat, message)).body.ordinal).toBe(1);
  const here = { clientId: randomUUID(), place: { label: "Station", lat: 47.9977, lng: 7.8418 } };
  const there = { ...here, place: { ...here.place, lat: 47.9 } };
  const places = [here, here, there].map((place) => () => sendMessage(app, ada, chat, place));
  const outcomes = [];
  for (const sendPlace of places) outcomes.push((await sendPlace()).body);
  expect(outcomes).toMatchObject([
    { ordinal: 3 },
    { ordinal: 3 },
    { code: "idempotency_mismatch" },
  ]);
});

test("concurrent messages have one order without gaps, the same for all members, live and read", async () => {
  const { app, ada, bob } = await openTwo();
  const chat = await openChat(app, ada, bob);
  const events = { ada: app.recordEventsOf(ada.uid), bob: app.recordEventsOf(bob.uid) };
  const texts = Array.from({ length: 40 }, (_, n) => `Line ${n}`);
  await Promise.all(texts.map((text, n) => sendMessage(app, n % 2 ? ada : bob, chat, text)));
  await app.waitForEvents();
  const ordinalsIn = (payloads: (typeof events)["ada"]) =>
    payloads.flatMap((payload) => (payload.type === "chat.message-sent" ? payload.ordinal : []));
  const read = await listMessages(app, ada, chat);
  expect(read.map(({ ordinal }) => ordinal)).toEqual(texts.map((_, n) => n + 1));
  const ordinals = texts.map((_, n) => n + 1);
  expect([ordinalsIn(events.ada), ordinalsIn(events.bob)]).toEqual([ordinals, ordinals]);
  expect((await listMessages(app, bob, chat)).map(({ id }) => id)).toEqual(
    read.map(({ id }) => id),
  );
});

test("concurrent senders get their own results; a refusal to one does not affect the others", async () => {
  const { app, ada, bob } = await openTwo();
  const stranger = await app.createUser();
  const chat = await openChat(app, ada, bob);
  const other = await openChat(app, stranger, bob);
  const twice = { clientId: randomUUID(), text: "From two tabs" };
  const sent = await Promise.all([
    sendMessage(app, ada, chat, "One"),
    sendMessage(app, stranger, chat, "Let me in"),
    sendMessage(app, ada, chat, twice),
    sendMessage(app, bob, other, "Elsewhere"),
    sendMessage(app, ada, { ...chat, id: randomUUID() }, "Nowhere"),
    sendMessage(app, ada, { ...chat, id: chat.id.toUpperCase() }, twice),
    sendMessage(app, bob, chat, "Two"),
  ]);
  const codes = sent.map(({ body }) => body.code);
  expect(codes).toEqual([
    undefined,
    "not_found",
    undefined,
    undefined,
    "not_found",
    undefined,
    undefined,
  ]);
  expect(sent[5]?.body.id).toBe(sent[2]?.body.id);
  const stored = await listMessages(app, bob, chat);
  expect(stored.map(({ ordinal }) => ordinal)).toEqual([1, 2, 3]);
  expect(await listMessages(app, bob, other)).toMatchObject([{ text: "Elsewhere", ordinal: 1 }]);
});

test("sends a place with or without text; rejects empty messages and more than 4,000 characters", async () => {
  const { app, ada, bob } = await openTwo();
  const chat = await openChat(app, ada, bob);
  const place = { label: "Station, call 0761 1234567", lat: 47.9977, lng: 7.8418 };
  const sent = await sendMessage(app, ada, chat, { place });
  expect(sent.body).toMatchObject({
    kind: "place",
    text: "",
    place: { label: "Station, call •••••", lat: 47.9977 },
  });
  const refused = [
    await sendMessage(app, ada, chat, " \n "),
    await sendMessage(app, ada, chat, "x".repeat(4001)),
  ];
  expect(sortedStatuses(refused)).toEqual([400, 400]);
  expect((await sendMessage(app, ada, chat, "x".repeat(4000))).status).toBe(201);
});
