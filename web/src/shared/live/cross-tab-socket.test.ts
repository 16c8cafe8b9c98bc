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
const fact = (n: number) => ({ seq: `1.${n}`, n });

/** A server that publishes events and counts its sockets. */
function testServer() {
  const facts: { seq: string; n: number }[] = [];
  const sockets = new Set<SocketHandlers>();
  const said: unknown[] = [];
  let opened = 0;
  const open = (place: LastSeq) => (handlers: SocketHandlers) => {
    opened++;
    sockets.add(handlers);
    const from = place.read();
    const missed = facts.slice(facts.findIndex(({ seq }) => seq === from) + 1);
    queueMicrotask(() => {
      handlers.status("live");
      if (from === undefined) handlers.event("resync", { seq: facts.at(-1)?.seq ?? "1.0" });
      else for (const one of missed) handlers.event("fact", one);
    });
    const held: OpenSocket = {
      send: (event, words) => void said.push([event, words]),
      close: () => void sockets.delete(handlers),
    };
    return held;
  };
  const tell = (n: number) => {
    facts.push(fact(n));
    for (const handlers of sockets) handlers.event("fact", fact(n));
  };
  return { open, tell, said, sockets, facts, opened: () => opened };
}

/** A browser whose tabs share a connection through this process's locks and channels. */
function testBrowser() {
  const server = testServer();
  const name = `line ${crypto.randomUUID()}`;
  const openTab = (startSeq?: string) => {
    let seq = startSeq;
    const place = { read: () => seq, write: (next: string) => void (seq = next) };
    const wire = new TabConnection();
    const received: number[] = [];
    const knownSeqs = new Set<string>();
    let resyncCount = 0;
    wire.on("fact", (said) => {
      const { seq: factSeq, n } = Numbered.parse(said);
      if (knownSeqs.has(factSeq)) return;
      knownSeqs.add(factSeq);
      received.push(n);
      place.write(factSeq);
    });
    wire.on("resync", (said) => {
      resyncCount++;
      place.write(Numbered.partial().parse(said).seq ?? "none");
    });
    let asleep = false;
    let seen = true;
    const visibilityListeners: (() => void)[] = [];
    const channel = (of: string): TabChannel => {
      const open = new BroadcastChannel(of);
      return {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
        tell: (note) => open.postMessage(note),
        handleEvents: (received) =>
          open.addEventListener("message", ({ data }: MessageEvent<TabMessage>) => asleep || received(data)),
        close: () => open.close(),
      };
    };
    const onSeen = (call: () => void) => {
      visibilityListeners.push(call);
      return () => {};
    };
    const meeting = { locks: navigator.locks, channel, isSeen: () => seen, onSeen };
    const joint = { watch: (wishes: readonly unknown[]) => wishes.flat() };
    const end = shareSocket({
      name,
      connection: wire,
      lastSeq: place,
      open: server.open(place),
      mergeSubscriptions: joint,
      tabs: meeting,
    });
    onTestFinished(end);
    return {
      received,
      wire,
      end,
      resyncCount: () => resyncCount,
      live: () => vi.waitUntil(() => wire.connected, PATIENCE),
      sleeps: () => void (asleep = true),
      look: () => visibilityListeners.forEach((call) => call()),
      hide: () => void (seen = false),
    };
  };
  return { ...server, openTab };
}

const counting = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

test("[issue5/live:one-line] all tabs share one connection and receive every event once and in order", async () => {
  const { openTab, tell, opened, said } = testBrowser();
  const first = openTab();
  await first.live();
  const [second, third] = [openTab(), openTab()];
  await Promise.all([second.live(), third.live()]);
  for (const n of counting(1, 50)) tell(n);
  await vi.waitUntil(() => [second, third].every(({ received }) => received.length === 50), PATIENCE);
  for (const { received } of [first, second, third]) expect(received).toEqual(counting(1, 50));
  expect(opened()).toBe(1);

  second.wire.emit("watch", ["a"]);
  await vi.waitUntil(() => said.length === 1, PATIENCE);
  first.wire.emit("watch", ["b"]);
  third.wire.emit("else", 3);
  await vi.waitUntil(() => said.length === 3, PATIENCE);
  second.end();
  await vi.waitUntil(() => said.length === 4, PATIENCE);
  expect(said).toEqual([
    ["watch", ["a"]],
    ["watch", ["b", "a"]],
    ["else", 3],
    ["watch", ["b"]],
  ]);
});

test("[issue5/live:handed-on] another tab takes over when the leader closes, without losing or repeating events", async () => {
  const { openTab, tell, sockets } = testBrowser();
  const first = openTab();
  await first.live();
  const others = [openTab(), openTab()];
  await Promise.all(others.map(({ live }) => live()));
  for (const n of counting(1, 20)) tell(n);
  first.end();
  // Published while no one may be connected.
  for (const n of counting(21, 30)) tell(n);
  await vi.waitUntil(() => sockets.size === 1, PATIENCE);
  for (const n of counting(31, 40)) tell(n);
  await vi.waitUntil(() => others.every(({ received }) => received.at(-1) === 40), PATIENCE);
  for (const { received, resyncCount } of others) expect([received, resyncCount()]).toEqual([counting(1, 40), 1]);
});

test("a returning tab gets the events it missed, or a resync", async () => {
  const { openTab, tell } = testBrowser();
  const first = openTab();
  await first.live();
  for (const n of counting(1, 5)) tell(n);
  const [back, fresh, lost] = [openTab("1.3"), openTab(), openTab("0.1")];
  await Promise.all([back, fresh, lost].map(({ live }) => live()));
  expect([back.received, back.resyncCount()]).toEqual([[4, 5], 0]);
  expect([fresh.received, fresh.resyncCount(), lost.received, lost.resyncCount()]).toEqual([[], 1, [], 1]);
  tell(6);
  await vi.waitUntil(() => [back, fresh, lost].every(({ received }) => received.at(-1) === 6), PATIENCE);
});

test("[issue5/live:asleep] a visible tab takes over from a frozen leader", async () => {
  const { openTab, tell, sockets } = testBrowser();
  const sleepingTab = openTab();
  await sleepingTab.live();
  const second = openTab();
  await second.live();
  for (const n of counting(1, 3)) tell(n);
  await vi.waitUntil(() => second.received.length === 3, PATIENCE);
  const [old] = sockets;
  sleepingTab.sleeps();
  second.look();
  await vi.waitUntil(() => second.wire.connected && sockets.size === 1 && old && !sockets.has(old), PATIENCE);
  for (const n of counting(4, 6)) tell(n);
  await vi.waitUntil(() => second.received.length === 6, PATIENCE);
  expect(second.received).toEqual(counting(1, 6));
});
