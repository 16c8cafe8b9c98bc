import { DAY_MS } from "@commonlane/contract/durations";
import type { DomainEvent, LiveEvent } from "@commonlane/contract/live";
import Fastify from "fastify";
import { sql } from "kysely";
import { io } from "socket.io-client";
import { expect, onTestFinished, test, vi } from "vitest";
import { createTestContext } from "../../../test/app/test-context.ts";
import { type Context, transaction } from "../context.ts";
import { type EventColumns, fromEventColumns } from "../db/outbox/event-columns.ts";
import { appendEvents } from "../db/outbox/outbox.ts";
import { pruneEvents } from "../db/outbox/event-pruning.ts";
import { NewEventSignal, startPolling, createTransientConsumer } from "../events/event-consumer.ts";
import { createSeqSealer } from "./sealed-seq.ts";
import { RateLimits } from "../http/rate-limits/rate-limits.ts";
import type { Caller } from "../http/endpoints/endpoint-router.ts";
import { Hub } from "./hub.ts";
import { attachLiveServer } from "./live-server.ts";

const ADA = "00000000-0000-7000-8000-0000000000ad";
const BOB = "00000000-0000-7000-8000-0000000000b0";
const PATIENCE = { timeout: 15_000, interval: 10 };
const payload = (number: number): DomainEvent => ({
  type: "ride.changed",
  rideId: `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`,
});
const publishTo = (ctx: Context, uid: string, ...payloads: DomainEvent[]) =>
  transaction(ctx, async (ctx) => {
    for (const liveEvent of payloads) ctx.publish(`user:${uid}`, liveEvent);
  });

/** Starts a live server on its own port; test tokens look like ours and are valid until revoked. */
async function openTestServer(
  opened?: Awaited<ReturnType<typeof createTestContext>>,
  rateFactor = 1000,
) {
  const { ctx, connection, clock } = opened ?? (await createTestContext());
  const revoked = new Set<string>();
  const http = Fastify();
  const hub = new Hub();
  const authenticate = async (token: string): Promise<Caller | undefined> => {
    if (revoked.has(token) || token.split(".").length !== 3) return undefined;
    return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  };
  await attachLiveServer(http, ctx, {
    hub,
    authenticate,
    rateLimits: new RateLimits(undefined, rateFactor),
  });
  const signal = await NewEventSignal.open(connection);
  const stop = startPolling(
    await createTransientConsumer(ctx, (event) => hub.dispatch(event), {
      topics: () => hub.topics,
    }),
    signal,
    () => {},
  );
  onTestFinished(async () => {
    await http.close();
    await stop();
    await signal.close();
  });
  const address = await http.listen({ host: "127.0.0.1", port: 0 });
  return { ctx, clock, http, address, revoked };
}

const tokenOf = (ctx: Context, uid: string, { sessionId = uid, expiresInS = 3600 } = {}) => {
  const exp = Math.floor(ctx.now().getTime() / 1000) + expiresInS;
  const claims = { uid, sessionId, emailVerified: true, exp, n: crypto.randomUUID() };
  return `h.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.s`;
};

interface ConnectOptions {
  readonly token: string;
  readonly seq?: string;
  readonly transports?: string[];
}

/** A client that records its events in order. */
function connect(address: string, { transports = ["websocket"], ...auth }: ConnectOptions) {
  const socket = io(address, {
    path: "/live",
    transports,
    auth,
    reconnection: false,
    forceNew: true,
  });
  onTestFinished(() => void socket.disconnect());
  const heard: LiveEvent[] = [];
  const resyncs: string[] = [];
  const ends: string[] = [];
  socket.on("event", (liveEvent: LiveEvent) => heard.push(liveEvent));
  socket.on("resync", ({ seq }: { seq: string }) => resyncs.push(seq));
  socket.on("disconnect", (reason) => ends.push(reason));
  socket.on("connect_error", ({ message }) => ends.push(message));
  const numbers = () =>
    heard.map((liveEvent) => ("rideId" in liveEvent ? Number(liveEvent.rideId.slice(-12)) : NaN));
  const synced = () => vi.waitUntil(() => resyncs.length > 0, PATIENCE);
  return { socket, heard, resyncs, ends, numbers, synced };
}

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

test("pages of another site cannot open a connection, even with a valid token", async () => {
  const { address } = await openTestServer(
    await createTestContext({ PUBLIC_URL: "https://rides.example.org" }),
  );
  const knock = async (origin?: string) =>
    (
      await fetch(`${address}/live/?EIO=4&transport=polling`, {
        headers: origin === undefined ? {} : { origin },
      })
    ).status;
  for (const origin of ["https://evil.example", "null", "https://rides.example.org.evil.example"])
    expect([origin, await knock(origin)]).toEqual([origin, 403]);
  for (const origin of [undefined, address, "https://rides.example.org"])
    expect([origin, await knock(origin)]).toEqual([origin, 200]);
});

/** Number of accepted handshakes out of four, at a limit of two per minute and address. */
async function countAccepted(
  TRUST_PROXY: string | undefined,
  forwarded: (n: number) => string,
): Promise<number> {
  const settings = TRUST_PROXY === undefined ? {} : { TRUST_PROXY };
  const { address } = await openTestServer(await createTestContext(settings), 2 / 300);
  let passed = 0;
  for (const n of [1, 2, 3, 4]) {
    const headers = { "x-forwarded-for": forwarded(n) };
    const { status } = await fetch(`${address}/live/?EIO=4&transport=polling`, { headers });
    if (status === 200) passed++;
  }
  return passed;
}

test("handshakes are counted by the address that trusted proxies report, hop by hop, like requests", async () => {
  // Two proxies: the inner one reports the outer one, which reports the client.
  expect(await countAccepted("2", (n) => `198.51.100.${n}, 203.0.113.7`)).toBe(4);
  expect(await countAccepted("2", (n) => `10.0.0.${n}, 198.51.100.1, 203.0.113.7`)).toBe(2);
  expect(
    await countAccepted("127.0.0.0/8, 203.0.113.7", (n) => `198.51.100.${n}, 203.0.113.7`),
  ).toBe(4);
  // No proxy is trusted, or only others.
  for (const trusted of [undefined, "10.0.0.0/8"])
    expect(await countAccepted(trusted, (n) => `198.51.100.${n}`)).toBe(2);
});

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

test("no connection opens without a valid token", async () => {
  const { ctx, address, revoked } = await openTestServer();
  const revokedToken = tokenOf(ctx, ADA);
  revoked.add(revokedToken);
  for (const token of ["", "nonsense", revokedToken, "x".repeat(5000)]) {
    const client = connect(address, { token });
    await vi.waitUntil(() => client.ends.length > 0, PATIENCE);
    expect(client.ends).toEqual(["signed_out"]);
  }
});

test("the connection ends with its session, with its token, and with a token of another user", async () => {
  const { ctx, address } = await openTestServer();
  const [sessionId, otherSessionId] = [crypto.randomUUID(), crypto.randomUUID()];
  const ended = connect(address, { token: tokenOf(ctx, ADA, { sessionId }) });
  const stayingClient = connect(address, {
    token: tokenOf(ctx, ADA, { sessionId: otherSessionId }),
  });
  const expired = connect(address, { token: tokenOf(ctx, BOB, { expiresInS: 0 }) });
  const renewed = connect(address, { token: tokenOf(ctx, BOB, { expiresInS: 1 }) });
  const swapped = connect(address, { token: tokenOf(ctx, BOB) });
  await Promise.all([ended.synced(), stayingClient.synced(), renewed.synced(), swapped.synced()]);
  renewed.socket.emit("auth", { token: tokenOf(ctx, BOB) });
  swapped.socket.emit("auth", { token: tokenOf(ctx, ADA) });
  await publishTo(ctx, ADA, { type: "session.ended", sessionId });
  await vi.waitUntil(
    () => [ended, expired, swapped].every(({ ends }) => ends.length > 0),
    PATIENCE,
  );
  expect(ended.heard.map(({ type }) => type)).toEqual(["session.ended"]);
  await publishTo(ctx, ADA, payload(1));
  await publishTo(ctx, BOB, payload(2));
  await vi.waitUntil(
    () => stayingClient.heard.length === 1 && renewed.heard.length === 1,
    PATIENCE,
  );
  expect([stayingClient.ends, renewed.ends]).toEqual([[], []]);
});

test("a token that expires just after the handshake ends the connection", async () => {
  const { ctx, address, revoked } = await openTestServer();
  const token = tokenOf(ctx, ADA);
  const ada = connect(address, { token });
  await ada.synced();
  revoked.add(token);
  await vi.waitUntil(() => ada.ends.length > 0, PATIENCE);
  expect(ada.ends).toEqual(["io server disconnect"]);
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
  const [firstServer, secondServer] = [await openTestServer(opened), await openTestServer(opened)];
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
