import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { listMessages, openChat, sendMessage } from "../../../test/fixtures/chats.ts";
import { createTestApp, type TestUser } from "../../../test/app/test-app.ts";

const EACH = 12;

test("after connections to the database are cut during many writes, each acknowledged message is stored once, in one order", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const bob = await app.createUser();
  const carol = await app.createUser();
  const dora = await app.createUser();
  const chats = [
    { chat: await openChat(app, ada, bob), pair: [ada, bob] },
    { chat: await openChat(app, carol, dora), pair: [carol, dora] },
  ];
  const eventsByUid = new Map(
    [ada, bob, carol, dora].map(({ uid }) => [uid, app.recordEventsOf(uid)]),
  );
  let lost = 0;
  const say = async (as: TestUser, chat: { id: string }, text: string) => {
    const message = { clientId: randomUUID(), text };
    // Repeats with the same client id until there is an answer, like a browser.
    for (let status = 0; status !== 201;) {
      ({ status } = await sendMessage(app, as, chat, message));
      if (status !== 201) lost++;
    }
  };
  const done = new AbortController();
  const cutting = (async () => {
    while (!done.signal.aborted) {
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and random() < 0.3`
        .execute(app.db)
        .catch(() => undefined);
    }
  })();
  await Promise.all(
    chats.flatMap(({ chat, pair }) =>
      pair.map(async (as, n) => {
        for (let i = 0; i < EACH; i++) await say(as, chat, `${n} ${i}`);
      }),
    ),
  );
  done.abort();
  await cutting;
  await app.waitForEvents();
  expect(lost).toBeGreaterThan(0);
  for (const { chat, pair } of chats) {
    const read = await listMessages(app, pair[0] ?? ada, chat);
    expect(read.map(({ ordinal }) => ordinal)).toEqual(
      Array.from({ length: 2 * EACH }, (_, n) => n + 1),
    );
    // Each sender's messages exist once, in the order sent.
    for (const n of [0, 1]) {
      const own = read.filter(({ text }) => text.startsWith(`${n} `)).map(({ text }) => text);
      expect(own).toEqual(Array.from({ length: EACH }, (_, i) => `${n} ${i}`));
    }
    for (const { uid } of pair) {
      const ordinals = eventsByUid
        .get(uid)
        ?.flatMap((payload) => (payload.type === "chat.message-sent" ? payload.ordinal : []));
      expect(ordinals).toEqual(read.map(({ ordinal }) => ordinal));
    }
  }
});
