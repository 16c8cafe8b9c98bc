import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import type { LastSeq } from "./last-seq.ts";
import {
  type TabChannel,
  type OpenSocket,
  type TabMessage,
  shareSocket,
  type SocketHandlers,
} from "./cross-tab-socket.ts";
import { TabConnection } from "./tab-connection.ts";

const PATIENCE = { timeout: 8_000, interval: 5 };
const Numbered = z.object({ seq: z.string(), n: z.number() });
const eventOf = (n: number) => ({ seq: `1.${n}`, n });

/** A server that publishes events and counts its sockets. */
function testServer() {
  const events: { seq: string; n: number }[] = [];
  const sockets = new Set<SocketHandlers>();
  const sent: unknown[] = [];
  let opened = 0;
  const open = (lastSeq: LastSeq) => (handlers: SocketHandlers) => {
    opened++;
    sockets.add(handlers);
    const fromSeq = lastSeq.read();
    const missed = events.slice(events.findIndex(({ seq }) => seq === fromSeq) + 1);
    queueMicrotask(() => {
      handlers.status("live");
      if (fromSeq === undefined) handlers.event("resync", { seq: events.at(-1)?.seq ?? "1.0" });
      else for (const event of missed) handlers.event("event", event);
    });
    const socket: OpenSocket = {
      send: (event, payload) => void sent.push([event, payload]),
      close: () => void sockets.delete(handlers),
    };
    return socket;
  };
  const publish = (n: number) => {
    events.push(eventOf(n));
    for (const handlers of sockets) handlers.event("event", eventOf(n));
  };
  return { open, publish, sent, sockets, events, opened: () => opened };
}

/** A browser whose tabs share a connection through this process's locks and channels. */
function testBrowser() {
  const server = testServer();
  const name = `line ${crypto.randomUUID()}`;
  const openTab = (startSeq?: string) => {
    let seq = startSeq;
    const lastSeq = { read: () => seq, write: (next: string) => void (seq = next) };
    const connection = new TabConnection();
    const received: number[] = [];
    const knownSeqs = new Set<string>();
    let resyncCount = 0;
    connection.on("event", (payload) => {
      const { seq: eventSeq, n } = Numbered.parse(payload);
      if (knownSeqs.has(eventSeq)) return;
      knownSeqs.add(eventSeq);
      received.push(n);
      lastSeq.write(eventSeq);
    });
    connection.on("resync", (payload) => {
      resyncCount++;
      lastSeq.write(Numbered.partial().parse(payload).seq ?? "none");
    });
    let isFrozen = false;
    let isVisible = true;
    const visibilityListeners: (() => void)[] = [];
    const channel = (channelName: string): TabChannel => {
      const broadcast = new BroadcastChannel(channelName);
      return {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
        post: (message) => broadcast.postMessage(message),
        onMessage: (listener) =>
          broadcast.addEventListener("message", ({ data }: MessageEvent<TabMessage>) => isFrozen || listener(data)),
        close: () => broadcast.close(),
      };
    };
    const onVisible = (call: () => void) => {
      visibilityListeners.push(call);
      return () => {};
    };
    const tabs = { locks: navigator.locks, channel, isVisible: () => isVisible, onVisible };
    const mergeSubscriptions = { watch: (subscriptions: readonly unknown[]) => subscriptions.flat() };
    const leave = shareSocket({
      name,
      connection,
      lastSeq,
      open: server.open(lastSeq),
      mergeSubscriptions,
      tabs,
    });
    onTestFinished(leave);
    return {
      received,
      connection,
      leave,
      resyncCount: () => resyncCount,
      connected: () => vi.waitUntil(() => connection.connected, PATIENCE),
      freeze: () => void (isFrozen = true),
      show: () => visibilityListeners.forEach((call) => call()),
      hide: () => void (isVisible = false),
    };
  };
  return { ...server, openTab };
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

test("all tabs share one connection and receive every event once and in order", async () => {
  const { openTab, publish, opened, sent } = testBrowser();
  const first = openTab();
  await first.connected();
  const [second, third] = [openTab(), openTab()];
  await Promise.all([second.connected(), third.connected()]);
  for (const n of range(1, 50)) publish(n);
  await vi.waitUntil(() => [second, third].every(({ received }) => received.length === 50), PATIENCE);
  for (const { received } of [first, second, third]) expect(received).toEqual(range(1, 50));
  expect(opened()).toBe(1);

  second.connection.emit("watch", ["a"]);
  await vi.waitUntil(() => sent.length === 1, PATIENCE);
  first.connection.emit("watch", ["b"]);
  third.connection.emit("else", 3);
  await vi.waitUntil(() => sent.length === 3, PATIENCE);
  second.leave();
  await vi.waitUntil(() => sent.length === 4, PATIENCE);
  expect(sent).toEqual([
    ["watch", ["a"]],
    ["watch", ["b", "a"]],
    ["else", 3],
    ["watch", ["b"]],
  ]);
});

test("another tab takes over when the leader closes, without losing or repeating events", async () => {
  const { openTab, publish, sockets } = testBrowser();
  const first = openTab();
  await first.connected();
  const others = [openTab(), openTab()];
  await Promise.all(others.map(({ connected }) => connected()));
  for (const n of range(1, 20)) publish(n);
  first.leave();
  // Published while no one may be connected.
  for (const n of range(21, 30)) publish(n);
  await vi.waitUntil(() => sockets.size === 1, PATIENCE);
  for (const n of range(31, 40)) publish(n);
  await vi.waitUntil(() => others.every(({ received }) => received.at(-1) === 40), PATIENCE);
  for (const { received, resyncCount } of others) expect([received, resyncCount()]).toEqual([range(1, 40), 1]);
});

test("a returning tab gets the events it missed, or a resync", async () => {
  const { openTab, publish } = testBrowser();
  const first = openTab();
  await first.connected();
  for (const n of range(1, 5)) publish(n);
  const [returning, fresh, outdated] = [openTab("1.3"), openTab(), openTab("0.1")];
  await Promise.all([returning, fresh, outdated].map(({ connected }) => connected()));
  expect([returning.received, returning.resyncCount()]).toEqual([[4, 5], 0]);
  expect([fresh.received, fresh.resyncCount(), outdated.received, outdated.resyncCount()]).toEqual([[], 1, [], 1]);
  publish(6);
  await vi.waitUntil(() => [returning, fresh, outdated].every(({ received }) => received.at(-1) === 6), PATIENCE);
});

test("a visible tab takes over from a frozen leader", async () => {
  const { openTab, publish, sockets } = testBrowser();
  const sleepingTab = openTab();
  await sleepingTab.connected();
  const second = openTab();
  await second.connected();
  for (const n of range(1, 3)) publish(n);
  await vi.waitUntil(() => second.received.length === 3, PATIENCE);
  const [old] = sockets;
  sleepingTab.freeze();
  second.show();
  await vi.waitUntil(() => second.connection.connected && sockets.size === 1 && old && !sockets.has(old), PATIENCE);
  for (const n of range(4, 6)) publish(n);
  await vi.waitUntil(() => second.received.length === 6, PATIENCE);
  expect(second.received).toEqual(range(1, 6));
});
