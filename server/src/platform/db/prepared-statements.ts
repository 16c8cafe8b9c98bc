import { type Compilable, type Kysely, sql } from "kysely";
import { DatabaseError, type PoolClient } from "pg";
import type { Schema } from "./schema/schema.ts";

const PREPARED_MARK = "/* prepared */";

/**
 * Begins a statement that is asked so often that each connection should have it parsed and planned once. Its text must
 * be the same each time: what differs is a parameter, and a list is one array.
 */
export const PREPARED = sql.raw(PREPARED_MARK);

/** The same for a statement that is built: its rows. */
export async function executePrepared<Row>(db: Kysely<Schema>, query: Compilable<Row>): Promise<Row[]> {
  const { sql: text, ...built } = query.compile();
  const { rows } = await db.executeQuery<Row>({ ...built, sql: `${PREPARED_MARK} ${text}` });
  return rows;
}

const statementNames = new Map<string, string>();
let generation = 0;

/** A statement of this text is known to its connection by this name. */
function statementName(text: string): string {
  let name = statementNames.get(text);
  if (name === undefined) statementNames.set(text, (name = `often ${generation} ${statementNames.size}`));
  return name;
}

/** Has the connection keep what begins with OFTEN. */
export function enablePreparedStatements(client: PoolClient): void {
  const query: unknown = client.query.bind(client);
  if (typeof query !== "function") return;
  const runQuery = (...args: unknown[]): unknown => Reflect.apply(query, client, args);
  const executePrepared = async (text: string, values: unknown): Promise<unknown> => {
    try {
      return await runQuery({ name: statementName(text), text, values });
    } catch (error) {
      if (!isOutdated(error)) throw error;
      // A newer release has changed a table meanwhile. Under new names all of them are planned again.
      generation++;
      statementNames.clear();
      return runQuery({ name: statementName(text), text, values });
    }
  };
  const queryWithPreparation = (text: unknown, ...rest: unknown[]) =>
    typeof text === "string" && text.startsWith(PREPARED_MARK)
      ? executePrepared(text, rest[0])
      : runQuery(text, ...rest);
  Object.assign(client, { query: queryWithPreparation });
}

/** PostgreSQL's "cached plan must not change result type". */
const isOutdated = (error: unknown): boolean => error instanceof DatabaseError && error.code === "0A000";
