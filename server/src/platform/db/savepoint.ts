import { sql } from "kysely";
import type { Db } from "./database.ts";

/** Runs `work` in a savepoint of the transaction of `db`, and undoes what it changed if it throws. */
export async function inSavepoint<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`savepoint attempt`.execute(db);
  try {
    const result = await work();
    await sql`release savepoint attempt`.execute(db);
    return result;
  } catch (error) {
    await sql`rollback to savepoint attempt`.execute(db);
    throw error;
  }
}
