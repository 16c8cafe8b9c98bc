import { sql } from "kysely";
import type { Db } from "./database.ts";

/** The same for all processes on one database and, as far as can be told, for no other: neither a copy nor a neighbour. */
export async function readDatabaseFingerprint(db: Db): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    select md5(concat_ws(' ', oid, datname, (select min(timestamp) from kysely_migration))) as mark
    from pg_database where datname = current_database()`.execute(db);
  if (!rows[0]) throw new Error("The database does not know its own name.");
  return rows[0].mark;
}
