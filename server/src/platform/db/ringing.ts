import { sql } from "kysely";
import type { Db } from "./database.ts";
import { OFTEN } from "./often.ts";

export const EVENT_CHANNEL = "event";
/** One ring follows another at the earliest after this long, and tells of all that was committed meanwhile. */
const PACE_MS = 10;

/**
 * Has whoever follows what happens look soon, in every process; for after a commit that told of something. Not a part of
 * that commit: PostgreSQL lets those that notify commit one by one, each waiting for the disk alone. Should this process
 * end in between, the others look by themselves a few seconds later.
 */
export function ring(db: Db): void {
  const bell = bells.get(db) ?? { asked: false, underWay: false };
  bells.set(db, bell);
  bell.asked = true;
  if (!bell.underWay) void keepRinging(db, bell);
}

interface Ringing {
  asked: boolean;
  underWay: boolean;
}
const bells = new WeakMap<Db, Ringing>();

async function keepRinging(db: Db, bell: Ringing): Promise<void> {
  bell.underWay = true;
  while (bell.asked) {
    bell.asked = false;
    await Promise.all([
      sql`${OFTEN} select pg_notify(${EVENT_CHANNEL}, '')`.execute(db).catch(() => {}),
      new Promise((resolve) => setTimeout(resolve, PACE_MS).unref()),
    ]);
  }
  bell.underWay = false;
}

/**
 * Tells every process something that is written down nowhere and may be lost; `said` is no longer than 7,000 letters. Inside
 * a transaction it is told with the commit.
 */
export async function tellPassing(db: Db, said: string): Promise<void> {
  await sql`${OFTEN} select pg_notify(${EVENT_CHANNEL}, ${said})`.execute(db);
}
