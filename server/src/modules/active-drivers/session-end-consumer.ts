import type { Context, InTransaction } from "#platform/context.ts";
import { type StoredEvent } from "#platform/db/outbox/outbox.ts";
import { initializeOffset } from "#platform/db/outbox/consumer-offsets.ts";
import { createConsumer } from "#platform/events/event-consumer.ts";
import { type PollOnce } from "#platform/events/polling.ts";
import { deleteDriversOfSessions } from "./active-drivers.store.ts";
import { publishDriverEvent } from "./active-drivers.ts";

const NAME = "driver-sessions";

/** Removes drivers whose session has ended, because no one on that device could see any more that they are visible. */
export const sessionEndConsumer = (ctx: Context): PollOnce =>
  createConsumer(ctx, {
    name: NAME,
    eventTypes: ["session.ended"],
    handle: handleEvents,
  });

/** Starts at the current offset: sessions that ended earlier have no drivers on the map. */
export const startSessionEndConsumer = ({ db }: Context): Promise<void> =>
  initializeOffset(db, NAME);

async function handleEvents(ctx: InTransaction, events: readonly StoredEvent[]): Promise<void> {
  const ended = events.flatMap(({ topic, payload }) =>
    payload.type === "session.ended"
      ? [
          {
            uid: topic.slice("user:".length),
            sessionId: payload.sessionId,
          },
        ]
      : [],
  );
  for (const uid of await deleteDriversOfSessions(ctx, ended))
    publishDriverEvent(ctx, uid, {
      type: "active-driver.ended",
      uid,
      how: "system",
    });
}
