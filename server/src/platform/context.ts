import type { Language } from "@commonlane/contract/languages";
import type { DomainEvent, Topic } from "@commonlane/contract/live";
import type { Community } from "./community/community.ts";
import type { Db } from "./db/database.ts";
import { appendEvents } from "./db/outbox/outbox.ts";
import { notifyConsumers } from "./db/outbox/notify.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import type { Regions } from "./regions/regions.ts";
import type { RoutingEngine } from "./routing/routing-engine.ts";
import type { Settings } from "./settings.ts";

/** Dependencies of a use case. Nothing in it is global, so tests can set the clock. */
export interface Context {
  readonly db: Db;
  readonly now: () => Date;
  readonly jobs: Jobs;
  readonly mail: Mailer<Context>;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly routing: RoutingEngine;
  readonly regions: Regions;
  readonly settings: Settings;
  /** Settings of the community, always with their current values. */
  readonly community: Community;
  /** Language of the request; undefined outside of requests. */
  readonly language?: Language;
}

/** Context inside a transaction. Events can be published only here, so that an event and its change commit together. */
export interface InTransaction extends Context {
  readonly publish: (topic: Topic, payload: DomainEvent) => void;
}

/**
 * Runs `work` in one transaction, or in the open one if there is one. Name the inner context `ctx` too, to shadow the
 * outer one. `work` never waits for another service: it uses routes that were prefetched.
 */
export async function transaction<T>(
  ctx: Context | InTransaction,
  work: (ctx: InTransaction) => Promise<T>,
): Promise<T> {
  if ("publish" in ctx) return work(ctx);
  const events: { topic: Topic; payload: DomainEvent }[] = [];
  const result = await ctx.db.transaction().execute(async (db) => {
    const publish: InTransaction["publish"] = (topic, payload) => void events.push({ topic, payload });
    const result = await work({ ...ctx, db, routing: ctx.routing.cacheOnly, publish });
    // Written last, in one round trip, so that event numbers are drawn as late as possible.
    if (events.length > 0) await appendEvents(db, ctx.now(), events);
    return result;
  });
  if (events.length > 0) {
    notifyConsumers(ctx.db);
    ctx.metrics.countEvents(events);
  }
  return result;
}
