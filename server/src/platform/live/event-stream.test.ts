import type { DomainEvent } from "@commonlane/contract/live";
import { expect, test, vi } from "vitest";
import { createTestContext } from "../../../test/app/test-context.ts";
import { transaction } from "../context.ts";
import { readEventsAfter, type StoredEvent } from "../db/outbox/outbox.ts";
import { Hub } from "./hub.ts";
import { openEventStream } from "./event-stream.ts";

const ADA = "user:00000000-0000-7000-8000-0000000000ad";

const payload: DomainEvent = {
  type: "ride.changed",
  rideId: "00000000-0000-7000-8000-000000000001",
};
const START = { offset: { xid: "0", id: 0 }, needsResync: false };

test("new events come after the replayed ones, and an event received both ways is sent once", async () => {
  const { ctx } = await createTestContext();
  await transaction(ctx, async (ctx) => ctx.publish(ADA, payload));
  const stored = await vi.waitUntil(async () => (await readEventsAfter(ctx.db, START.offset))[0], {
    timeout: 10_000,
  });
  const hub = new Hub();
  const heard: StoredEvent[] = [];
  const receiver = { onEvent: (event: StoredEvent) => void heard.push(event), resync: () => {} };
  const stream = openEventStream(ctx, hub, ADA, START, receiver);
  // Published before the read has returned; the read cannot have seen the second one.
  const laterEvent = { ...stored, id: stored.id + 1 };
  hub.dispatch(stored);
  hub.dispatch(laterEvent);
  await stream.caughtUp;
  expect(heard.map(({ id }) => id)).toEqual([stored.id, laterEvent.id]);
  stream.stop();
  hub.dispatch({ ...stored, id: stored.id + 2 });
  expect(heard).toHaveLength(2);
});
