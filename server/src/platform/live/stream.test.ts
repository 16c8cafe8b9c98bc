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
