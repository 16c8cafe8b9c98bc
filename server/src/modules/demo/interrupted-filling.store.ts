import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { type Connection, type Db, withoutTimeLimits } from "#platform/db/database.ts";
import type { Settings } from "#platform/settings.ts";
import { DEMO_DOMAIN } from "./demo-accounts.ts";

type Place = Pick<Settings, "DATA_DIR">;

/** Exists while the demo is being filled; if a start finds it, the one before was interrupted. */
function markerOf({ DATA_DIR }: Place): string {
  return join(DATA_DIR, "demo-is-being-filled");
}

/** Runs `fill`; whatever ends it early, the next start knows. */
export async function markFilling(settings: Place, fill: () => Promise<void>): Promise<void> {
  writeFileSync(markerOf(settings), "");
  await fill();
  rmSync(markerOf(settings));
}

/**
 * Empties a demo whose filling was interrupted, so that it is filled from the beginning. One in which people have
 * registered by themselves keeps them: it was complete before, and is filled up.
 */
export async function emptyInterruptedDemo(settings: Place, connection: Connection): Promise<void> {
  if (!existsSync(markerOf(settings))) return;
  await withoutTimeLimits(connection, async (db) => {
    if (await hasOwnAccounts(db)) return;
    await sql`drop schema if exists job cascade`.execute(db);
    await sql`drop schema public cascade`.execute(db);
    await sql`create schema public`.execute(db);
  });
}

async function hasOwnAccounts(db: Db): Promise<boolean> {
  const { rows: tables } = await sql`
      select
      from pg_tables
      where schemaname = 'public' and tablename = 'account'`.execute(db);
  if (tables.length === 0) return false;
  const { rows } =
    await sql`select from account where email not like ${`%${DEMO_DOMAIN}`} limit 1`.execute(db);
  return rows.length > 0;
}
