import { Kysely, PostgresDialect } from "kysely";
import { type ClientConfig, type CustomTypesConfig, Pool, types } from "pg";
import { type EmbeddedPostgres, startEmbedded } from "./embedded/embedded-postgres.ts";
import type { SupervisorObserver } from "./embedded/postgres-supervisor.ts";
import { migrate } from "./migrate.ts";
import { assertSupportedServer } from "./assert-supported.ts";
import { enablePreparedStatements } from "./prepared-statements.ts";
import type { Schema } from "./schema/schema.ts";

export { listen } from "./listen.ts";
export { migrate };

/** A connection or a transaction; `transaction` hands the latter out under the same name. */
export type Db = Kysely<Schema>;
export type Connection = ClientConfig;

/** What a query of a request may take; the migrations, which run alone, may take their time. */
const STATEMENT_TIMEOUT_MS = 10_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 5_000;
const POOL_MAX = 10;
/** Longer than followers wait between two looks, so that what they use stays; the rest of a busy moment is given back. */
const IDLE_TIMEOUT_MS = 7_000;

// Counts and sequence numbers arrive as numbers; none of ours comes near 2^53.
types.setTypeParser(types.builtins.INT8, Number);
// A day is a day everywhere: pg would make it a midnight in the server's own time zone.
types.setTypeParser(types.builtins.DATE, String);

/** Whole numbers, none of them null: no array of ours holds one. */
const parseIntArray = (text: string): number[] => (text === "{}" ? [] : text.slice(1, -1).split(",").map(Number));
/** Days are read as text, in arrays, too. */
const parseDateArray = (text: string): string[] => (text === "{}" ? [] : text.slice(1, -1).split(","));
/** Our readers by the type's number in PostgreSQL: int4[] and date[]. */
const arrayParsers = new Map<number, (text: string) => unknown[]>([
  [1007, parseIntArray],
  [1182, parseDateArray],
]);
// pg reads arrays letter by letter, which was half of what it took to read a ride.
const typeParsers: CustomTypesConfig = {
  getTypeParser: (type, format) => arrayParsers.get(type) ?? types.getTypeParser(type, format),
};

export interface Database {
  readonly db: Db;
  /** For what needs a connection of its own: `listen`, the job queue. */
  readonly connection: Connection;
  readonly close: () => Promise<void>;
}

export interface DatabaseLocation extends SupervisorObserver {
  /** A PostgreSQL of the operator's own; without it we start ours in `folder`. */
  readonly url?: string | undefined;
  readonly folder: string;
  /** Ours, where it was started ahead. */
  readonly embedded?: EmbeddedPostgres | undefined;
}

/** The database, checked and brought up to date before it is handed out. Throws one line for the operator. */
export async function openDatabase({
  url,
  folder,
  embedded: started,
  ...observer
}: DatabaseLocation): Promise<Database> {
  const embedded = url ? undefined : (started ?? (await startEmbedded(folder)));
  const connection = embedded?.connection ?? { connectionString: url };
  embedded?.startSupervision(observer);
  const stop = async () => embedded?.stop();
  try {
    if (url) await assertSupportedServer(connection);
    await runMigrations(connection);
  } catch (error) {
    await stop();
    const location = url ? "at DATABASE_URL" : `in ${folder}`;
    throw new Error(
      `The database ${location} cannot be used: ${String(error instanceof Error ? error.message : error)}`,
      {
        cause: error,
      },
    );
  }
  const db = connect(connection);
  const close = async () => {
    await db.destroy();
    await stop();
  };
  return { db, connection, close };
}

async function runMigrations(connection: Connection): Promise<void> {
  const db = connect(connection, { max: 2, statementTimeoutMs: 0 });
  await migrate(db).finally(() => db.destroy());
}

/** A pool on `connection`. Waiting for a free connection ends after 5 s, a statement after 10 s, both with an error. */
export function connect(
  connection: Connection,
  { max = POOL_MAX, statementTimeoutMs = STATEMENT_TIMEOUT_MS }: { max?: number; statementTimeoutMs?: number } = {},
): Db {
  const pool = new Pool({
    application_name: "commonlane",
    keepAlive: true,
    types: typeParsers,
    ...connection,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
  });
  // A lost connection fails the query or the transaction it was in, and is replaced; unheard, it would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    client.on("error", () => {});
    enablePreparedStatements(client);
  });
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  pools.set(db, pool);
  return db;
}

const pools = new WeakMap<Db, Pool>();

/** How many connections `db` has, how many of them rest, and how many queries wait for one. */
export function poolState(db: Db): { open: number; idle: number; waiting: number } {
  const { totalCount: open = 0, idleCount: idle = 0, waitingCount: waiting = 0 } = pools.get(db) ?? {};
  return { open, idle, waiting };
}
