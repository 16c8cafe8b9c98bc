import { sql } from "kysely";
import type { Db } from "./database.ts";

/**
 * Identifies the database: equal for all processes connected to it and, where possible, different for copies of it and for other databases.
 */
export async function readDatabaseFingerprint(db: Db): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    select md5(concat_ws(' ', oid, datname, (select min(timestamp) from kysely_migration))) as mark
    from pg_database where datname = current_database()`.execute(db);
  if (!rows[0]) throw new Error("The database did not report its name.");
  return rows[0].mark;
}
