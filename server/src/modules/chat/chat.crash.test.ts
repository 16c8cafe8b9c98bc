import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { messagesOf, openChat, send } from "../../../test/chats.ts";
import { openWorld, type Person } from "../../../test/world.ts";

const EACH = 12;

test("[issue5/chat:kill] connections to the database are cut while many write: what was acknowledged is there once, in one order for all", async () => {
  const world = await openWorld();
  const [ada, bob] = [await world.person(), await world.person()];
  const [carol, dora] = [await world.person(), await world.person()];
  const chats = [
    { chat: await openChat(world, ada, bob), pair: [ada, bob] },
    { chat: await openChat(world, carol, dora), pair: [carol, dora] },
  ];
  const heard = new Map([ada, bob, carol, dora].map(({ uid }) => [uid, world.hear(uid)]));
  let lost = 0;
  const say = async (as: Person, chat: { id: string }, text: string) => {
    const said = { clientId: randomUUID(), text };
    // As a browser does: again under the same name, until there is an answer.
    for (let status = 0; status !== 201;) {
      ({ status } = await send(world, as, chat, said));
      if (status !== 201) lost++;
    }
  };
  const done = new AbortController();
  const cutting = (async () => {
    while (!done.signal.aborted) {
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and random() < 0.3`
        .execute(world.db)
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
  await world.allTold();
  expect(lost).toBeGreaterThan(0);
  for (const { chat, pair } of chats) {
    const read = await messagesOf(world, pair[0] ?? ada, chat);
    expect(read.map(({ ordinal }) => ordinal)).toEqual(Array.from({ length: 2 * EACH }, (_, n) => n + 1));
    // Each writer's lines are there once, and in the order they were written.
    for (const n of [0, 1]) {
      const own = read.filter(({ text }) => text.startsWith(`${n} `)).map(({ text }) => text);
      expect(own).toEqual(Array.from({ length: EACH }, (_, i) => `${n} ${i}`));
    }
    for (const { uid } of pair) {
      const told = heard.get(uid)?.flatMap((fact) => (fact.type === "chat.message-sent" ? fact.ordinal : []));
      expect(told).toEqual(read.map(({ ordinal }) => ordinal));
    }
  }
});
