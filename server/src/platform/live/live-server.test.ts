import { DAY_MS } from "@commonlane/contract/durations";
import type { LiveEvent } from "@commonlane/contract/live";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { createTestContext } from "../../../test/app/test-context.ts";
import { type EventColumns, fromEventColumns } from "#platform/db/outbox/event-columns.ts";
import { appendEvents, readCurrentOffset } from "#platform/db/outbox/outbox.ts";
import { pruneEvents } from "#platform/db/outbox/event-pruning.ts";
import { createSeqSealer } from "./sealed-seq.ts";
import {
  ADA,
  BOB,
  connect,
  openTestServer,
  PATIENCE,
  payload,
  publishTo,
  tokenOf,
} from "../../../test/fixtures/live-clients.ts";

for (const transports of [["websocket"], ["polling"]]) {
  test(`an event reaches its user after the commit, and no one else, by ${transports[0]}`, async () => {
    const { ctx, address } = await openTestServer();
    const ada = connect(address, { token: tokenOf(ctx, ADA), transports });
    const bob = connect(address, { token: tokenOf(ctx, BOB), transports });
    await Promise.all([ada.synced(), bob.synced()]);
    await publishTo(ctx, ADA, payload(1), payload(2));
    await publishTo(ctx, BOB, payload(3));
    await vi.waitUntil(() => ada.heard.length === 2 && bob.heard.length === 1, PATIENCE);
    expect([ada.numbers(), bob.numbers()]).toEqual([[1, 2], [3]]);
    const seq = ada.heard[0]?.seq ?? "";
    expect((await createSeqSealer(ctx.db, ADA)).open(seq)).toBeDefined();
    // Nobody can tell from it how much others write.
    expect((await createSeqSealer(ctx.db, BOB)).open(seq)).toBeUndefined();
  });
}

test("a client that reconnects during many commits receives every event once and in order", async () => {
  const { ctx, address } = await openTestServer();
  const total = 120;
  let next = 0;
  const writers = Array.from({ length: 3 }, async () => {
    while (next < total) {
      const number = ++next;
      await ctx.db.transaction().execute(async (db) => {
        await sql`select pg_sleep(${Math.random() * 0.03})`.execute(db);
        await appendEvents(db, ctx.now(), [{ topic: `user:${ADA}`, payload: payload(number) }]);
        await sql`select pg_sleep(${Math.random() * 0.03}), pg_notify('event', '')`.execute(db);
      });
    }
  });
  const first = connect(address, { token: tokenOf(ctx, ADA) });
  await first.synced();
  // The first full load shows everything committed before that offset.
  const place = (await createSeqSealer(ctx.db, ADA)).open(first.resyncs[0] ?? "");
  const heard: LiveEvent[] = [];
  let seq = first.resyncs[0] ?? "";
  let client = first;
  const after = async () => {
    const { rows } = await sql<EventColumns>`
      select type, ids, details from event where (xid, id) > (${place?.xid}::xid8, ${place?.id}) order by xid, id`.execute(
      ctx.db,
    );
    return rows.map((columns) => JSON.stringify(fromEventColumns(columns)));
  };
  const collect = () => {
    heard.push(...client.heard.splice(0));
    seq = heard.at(-1)?.seq ?? seq;
  };
  for (let turn = 0; turn < 8; turn++) {
    const expectedCount = heard.length + 1 + Math.floor(Math.random() * 20);
    await vi.waitUntil(
      () => heard.length + client.heard.length >= expectedCount || next >= total,
      PATIENCE,
    );
    client.socket.disconnect();
    collect();
    client = connect(address, { token: tokenOf(ctx, ADA), seq });
  }
  await Promise.all(writers);
  const expected = await after();
  await vi.waitUntil(() => heard.length + client.heard.length >= expected.length, PATIENCE);
  collect();
  expect(heard.map((liveEvent) => JSON.stringify({ ...liveEvent, seq: undefined }))).toEqual(
    expected,
  );
  expect(client.resyncs).toEqual([]);
}, 30_000);

test("a client that was away longer than events are kept, or sends an offset that never existed, must reload", async () => {
  const { ctx, clock, address } = await openTestServer();
  const ada = connect(address, { token: tokenOf(ctx, ADA) });
  await ada.synced();
  await publishTo(ctx, ADA, payload(1), payload(2));
  await vi.waitUntil(() => ada.heard.length === 2, PATIENCE);
  const seq = ada.heard[0]?.seq ?? "";
  const reconnected = connect(address, { token: tokenOf(ctx, ADA), seq });
  await vi.waitUntil(() => reconnected.heard.length === 1, PATIENCE);
  expect([reconnected.numbers(), reconnected.resyncs]).toEqual([[2], []]);

  clock.now = new Date(clock.now.getTime() + 8 * DAY_MS);
  const before = new Date(clock.now.getTime() - 7 * DAY_MS);
  await pruneEvents(ctx.db, { before, unreadBefore: before, activeSince: before });
  for (const stale of [seq, "99999999999.1", "nonsense"]) {
    const staleClient = connect(address, { token: tokenOf(ctx, ADA), seq: stale });
    await staleClient.synced();
    await publishTo(ctx, ADA, payload(3));
    await vi.waitUntil(() => staleClient.heard.length === 1, PATIENCE);
    expect(staleClient.numbers()).toEqual([3]);
    staleClient.socket.disconnect();
  }
});

test("a page that has just loaded its data need not load it again where nothing has happened for long", async () => {
  const { ctx, clock, address } = await openTestServer();
  // As the renewal of the session names it, before the page loads its data.
  const currentSeq = async () =>
    (await createSeqSealer(ctx.db, ADA)).seal(await readCurrentOffset(ctx.db));
  const first = connect(address, { token: tokenOf(ctx, ADA), seq: await currentSeq() });
  await vi.waitUntil(() => first.socket.connected, PATIENCE);
  await publishTo(ctx, ADA, payload(1), payload(2));
  await vi.waitUntil(() => first.heard.length === 2, PATIENCE);
  expect([first.numbers(), first.resyncs]).toEqual([[1, 2], []]);

  clock.now = new Date(clock.now.getTime() + 8 * DAY_MS);
  const before = new Date(clock.now.getTime() - 7 * DAY_MS);
  await pruneEvents(ctx.db, { before, unreadBefore: before, activeSince: before });

  const seq = await currentSeq();
  const idle = connect(address, { token: tokenOf(ctx, ADA), seq });
  await publishTo(ctx, ADA, payload(3));
  const later = connect(address, { token: tokenOf(ctx, ADA), seq });
  await vi.waitUntil(() => idle.heard.length === 1 && later.heard.length === 1, PATIENCE);
  expect([idle.numbers(), later.numbers()]).toEqual([[3], [3]]);
  expect([idle.resyncs, later.resyncs]).toEqual([[], []]);
});

test("a client that missed too many events must reload, and receives later events", async () => {
  const { ctx, address } = await openTestServer();
  await publishTo(ctx, ADA, payload(1));
  const ada = connect(address, { token: tokenOf(ctx, ADA) });
  await ada.synced();
  ada.socket.disconnect();
  await publishTo(ctx, ADA, ...Array.from({ length: 1001 }, (_, number) => payload(number + 2)));
  const reconnected = connect(address, { token: tokenOf(ctx, ADA), seq: ada.resyncs[0] ?? "" });
  await reconnected.synced();
  await publishTo(ctx, ADA, payload(5000));
  await vi.waitUntil(() => reconnected.numbers().includes(5000), PATIENCE);
  expect(reconnected.heard.length).toBeLessThan(1001);
});

test("a client that sends unknown or too many messages is disconnected; a user has at most 20 connections", async () => {
  const { ctx, address } = await openTestServer();
  const talker = connect(address, { token: tokenOf(ctx, ADA) });
  const shouter = connect(address, { token: tokenOf(ctx, ADA) });
  await Promise.all([talker.synced(), shouter.synced()]);
  talker.socket.emit("event", payload(1));
  shouter.socket.emit("auth", { token: "x".repeat(10_000) });
  await vi.waitUntil(() => talker.ends.length + shouter.ends.length === 2, PATIENCE);

  const clients = Array.from({ length: 25 }, () => connect(address, { token: tokenOf(ctx, BOB) }));
  await vi.waitUntil(
    () => clients.every(({ resyncs, ends }) => resyncs.length + ends.length > 0),
    PATIENCE,
  );
  expect(clients.filter(({ ends }) => ends.length === 0)).toHaveLength(20);
});

test("events published in one process arrive at another, and a closing process disconnects its clients", async () => {
  const opened = await createTestContext();
  const firstServer = await openTestServer(opened);
  const secondServer = await openTestServer(opened);
  const ada = connect(secondServer.address, { token: tokenOf(opened.ctx, ADA) });
  const polling = connect(secondServer.address, {
    token: tokenOf(opened.ctx, ADA),
    transports: ["polling"],
  });
  await Promise.all([ada.synced(), polling.synced()]);
  await publishTo(firstServer.ctx, ADA, payload(1));
  await vi.waitUntil(() => ada.heard.length === 1 && polling.heard.length === 1, PATIENCE);
  await secondServer.http.close();
  await vi.waitUntil(() => ada.ends.length === 1 && polling.ends.length === 1, PATIENCE);
  // Not "io server disconnect", after which a client would not reconnect automatically.
  expect(ada.ends).toEqual(["transport close"]);
});
