import type { Fact } from "@commonlane/contract/live";
import { expect, test, vi } from "vitest";
import { openContext } from "../../../test/bare-context.ts";
import { transaction } from "../context.ts";
import { eventsAfter, type StoredEvent } from "../db/outbox.ts";
import { Hub } from "./hub.ts";
import { openStream } from "./stream.ts";

const fact: Fact = { type: "ride.changed", rideId: "00000000-0000-7000-8000-000000000001" };
const START = { from: { xid: "0", id: 0 }, afresh: false };

test("[house/facts:resume] what happens while the missed is being read comes after it, and what is heard both ways comes once", async () => {
  const { ctx } = await openContext();
  await transaction(ctx, async (ctx) => ctx.announce("user:ada", fact));
  const kept = await vi.waitUntil(async () => (await eventsAfter(ctx.db, START.from))[0], { timeout: 10_000 });
  const hub = new Hub();
  const heard: StoredEvent[] = [];
  const receiver = { fact: (event: StoredEvent) => void heard.push(event), resync: () => {} };
  const stream = openStream(ctx, hub, "user:ada", START, receiver);
  // Told before the reading has come back; the second is one that this reading cannot have seen.
  const later = { ...kept, id: kept.id + 1 };
  hub.tell(kept);
  hub.tell(later);
  await stream.caughtUp;
  expect(heard.map(({ id }) => id)).toEqual([kept.id, later.id]);
  stream.stop();
  hub.tell({ ...kept, id: kept.id + 2 });
  expect(heard).toHaveLength(2);
});

test("[issue5/live:rights-now] what a review withheld is not told after it either, though it was heard live meanwhile", async () => {
  const { ctx } = await openContext();
  await transaction(ctx, async (ctx) => {
    ctx.announce("user:ada", fact);
    ctx.announce("user:ada", fact);
  });
  const kept = await vi.waitUntil(
    async () => {
      const events = await eventsAfter(ctx.db, START.from);
      return events.length === 2 && events;
    },
    { timeout: 10_000 },
  );
  const [told, withheld] = kept;
  if (!told || !withheld) throw new Error("Two were announced.");
  const hub = new Hub();
  const heard: StoredEvent[] = [];
  const stream = openStream(ctx, hub, "user:ada", START, {
    fact: (event) => void heard.push(event),
    resync: () => {},
    review: async (missed) => missed.filter(({ id }) => id !== withheld.id),
  });
  const later = { ...withheld, id: withheld.id + 1 };
  for (const event of [told, withheld, later]) hub.tell(event);
  await stream.caughtUp;
  expect(heard.map(({ id }) => id)).toEqual([told.id, later.id]);
  stream.stop();
});
