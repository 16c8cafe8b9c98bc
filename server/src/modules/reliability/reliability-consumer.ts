import type { Context, InTransaction } from "#platform/context.ts";
import { transaction } from "#platform/context.ts";
import type { StoredEvent } from "#platform/db/outbox/outbox.ts";
import { initializeOffset } from "#platform/db/outbox/consumer-offsets.ts";
import { createConsumer } from "#platform/events/event-consumer.ts";
import { type PollOnce } from "#platform/events/polling.ts";
import { reliabilityEntriesOf, HANDLED_EVENTS } from "./log-entries.ts";
import { recountReliability, insertEntries, findUncounted } from "./reliability.store.ts";

/** Logs what users did with bookings and requests and updates their reliability. */
export const reliabilityConsumer = (ctx: Context): PollOnce =>
  createConsumer(ctx, {
    name: NAME,
    eventTypes: HANDLED_EVENTS,
    handle: recordEvents,
  });

const NAME = "reliability";
const BATCH = 500;

/** Counts the entries that the migration wrote before this consumer existed. */
export async function initReliabilityConsumer(ctx: Context): Promise<void> {
  await initializeOffset(ctx.db, NAME);
  for (
    let uids = await findUncounted(ctx, BATCH);
    uids.length > 0;
    uids = await findUncounted(ctx, BATCH)
  ) {
    const batch = uids;
    await transaction(ctx, (ctx) => recountReliability(ctx, batch));
  }
}

async function recordEvents(ctx: InTransaction, events: readonly StoredEvent[]): Promise<void> {
  const entries = events.flatMap(reliabilityEntriesOf);
  await insertEntries(ctx, entries);
  await recountReliability(ctx, [...new Set(entries.map(({ uid }) => uid))]);
}
