import {
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  sql,
  type SqlBool,
} from "kysely";
import type { Db } from "./database.ts";
import type { Schema } from "./schema/schema.ts";

interface BatchOptions<Table extends keyof Schema> {
  /** The columns that identify a row. */
  readonly key: readonly (keyof Schema[Table] & string)[];
  /** Maximum number of rows to delete. */
  readonly limit: number;
  /** Condition for rows to delete. */
  readonly where: (row: ExpressionBuilder<Schema, Table>) => Expression<SqlBool>;
}

/**
 * Deletes a batch of rows, so that no statement locks many rows for long. Returns true if there may be more. Keeps rows
 * that no longer match because they were renewed at the same time.
 *
 * @example
 *   deleteBatch(db, "rate_count", {
 *     key: ["key"],
 *     limit: 500,
 *     where: (row) => row("ends_at", "<=", now),
 *   });
 */
export async function deleteBatch<Table extends keyof Schema>(
  db: Db,
  table: Table,
  { key, limit, where }: BatchOptions<Table>,
): Promise<boolean> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const isExpired = where(expressionBuilder<Schema, Table>());
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)}
    where (${columns}) in (
      select ${columns}
      from ${sql.table(table)}
      where ${isExpired}
      limit ${limit})
      and ${isExpired}`.execute(db);
  return numAffectedRows >= limit;
}
