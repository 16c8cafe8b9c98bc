import { notify } from "#modules/notifications/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { initializeOffset } from "#platform/db/outbox/consumer-offsets.ts";
import type { StoredEvent } from "#platform/db/outbox/outbox.ts";
import { createConsumer } from "#platform/events/event-consumer.ts";
import type { PollOnce } from "#platform/events/polling.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { deleteDriversOfSessions, deleteInactiveDrivers } from "./active-drivers.store.ts";
import { publishDriverEvent } from "./active-drivers.ts";
import { MAX_UNSAVED_MS } from "./map/live-map.ts";

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

const BATCH = 100;

export const activeDriverSweeps: readonly Sweep[] = [
  {
    name: "active-driver.ended",
    everyS: 15,
    run: deactivateSilentDrivers,
  },
];

/**
 * Notifies drivers who were removed for inactivity. They are hidden immediately; the removal is saved shortly after.
 */
async function deactivateSilentDrivers(ctx: InTransaction): Promise<boolean> {
  const before = new Date(
    ctx.now().getTime() - ctx.settings.DRIVER_TIMEOUT_S * 1000 - MAX_UNSAVED_MS,
  );
  const ended = await deleteInactiveDrivers(ctx, {
    before,
    limit: BATCH,
  });
  for (const { uid, activated_at, by_system } of ended) {
    publishDriverEvent(ctx, uid, {
      type: "active-driver.ended",
      uid,
      how: by_system ? "system" : "silence",
    });
    if (by_system) continue;
    const cause = activated_at.toISOString();
    await notify(ctx, {
      to: uid,
      kind: "active-driver.ended",
      cause,
      path: "/active-drivers",
      details: {},
    });
  }
  return ended.length === BATCH;
}
