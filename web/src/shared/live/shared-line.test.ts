import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import type { Place } from "./place.ts";
import { type Channel, type Held, type Note, shareLine, type Told } from "./shared-line.ts";
import { Wire } from "./wire.ts";

const PATIENCE = { timeout: 8_000, interval: 5 };
const Numbered = z.object({ seq: z.string(), n: z.number() });
const fact = (n: number) => ({ seq: `1.${n}`, n });

/** A server with facts, and how many sockets it has. */
function aServer() {
  const facts: { seq: string; n: number }[] = [];
  const sockets = new Set<Told>();
  const said: unknown[] = [];
  let opened = 0;
  const open = (place: Place) => (told: Told) => {
    opened++;
    sockets.add(told);
    const from = place.read();
    const missed = facts.slice(facts.findIndex(({ seq }) => seq === from) + 1);
    queueMicrotask(() => {
      told.status("live");
      if (from === undefined) told.event("resync", { seq: facts.at(-1)?.seq ?? "1.0" });
      else for (const one of missed) told.event("fact", one);
    });
    const held: Held = {
      say: (event, words) => void said.push([event, words]),
      close: () => void sockets.delete(told),
    };
    return held;
  };
  const tell = (n: number) => {
    facts.push(fact(n));
    for (const told of sockets) told.event("fact", fact(n));
  };
  return { open, tell, said, sockets, facts, opened: () => opened };
}

/** A browser whose pages share a line to the server by the locks and channels of this process. */
function aBrowser() {
  const server = aServer();
  const name = `line ${crypto.randomUUID()}`;
  const page = (kept?: string) => {
    let seq = kept;
    const place = { read: () => seq, write: (next: string) => void (seq = next) };
    const wire = new Wire();
    const heard: number[] = [];
    const known = new Set<string>();
    let resyncs = 0;
    wire.on("fact", (said) => {
      const { seq: told, n } = Numbered.parse(said);
      if (known.has(told)) return;
      known.add(told);
      heard.push(n);
      place.write(told);
    });
    wire.on("resync", (said) => {
      resyncs++;
      place.write(Numbered.partial().parse(said).seq ?? "none");
    });
    let asleep = false;
    let seen = true;
    const faces: (() => void)[] = [];
    const channel = (of: string): Channel => {
      const open = new BroadcastChannel(of);
      return {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
        tell: (note) => open.postMessage(note),
        hear: (heard) => open.addEventListener("message", ({ data }: MessageEvent<Note>) => asleep || heard(data)),
        close: () => open.close(),
      };
    };
    const onSeen = (call: () => void) => {
      faces.push(call);
      return () => {};
    };
    const meeting = { locks: navigator.locks, channel, isSeen: () => seen, onSeen };
    const joint = { watch: (wishes: readonly unknown[]) => wishes.flat() };
    const end = shareLine({ name, wire, place, open: server.open(place), joint, meeting });
    onTestFinished(end);
    return {
      heard,
      wire,
      end,
      resyncs: () => resyncs,
      live: () => vi.waitUntil(() => wire.connected, PATIENCE),
      sleeps: () => void (asleep = true),
      look: () => faces.forEach((call) => call()),
      hide: () => void (seen = false),
    };
  };
  return { ...server, page };
}

const counting = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

test("[issue5/live:one-line] all pages of a browser share one line and hear everything once and in order", async () => {
  const { page, tell, opened, said } = aBrowser();
  const first = page();
  await first.live();
  const [second, third] = [page(), page()];
  await Promise.all([second.live(), third.live()]);
  for (const n of counting(1, 50)) tell(n);
  await vi.waitUntil(() => [second, third].every(({ heard }) => heard.length === 50), PATIENCE);
  for (const { heard } of [first, second, third]) expect(heard).toEqual(counting(1, 50));
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

test("[issue5/live:handed-on] when the page with the line goes, the next takes it: nothing is lost or doubled", async () => {
  const { page, tell, sockets } = aBrowser();
  const first = page();
  await first.live();
  const others = [page(), page()];
  await Promise.all(others.map(({ live }) => live()));
  for (const n of counting(1, 20)) tell(n);
  first.end();
  // Said while nobody may be there to hear it.
  for (const n of counting(21, 30)) tell(n);
  await vi.waitUntil(() => sockets.size === 1, PATIENCE);
  for (const n of counting(31, 40)) tell(n);
  await vi.waitUntil(() => others.every(({ heard }) => heard.at(-1) === 40), PATIENCE);
  for (const { heard, resyncs } of others) expect([heard, resyncs()]).toEqual([counting(1, 40), 1]);
});

test("a page that comes back is told what it missed, and where that cannot be said, to read everything again", async () => {
  const { page, tell } = aBrowser();
  const first = page();
  await first.live();
  for (const n of counting(1, 5)) tell(n);
  const [back, fresh, lost] = [page("1.3"), page(), page("0.1")];
  await Promise.all([back, fresh, lost].map(({ live }) => live()));
  expect([back.heard, back.resyncs()]).toEqual([[4, 5], 0]);
  expect([fresh.heard, fresh.resyncs(), lost.heard, lost.resyncs()]).toEqual([[], 1, [], 1]);
  tell(6);
  await vi.waitUntil(() => [back, fresh, lost].every(({ heard }) => heard.at(-1) === 6), PATIENCE);
});

test("[issue5/live:asleep] a page that is looked at takes the line from one that was put to sleep with it", async () => {
  const { page, tell, sockets } = aBrowser();
  const sleeper = page();
  await sleeper.live();
  const second = page();
  await second.live();
  for (const n of counting(1, 3)) tell(n);
  await vi.waitUntil(() => second.heard.length === 3, PATIENCE);
  const [old] = sockets;
  sleeper.sleeps();
  second.look();
  await vi.waitUntil(() => second.wire.connected && sockets.size === 1 && old && !sockets.has(old), PATIENCE);
  for (const n of counting(4, 6)) tell(n);
  await vi.waitUntil(() => second.heard.length === 6, PATIENCE);
  expect(second.heard).toEqual(counting(1, 6));
});
