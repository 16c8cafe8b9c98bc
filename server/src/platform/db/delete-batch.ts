import { type Expression, type ExpressionBuilder, expressionBuilder, sql, type SqlBool } from "kysely";
import type { Db } from "./database.ts";
import type { Schema } from "./schema/schema.ts";

interface BatchOptions<Table extends keyof Schema> {
  /** What tells one row from another. */
  readonly key: readonly (keyof Schema[Table] & string)[];
  /** The most rows that are deleted. */
  readonly limit: number;
  /** Which rows are over. */
  readonly where: (row: ExpressionBuilder<Schema, Table>) => Expression<SqlBool>;
}

/**
 * Deletes a batch of what is over, so that no statement holds many rows for long; true when there may be more. A row that
 * is renewed meanwhile, so that it is over no more, stays.
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
    where (${columns}) in (select ${columns} from ${sql.table(table)} where ${isExpired} limit ${limit}) and ${isExpired}`.execute(
    db,
  );
  return numAffectedRows >= limit;
}
