import { Socket } from "node:net";
import { context, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { Kysely, type LogEvent, PostgresDialect, type PostgresPool } from "kysely";
import { type Client, type ClientConfig, type CustomTypesConfig, Pool, types } from "pg";
import { type EmbeddedPostgres, startEmbedded } from "./embedded/embedded-postgres.ts";
import type { SupervisorObserver } from "./embedded/postgres-supervisor.ts";
import { migrate } from "./migrate.ts";
import { assertRestoreFinished } from "./restored-access/unfinished-restore.ts";
import { readDatabaseUrl } from "./read-database-url.ts";
import { isTracing, tracer } from "../tracing.ts";
import { enablePreparedStatements } from "./prepared-statements.ts";
import type { Schema } from "./schema/schema.ts";
import { type RunStep, silentSteps } from "../start-progress.ts";
import { waitForDatabase } from "./assert-supported.ts";

export { listen } from "./listen.ts";
export { migrate };

/** A connection or a transaction; `transaction` passes the latter under the same name. */
export type Db = Kysely<Schema>;
export type Connection = ClientConfig;

/** Time limit for statements of requests; migrations, which run alone, have none. */
const STATEMENT_TIMEOUT_MS = 10_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;
/** PostgreSQL has ended the statement or the transaction by then, unless its machine is gone. */
const SILENCE_AFTER_LIMITS_MS = 5_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** While the server starts, no one waits for a reply, and a busy machine is slow. */
const START_CONNECT_TIMEOUT_MS = 120_000;
const POOL_MAX = 10;
/**
 * Longer than the polling interval of event consumers, so their connections stay open; extra ones from busy moments are
 * closed.
 */
const IDLE_TIMEOUT_MS = 7_000;

// Parses counts and sequence numbers as numbers; ours stay far below 2^53.
types.setTypeParser(types.builtins.INT8, Number);
// Keeps dates as text: pg would turn them into midnight in the server's time zone.
types.setTypeParser(types.builtins.DATE, String);

/** Parses int4[]; our arrays contain no nulls. */
const parseIntArray = (text: string): number[] =>
  text === "{}" ? [] : text.slice(1, -1).split(",").map(Number);
/** Parses date[]; dates stay text. */
const parseDateArray = (text: string): string[] =>
  text === "{}" ? [] : text.slice(1, -1).split(",");
/** Our array parsers by PostgreSQL type number: int4[] and date[]. */
const arrayParsers = new Map<number, (text: string) => unknown[]>([
  [1007, parseIntArray],
  [1182, parseDateArray],
]);
// pg parses arrays character by character, which took half the time of reading a ride.
const typeParsers: CustomTypesConfig = {
  getTypeParser: (type, format) => arrayParsers.get(type) ?? types.getTypeParser(type, format),
};

export interface Database {
  readonly db: Db;
  /** Connection settings for parts that need a connection of their own: `listen`, the job queue. */
  readonly connection: Connection;
  /** From now on, requests wait for a connection only as long as users do. */
  readonly endStart: () => void;
  readonly close: () => Promise<void>;
}

export interface DatabaseLocation extends SupervisorObserver {
  /** A PostgreSQL provided by the operator; without it the embedded one is started in `folder`. */
  readonly url?: string | undefined;
  readonly folder: string;
  /** The embedded database, if it was started earlier. */
  readonly embedded?: EmbeddedPostgres | undefined;
  readonly step?: RunStep;
  /** Called once if the server of DATABASE_URL does not answer yet, with the reason. */
  readonly onWaiting?: (reason: string) => void;
  /** How long to wait for it. */
  readonly patienceMs?: number;
  /** Runs before the migrations, while nothing else uses the database. */
  readonly repair?: ((connection: Connection) => Promise<void>) | undefined;
}

/** Opens the database, checks it and migrates it. Throws a one-line message for the operator. */
export async function openDatabase({
  url,
  folder,
  embedded,
  step = silentSteps,
  repair,
  onWaiting,
  patienceMs,
  ...observer
}: DatabaseLocation): Promise<Database> {
  const postgres = url ? undefined : (embedded ?? (await startEmbedded(folder)));
  const connection = postgres?.connection ?? readDatabaseUrl(url ?? "");
  postgres?.startSupervision(observer);
  const stop = async () => postgres?.stop();
  try {
    if (url)
      await step("Waiting for the database at DATABASE_URL", () =>
        waitForDatabase(connection, {
          onWaiting,
          patienceMs,
        }),
      );
    await repair?.(connection);
    await step("Updating the tables of the database", () => runMigrations(connection, folder));
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
  const pool = createPool(connection, { connectTimeoutMs: START_CONNECT_TIMEOUT_MS });
  const db = openDb(pool);
  const endStart = () => void (pool.options.connectionTimeoutMillis = CONNECT_TIMEOUT_MS);
  const close = async () => {
    await db.destroy();
    await stop();
  };
  return {
    db,
    connection,
    endStart,
    close,
  };
}

/** Runs work of the start that may take long, without the time limits of requests. */
export async function withoutTimeLimits<T>(
  connection: Connection,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const pool = createPool(connection, {
    connectTimeoutMs: START_CONNECT_TIMEOUT_MS,
    statementTimeoutMs: 0,
    idleInTransactionMs: 0,
  });
  const db = openDb(pool);
  return work(db).finally(() => db.destroy());
}

const runMigrations = (connection: Connection, folder: string): Promise<void> =>
  withoutTimeLimits(connection, async (db) => {
    await assertRestoreFinished(db, folder);
    await migrate(db);
  });

interface PoolOptions {
  readonly max?: number;
  readonly statementTimeoutMs?: number;
  readonly idleInTransactionMs?: number;
  readonly connectTimeoutMs?: number;
}

/** Opens a pool on `connection`. Waiting for a free connection fails after 5 s, a statement after 10 s. */
export const connect = (connection: Connection, options?: PoolOptions): Db =>
  openDb(createPool(connection, options));

/** The pool of `connect`, for a caller that opens several `Db` over it. */
export function createPool(connection: Connection, options: PoolOptions = {}): Pool {
  const { max = POOL_MAX, connectTimeoutMs = CONNECT_TIMEOUT_MS } = options;
  const { statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options;
  const { idleInTransactionMs = IDLE_IN_TRANSACTION_TIMEOUT_MS } = options;
  const pool = new Pool({
    application_name: "commonlane",
    keepAlive: true,
    types: typeParsers,
    ...connection,
    max,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  });
  const hasLimits = statementTimeoutMs > 0 && idleInTransactionMs > 0;
  const silenceMs = Math.max(statementTimeoutMs, idleInTransactionMs) + SILENCE_AFTER_LIMITS_MS;
  // A lost connection fails its query or transaction and is replaced; without this handler it would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    client.on("error", () => {});
    if (hasLimits) endWhenSilent(client, silenceMs);
    enablePreparedStatements(client);
  });
  return pool;
}

/** A machine that lost power ends no connection, and the system notices it a quarter of an hour later. */
function endWhenSilent({ connection: { stream } }: Client, silenceMs: number): void {
  if (stream instanceof Socket) stream.setTimeout(silenceMs, () => stream.destroy());
}

/** Queries run over `access`, by default the pool itself, and `destroy` ends it. */
export function openDb(pool: Pool, access: PostgresPool = pool): Db {
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: access }),
    ...(isTracing() && { log: traceStatement }),
  });
  pools.set(db, pool);
  return db;
}

const pools = new WeakMap<Db, Pool>();

/** Number of open and idle connections of `db` and of queries waiting for one. */
export function poolState(db: Db): {
  open: number;
  idle: number;
  waiting: number;
} {
  const {
    totalCount: open = 0,
    idleCount: idle = 0,
    waitingCount: waiting = 0,
  } = pools.get(db) ?? {};
  return {
    open,
    idle,
    waiting,
  };
}

const COMMENTS = /\/\*[^*]*\*\//g;
const FIRST_WORD = /\w+/;

/** Adds a finished statement to the current trace: its text with placeholders, never its values. */
function traceStatement({ level, query, queryDurationMillis }: LogEvent): void {
  if (!trace.getActiveSpan()?.isRecording()) return;
  const endTime = Date.now();
  const operation =
    FIRST_WORD.exec(query.sql.replaceAll(COMMENTS, ""))?.[0].toLowerCase() ?? "statement";
  const span = tracer.startSpan(
    `postgresql ${operation}`,
    {
      kind: SpanKind.CLIENT,
      startTime: endTime - queryDurationMillis,
      attributes: {
        "db.system.name": "postgresql",
        "db.operation.name": operation,
        "db.query.text": query.sql,
      },
    },
    context.active(),
  );
  if (level === "error") span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(endTime);
}
