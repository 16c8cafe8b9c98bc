import { Kysely, PostgresDialect } from "kysely";
import { type ClientConfig, type CustomTypesConfig, Pool, types } from "pg";
import { type Embedded, startEmbedded } from "./embedded.ts";
import { migrate } from "./migrate.ts";
import { mustServe } from "./must-serve.ts";
import { keepPrepared } from "./often.ts";
import type { Schema } from "./schema.ts";

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
const RESTING_MS = 7_000;

// Counts and sequence numbers arrive as numbers; none of ours comes near 2^53.
types.setTypeParser(types.builtins.INT8, Number);
// A day is a day everywhere: pg would make it a midnight in the server's own time zone.
types.setTypeParser(types.builtins.DATE, String);

/** Whole numbers, none of them null: no array of ours holds one. */
const readInt4s = (text: string): number[] => (text === "{}" ? [] : text.slice(1, -1).split(",").map(Number));
/** Days are read as text, in arrays, too. */
const readDays = (text: string): string[] => (text === "{}" ? [] : text.slice(1, -1).split(","));
/** Our readers by the type's number in PostgreSQL: int4[] and date[]. */
const arrayReaders = new Map<number, (text: string) => unknown[]>([
  [1007, readInt4s],
  [1182, readDays],
]);
// pg reads arrays letter by letter, which was half of what it took to read a ride.
const readers: CustomTypesConfig = {
  getTypeParser: (type, format) => arrayReaders.get(type) ?? types.getTypeParser(type, format),
};

export interface Database {
  readonly db: Db;
  /** For what needs a connection of its own: `listen`, the job queue. */
  readonly connection: Connection;
  readonly close: () => Promise<void>;
}

export interface DatabasePlace {
  /** A PostgreSQL of the operator's own; without it we start ours in `folder`. */
  readonly url?: string | undefined;
  readonly folder: string;
  /** Ours, where it was started ahead. */
  readonly started?: Embedded | undefined;
  /** Called once, with one line for the log, when our own PostgreSQL has ended unasked. */
  readonly onLost: (reason: string) => void;
}

/** The database, checked and brought up to date before it is handed out. Throws one line for the operator. */
export async function openDatabase({ url, folder, started, onLost }: DatabasePlace): Promise<Database> {
  const embedded = url ? undefined : (started ?? (await startEmbedded(folder)));
  const connection = embedded?.connection ?? { connectionString: url };
  let closing = false;
  void embedded?.ended.then((reason) => closing || onLost(`The database stopped: ${reason}`));
  const stop = async () => {
    closing = true;
    await embedded?.stop();
  };
  try {
    if (url) await mustServe(connection);
    await bringUpToDate(connection);
  } catch (error) {
    await stop();
    const where = url ? "at DATABASE_URL" : `in ${folder}`;
    throw new Error(`The database ${where} cannot be used: ${String(error instanceof Error ? error.message : error)}`, {
      cause: error,
    });
  }
  const db = connect(connection);
  const close = async () => {
    await db.destroy();
    await stop();
  };
  return { db, connection, close };
}

async function bringUpToDate(connection: Connection): Promise<void> {
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
    types: readers,
    ...connection,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: RESTING_MS,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
  });
  // A lost connection fails the query or the transaction it was in, and is replaced; unheard, it would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    client.on("error", () => {});
    keepPrepared(client);
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
