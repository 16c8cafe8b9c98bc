import { DAY_MS } from "@commonlane/contract/durations";
import type { Context } from "../context.ts";
import {
  findOldestBlockedEvent,
  findOldestTransaction,
  countSetAsideSince,
  findUnreadSince,
} from "../db/outbox/outbox-state.ts";
import { Warning } from "../http/health/readiness.ts";

/** Longer delays are reported to the operator. */
const MAX_LAG_MS = 60_000;

/** A consumer to monitor, and its deliberate delay. */
export interface MonitoredConsumer {
  readonly name: string;
  readonly delayS?: number;
}

/**
 * Warns if events wait for long: because a transaction anywhere on the PostgreSQL server holds them back, or because a
 * consumer makes no progress. Requests and searches still work, so this is no reason to take processes out of service.
 * Details about the database server appear only in the log.
 */
export async function checkOutbox(
  ctx: Context,
  consumers: readonly MonitoredConsumer[],
): Promise<Warning | undefined> {
  const reasons = [
    ...(await checkBlockedEvents(ctx)),
    ...(await checkLaggingConsumers(ctx, consumers)),
    ...(await checkSetAsideEvents(ctx)),
  ];
  return reasons.length === 0 ? undefined : new Warning(reasons.join(" "));
}

async function checkBlockedEvents({ db, now, log }: Context): Promise<string[]> {
  const since = await findOldestBlockedEvent(db);
  const waitingS = secondsBetween(since, now());
  if (waitingS * 1000 < MAX_LAG_MS) return [];
  const oldest = await findOldestTransaction(db);
  log.warn(
    {
      waitsS: waitingS,
      oldest,
    },
    "an open transaction holds back events",
  );
  const open = oldest?.since ? `, open since ${oldest.since.toISOString()}` : "";
  const where = oldest?.pid ? ` (process ${oldest.pid} of the database server${open})` : "";
  return [
    `Live updates, notifications and alerts have waited ${waitingS} s for the oldest transaction${where}.`,
  ];
}

async function checkLaggingConsumers(
  { db, now, log }: Context,
  consumers: readonly MonitoredConsumer[],
): Promise<string[]> {
  const unreadByConsumer = await findUnreadSince(
    db,
    consumers.map(({ name }) => name),
  );
  const lagging = unreadByConsumer.flatMap(({ name, at }) => {
    const intendedS = consumers.find((consumer) => consumer.name === name)?.delayS ?? 0;
    const behindS = secondsBetween(at, now()) - intendedS;
    return behindS * 1000 < MAX_LAG_MS ? [] : [{ name, behindS }];
  });
  for (const consumer of lagging) log.warn(consumer, "an event consumer is behind");
  return lagging.map(({ name, behindS }) => `The event consumer ${name} is ${behindS} s behind.`);
}

async function checkSetAsideEvents({ db, now }: Context): Promise<string[]> {
  const counts = await countSetAsideSince(db, new Date(now().getTime() - DAY_MS));
  return counts.map(
    ({ consumer, count }) =>
      `The event consumer ${consumer} set aside ${count} events since yesterday.`,
  );
}

const secondsBetween = (at: Date | undefined, now: Date): number =>
  at ? Math.floor((now.getTime() - at.getTime()) / 1000) : 0;
