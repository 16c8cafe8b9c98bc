import type { DomainEvent, Topic } from "@commonlane/contract/live";
import type { Db } from "./db/database.ts";
import { appendEvents } from "./db/outbox/outbox.ts";
import { notifyConsumers } from "./db/outbox/notify.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { Log } from "./log.ts";
import type { RoutingEngine } from "./routing/routing-engine.ts";
import type { Settings } from "./settings.ts";

/** What a use case works with. Nothing here is a global, so that a test can hold the clock. */
export interface Context {
  readonly db: Db;
  readonly now: () => Date;
  readonly jobs: Jobs;
  readonly mail: Mailer<Context>;
  readonly log: Log;
  readonly routing: RoutingEngine;
  readonly settings: Settings;
}

/** Only who is in a transaction can announce: an event and the change it tells of are one. */
export interface InTransaction extends Context {
  readonly publish: (topic: Topic, fact: DomainEvent) => void;
}

/**
 * Runs `work` in one transaction, or in the one that is open already. Name the inner context `ctx` too, so that the
 * outer one is out of reach. Nobody waits for another service while it is open: of roads it knows what was learned before.
 */
export async function transaction<T>(
  ctx: Context | InTransaction,
  work: (ctx: InTransaction) => Promise<T>,
): Promise<T> {
  if ("publish" in ctx) return work(ctx);
  const events: { topic: Topic; fact: DomainEvent }[] = [];
  const result = await ctx.db.transaction().execute(async (db) => {
    const publish: InTransaction["publish"] = (topic, fact) => void events.push({ topic, fact });
    const result = await work({ ...ctx, db, routing: ctx.routing.cacheOnly, publish });
    // Last, so that the number of an event is drawn as late as it can be, and in one round trip.
    if (events.length > 0) await appendEvents(db, ctx.now(), events);
    return result;
  });
  if (events.length > 0) notifyConsumers(ctx.db);
  return result;
}
