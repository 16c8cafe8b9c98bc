import { type Compilable, type Kysely, sql } from "kysely";
import { DatabaseError, type PoolClient } from "pg";
import type { Schema } from "./schema.ts";

const MARK = "/* often */";

/**
 * Begins a statement that is asked so often that each connection should have it parsed and planned once. Its text must
 * be the same each time: what differs is a parameter, and a list is one array.
 */
export const OFTEN = sql.raw(MARK);

/** The same for a statement that is built: its rows. */
export async function often<Row>(db: Kysely<Schema>, query: Compilable<Row>): Promise<Row[]> {
  const { sql: text, ...built } = query.compile();
  const { rows } = await db.executeQuery<Row>({ ...built, sql: `${MARK} ${text}` });
  return rows;
}

const names = new Map<string, string>();
let generation = 0;

/** A statement of this text is known to its connection by this name. */
function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) names.set(text, (name = `often ${generation} ${names.size}`));
  return name;
}

/** Has the connection keep what begins with OFTEN. */
export function keepPrepared(client: PoolClient): void {
  const query: unknown = client.query.bind(client);
  if (typeof query !== "function") return;
  const ask = (...said: unknown[]): unknown => Reflect.apply(query, client, said);
  const often = async (text: string, values: unknown): Promise<unknown> => {
    try {
      return await ask({ name: nameOf(text), text, values });
    } catch (error) {
      if (!isOutdated(error)) throw error;
      // A newer release has changed a table meanwhile. Under new names all of them are planned again.
      generation++;
      names.clear();
      return ask({ name: nameOf(text), text, values });
    }
  };
  const asked = (text: unknown, ...rest: unknown[]) =>
    typeof text === "string" && text.startsWith(MARK) ? often(text, rest[0]) : ask(text, ...rest);
  Object.assign(client, { query: asked });
}

/** PostgreSQL's "cached plan must not change result type". */
const isOutdated = (error: unknown): boolean => error instanceof DatabaseError && error.code === "0A000";
