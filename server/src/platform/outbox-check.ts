import { DAY_MS } from "@commonlane/contract/durations";
import type { Context } from "./context.ts";
import { heldBackSince, oldestTransaction, setAsideSince, unreadSince } from "./db/outbox-state.ts";
import { Warning } from "./http/readiness.ts";

/** Whoever waits for an event longer than this should know why. */
const BEHIND_MS = 60_000;

/** A follower to watch, and how far behind it stays on purpose. */
export interface Watched {
  readonly name: string;
  readonly behindS?: number;
}

/**
 * Warns when events wait for long: because a transaction anywhere on the PostgreSQL server holds them back, or because a
 * follower does not get on. Requests are answered and searches are right all the same, so this is no reason to take
 * processes out of service. What names the database server stays in the log.
 */
export async function outboxCheck(ctx: Context, followers: readonly Watched[]): Promise<Warning | undefined> {
  const reasons = [...(await heldBack(ctx)), ...(await behind(ctx, followers)), ...(await withSetAside(ctx))];
  return reasons.length === 0 ? undefined : new Warning(reasons.join(" "));
}

async function heldBack({ db, now, log }: Context): Promise<string[]> {
  const since = await heldBackSince(db);
  const waitsS = secondsSince(since, now());
  if (waitsS * 1000 < BEHIND_MS) return [];
  const oldest = await oldestTransaction(db);
  log.warn({ waitsS, oldest }, "an open transaction holds back events");
  const open = oldest?.since ? `, open since ${oldest.since.toISOString()}` : "";
  const where = oldest?.pid ? ` (process ${oldest.pid} of the database server${open})` : "";
  return [`Live news, notifications and alerts wait for the oldest transaction${where}, for ${waitsS} s now.`];
}

async function behind({ db, now, log }: Context, followers: readonly Watched[]): Promise<string[]> {
  const unread = await unreadSince(
    db,
    followers.map(({ name }) => name),
  );
  const late = unread.flatMap(({ name, at }) => {
    const onPurposeS = followers.find((follower) => follower.name === name)?.behindS ?? 0;
    const behindS = secondsSince(at, now()) - onPurposeS;
    return behindS * 1000 < BEHIND_MS ? [] : [{ name, behindS }];
  });
  for (const follower of late) log.warn(follower, "a follower of events is behind");
  return late.map(({ name, behindS }) => `The follower ${name} is ${behindS} s behind.`);
}

async function withSetAside({ db, now }: Context): Promise<string[]> {
  const counts = await setAsideSince(db, new Date(now().getTime() - DAY_MS));
  return counts.map(({ follower, count }) => `The follower ${follower} set aside ${count} events since yesterday.`);
}

const secondsSince = (at: Date | undefined, now: Date): number =>
  at ? Math.floor((now.getTime() - at.getTime()) / 1000) : 0;
