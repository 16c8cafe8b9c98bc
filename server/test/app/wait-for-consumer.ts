import { sql } from "kysely";
import type { Context } from "#platform/context.ts";
import { rowsOfConsumers } from "#platform/db/outbox/consumer-offsets.ts";
import type { PollOnce } from "#platform/events/polling.ts";

/**
 * Polls until a named consumer has read all events so far. One poll may not suffice: transactions of other tests hold
 * it back.
 */
export async function waitForConsumer(
  { db }: Context,
  name: string,
  poll: PollOnce,
): Promise<void> {
  for (;;) {
    await poll();
    const { rows } = await sql<{ left: boolean }>`
      select exists (select 1 from event where not exists (select 1 from event_consumer
        where name = any(${rowsOfConsumers([name])}::text[]) and (event_consumer.xid, event_consumer.id) >= (event.xid, event.id))) as left`.execute(
      db,
    );
    if (!rows[0]?.left) return;
  }
}
