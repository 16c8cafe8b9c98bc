import { type Compilable, type Kysely, sql } from "kysely";
import { DatabaseError, type PoolClient } from "pg";
import type { Schema } from "./schema/schema.ts";

const PREPARED_MARK = "/* prepared */";

/**
 * Starts a statement that runs so often that each connection should parse and plan it only once. Its text must always
 * be the same: pass values as parameters and lists as one array.
 */
export const PREPARED = sql.raw(PREPARED_MARK);

/** Executes a query-builder statement as a prepared statement and returns its rows. */
export async function executePrepared<Row>(
  db: Kysely<Schema>,
  query: Compilable<Row>,
): Promise<Row[]> {
  const built = query.compile();
  const text = `${PREPARED_MARK} ${built.sql}`;
  const { rows } = await db.executeQuery<Row>({
    ...built,
    sql: text,
  });
  return rows;
}

const statementNames = new Map<string, string>();
let generation = 0;

/** Name under which the connection stores a statement with this text. */
function statementName(text: string): string {
  let name = statementNames.get(text);
  if (name === undefined)
    statementNames.set(text, (name = `often ${generation} ${statementNames.size}`));
  return name;
}

/** Prepares statements that start with PREPARED on this connection. */
export function enablePreparedStatements(client: PoolClient): void {
  const query: unknown = client.query.bind(client);
  if (typeof query !== "function") return;
  const runQuery = (...args: unknown[]): unknown => Reflect.apply(query, client, args);
  const executePrepared = async (text: string, values: unknown): Promise<unknown> => {
    try {
      return await runQuery({
        name: statementName(text),
        text,
        values,
      });
    } catch (error) {
      if (!isOutdatedStatement(error)) throw error;
      // A newer release has changed a table. New names make all of them be planned again.
      generation++;
      statementNames.clear();
      try {
        return await runQuery({
          name: statementName(text),
          text,
          values,
        });
      } catch (secondError) {
        // The first error has ended the transaction, which has to begin again.
        throw isInFailedTransaction(secondError) ? error : secondError;
      }
    }
  };
  const queryWithPreparation = (text: unknown, ...rest: unknown[]) =>
    typeof text === "string" && text.startsWith(PREPARED_MARK)
      ? executePrepared(text, rest[0])
      : runQuery(text, ...rest);
  Object.assign(client, { query: queryWithPreparation });
}

/** PostgreSQL's "cached plan must not change result type". */
export const isOutdatedStatement = (error: unknown): boolean =>
  error instanceof DatabaseError &&
  error.code === "0A000" &&
  error.routine === "RevalidateCachedQuery";

const isInFailedTransaction = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === "25P02";
