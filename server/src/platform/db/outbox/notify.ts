import { sql } from "kysely";
import type { Db } from "../database.ts";
import { PREPARED } from "../prepared-statements.ts";

export const EVENT_CHANNEL = "event";
/** One ring follows another at the earliest after this long, and tells of all that was committed meanwhile. */
const MIN_INTERVAL_MS = 10;

/**
 * Has whoever follows what happens look soon, in every process; for after a commit that told of something. Not a part of
 * that commit: PostgreSQL lets those that notify commit one by one, each waiting for the disk alone. Should this process
 * end in between, the others look by themselves a few seconds later.
 */
export function notifyConsumers(db: Db): void {
  const state = notifyStates.get(db) ?? { isRequested: false, isRunning: false };
  notifyStates.set(db, state);
  state.isRequested = true;
  if (!state.isRunning) void sendNotifications(db, state);
}

interface NotifyState {
  isRequested: boolean;
  isRunning: boolean;
}
const notifyStates = new WeakMap<Db, NotifyState>();

async function sendNotifications(db: Db, state: NotifyState): Promise<void> {
  state.isRunning = true;
  while (state.isRequested) {
    state.isRequested = false;
    await Promise.all([
      sql`${PREPARED} select pg_notify(${EVENT_CHANNEL}, '')`.execute(db).catch(() => {}),
      new Promise((resolve) => setTimeout(resolve, MIN_INTERVAL_MS).unref()),
    ]);
  }
  state.isRunning = false;
}

/**
 * Tells every process something that is written down nowhere and may be lost; `said` is no longer than 7,000 letters. Inside
 * a transaction it is told with the commit.
 */
export async function notifyEphemeral(db: Db, payload: string): Promise<void> {
  await sql`${PREPARED} select pg_notify(${EVENT_CHANNEL}, ${payload})`.execute(db);
}
