import { sql } from "kysely";
import type { Db } from "../database.ts";
import { PREPARED } from "../prepared-statements.ts";

export const EVENT_CHANNEL = "event";
/** Minimum time between two notifications; one covers everything committed in between. */
const MIN_INTERVAL_MS = 10;

/**
 * Wakes the event consumers in every process; call after a commit that published events. It is not part of the commit,
 * because PostgreSQL serialises commits that notify, each waiting for the disk alone. If this process ends in between,
 * the consumers poll a few seconds later anyway.
 */
export function notifyConsumers(db: Db): void {
  const state = notifyStates.get(db) ?? {
    isRequested: false,
    isRunning: false,
  };
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
 * Sends every process a payload that is not stored and may be lost, of at most 7,000 characters. Inside a transaction
 * it is sent on commit.
 */
export async function notifyEphemeral(db: Db, payload: string): Promise<void> {
  await sql`${PREPARED} select pg_notify(${EVENT_CHANNEL}, ${payload})`.execute(db);
}
