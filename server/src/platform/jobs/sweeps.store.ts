import { sql } from "kysely";
import type { Db } from "../db/database.ts";

/** Takes a named lock until the transaction of `db` ends; returns false if it is not free. */
export async function tryLock(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`.execute(db);
  return rows[0]?.locked ?? false;
}
