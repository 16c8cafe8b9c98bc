import { DAY_MS } from "@commonlane/contract/durations";
import type { InTransaction } from "#platform/context.ts";
import {
  markConsumersActive,
  pruneEvents,
  pruneSetAsideEvents,
  removeStaleConsumers,
} from "#platform/db/outbox/event-pruning.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { checkOutbox } from "#platform/events/outbox-health.ts";
import { listConsumerNames, listEventConsumers, registerRelease } from "./event-consumers.ts";

const MINUTE_S = 60;
const HOUR_S = 3600;
/** Longer than any rolling upgrade, so events still wait for consumers that exist only in the previous release. */
const ACTIVE_WITHIN_MS = DAY_MS;
const REMOVED_AFTER_MS = 30 * DAY_MS;
/** Extra retention for events that a running consumer has not read. */
const UNREAD_EXTRA_RETENTION_MS = 14 * DAY_MS;
const SET_ASIDE_RETENTION_MS = 30 * DAY_MS;

/** Prunes the outbox, and logs when its consumers make no progress. */
export const eventSweeps: readonly Sweep[] = [
  { name: "events.prune", everyS: HOUR_S, run: pruneOutbox },
  {
    name: "events.check",
    everyS: MINUTE_S,
    run: (ctx) => checkOutbox(ctx, listEventConsumers(ctx.settings)),
  },
  {
    name: "event-consumers.registered",
    everyS: MINUTE_S,
    run: registerRelease,
  },
  {
    name: "event-consumers.remove-stale",
    everyS: HOUR_S,
    run: removeInactiveConsumers,
  },
  {
    name: "set-aside-events.prune",
    everyS: HOUR_S,
    run: ({ db, now }) =>
      pruneSetAsideEvents(db, new Date(now().getTime() - SET_ASIDE_RETENTION_MS)),
  },
];

async function pruneOutbox({ db, now, settings }: InTransaction): Promise<boolean> {
  await markConsumersActive(db, listConsumerNames(settings), now());
  const ago = (ms: number) => new Date(now().getTime() - ms);
  const retentionMs = settings.EVENT_RETENTION_DAYS * DAY_MS;
  return pruneEvents(db, {
    before: ago(retentionMs),
    unreadBefore: ago(retentionMs + UNREAD_EXTRA_RETENTION_MS),
    activeSince: ago(ACTIVE_WITHIN_MS),
  });
}

async function removeInactiveConsumers({ db, now, log }: InTransaction): Promise<void> {
  const removed = await removeStaleConsumers(db, new Date(now().getTime() - REMOVED_AFTER_MS));
  for (const name of removed)
    log.warn({ follower: name }, "removed an event consumer that no process runs any more");
}
