import { DAY_MS } from "@commonlane/contract/durations";
import type { InTransaction } from "#platform/context.ts";
import { nameFollowers, pruneEvents, pruneSetAside, removeFollowers } from "#platform/db/event-pruning.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { outboxCheck } from "#platform/outbox-check.ts";
import { namedFollowers } from "./followers.ts";

const MINUTE_S = 60;
const HOUR_S = 3600;
/** Longer than any rolling upgrade takes: a follower that only the release before has is still waited for. */
const RUNS_WITHIN_MS = DAY_MS;
const REMOVED_AFTER_MS = 30 * DAY_MS;
/** How much longer than others an event is kept that a running follower has not read. */
const UNREAD_KEPT_MS = 14 * DAY_MS;
const SET_ASIDE_KEPT_MS = 30 * DAY_MS;

/** What keeps the outbox small, and says in the log when it does not get on. */
export const eventSweeps: readonly Sweep[] = [
  { name: "event.pruned", everyS: HOUR_S, run: prune },
  { name: "event.watched", everyS: MINUTE_S, run: (ctx) => outboxCheck(ctx, namedFollowers(ctx.settings)) },
  { name: "follower.removed", everyS: HOUR_S, run: removeStale },
  {
    name: "event-set-aside.pruned",
    everyS: HOUR_S,
    run: ({ db, now }) => pruneSetAside(db, new Date(now().getTime() - SET_ASIDE_KEPT_MS)),
  },
];

async function prune({ db, now, settings }: InTransaction): Promise<boolean> {
  const names = namedFollowers(settings).map(({ name }) => name);
  await nameFollowers(db, names, now());
  const ago = (ms: number) => new Date(now().getTime() - ms);
  const keptMs = settings.EVENTS_KEPT_DAYS * DAY_MS;
  return pruneEvents(db, {
    before: ago(keptMs),
    unreadBefore: ago(keptMs + UNREAD_KEPT_MS),
    runsSince: ago(RUNS_WITHIN_MS),
  });
}

async function removeStale({ db, now, log }: InTransaction): Promise<void> {
  const removed = await removeFollowers(db, new Date(now().getTime() - REMOVED_AFTER_MS));
  for (const name of removed) log.warn({ follower: name }, "a follower that nobody runs any more was removed");
}
