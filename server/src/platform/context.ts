import type { Language } from "@commonlane/contract/languages";
import type { DomainEvent, Topic } from "@commonlane/contract/live";
import type { AccessKind } from "./account-access/access-kind.ts";
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
import type { Outside } from "./outside.ts";
import type { Settings } from "./settings.ts";
import { inSavepoint } from "#platform/db/savepoint.ts";
import { retryConflicts } from "#platform/db/retry-conflicts.ts";

/**
 * Dependencies of a use case, inside or outside of a transaction. Nothing in it is global, so tests can set the clock.
 */
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
  /** Everything that signs in to an account, or shows someone what its owner does. */
  readonly accountAccess: readonly AccessKind<Context, InTransaction>[];
  /** Language of the request; undefined outside of requests. */
  readonly language?: Language;
}

/**
 * Context outside of any transaction, which may call other services. What asks for it cannot be called inside one:
 * events wait for the oldest open transaction, and a rollback does not take back what a service has received (decision
 * 71).
 */
export interface OutsideContext extends Context, Outside {}

/** Context inside a transaction. Events can be published only here, so that an event and its change commit together. */
export interface InTransaction extends Context {
  readonly publish: (topic: Topic, payload: DomainEvent) => void;
}

/**
 * Runs `work` in one transaction, or in the open one if there is one. Name the inner context `ctx` too, to shadow the
 * outer one. `work` never waits for another service, and does nothing that a rollback does not undo, because after a
 * conflict with another transaction it runs again.
 *
 * @example
 * await transaction(ctx, async (ctx) => {
 *   if (await closeRide(ctx, rideId)) ctx.publish("rides", { type: "ride.changed", rideId });
 * });
 */
export async function transaction<T>(
  ctx: Context | InTransaction,
  work: (ctx: InTransaction) => Promise<T>,
): Promise<T> {
  if ("publish" in ctx) return work(ctx);
  const { result, events } = await retryConflicts(ctx.log, () => runOnce(ctx, work));
  if (events.length > 0) {
    notifyConsumers(ctx.db);
    ctx.metrics.countEvents(events);
  }
  return result;
}

type PublishedEvent = Readonly<{
  topic: Topic;
  payload: DomainEvent;
}>;

async function runOnce<T>(
  ctx: Context,
  work: (ctx: InTransaction) => Promise<T>,
): Promise<{
  result: T;
  events: readonly PublishedEvent[];
}> {
  const events: PublishedEvent[] = [];
  const { services: _, ...inside }: Context & Partial<OutsideContext> = ctx;
  const result = await ctx.db.transaction().execute(async (db) => {
    const publish: InTransaction["publish"] = (topic, payload) =>
      void events.push({ topic, payload });
    const result = await work({
      ...inside,
      db,
      publish,
    });
    // Written last, in one round trip, so that event numbers are drawn as late as possible.
    if (events.length > 0) await appendEvents(db, ctx.now(), events);
    return result;
  });
  return { result, events };
}

/**
 * Runs `work` in a savepoint of the transaction. If it throws, what it changed and published is undone, and the
 * transaction can go on.
 */
export async function savepoint<T>(
  ctx: InTransaction,
  work: (ctx: InTransaction) => Promise<T>,
): Promise<T> {
  const events: PublishedEvent[] = [];
  const publish: InTransaction["publish"] = (topic, payload) =>
    void events.push({ topic, payload });
  const result = await inSavepoint(ctx.db, () =>
    work({
      ...ctx,
      publish,
    }),
  );
  for (const { topic, payload } of events) ctx.publish(topic, payload);
  return result;
}
