import { setTimeout as sleep } from "node:timers/promises";
import { Client, type ClientConfig, DatabaseError } from "pg";

const MIN_VERSION = 15;
const CONNECT_TIMEOUT_MS = 30_000;

/** No PostgreSQL answers (yet), for a reason that may pass by itself. */
class ServerSilent extends Error {}

interface ServerInfo {
  readonly version: number;
  readonly encoding: string;
  readonly standby: boolean;
  readonly creates: boolean;
}

/**
 * Throws a one-line message unless a supported PostgreSQL answers at `connection`. The message never contains the
 * password.
 */
export async function assertSupportedServer(connection: ClientConfig): Promise<void> {
  const info = await readServerInfo(connection);
  const reason =
    explainUnsupported(info) ?? (await findPoolerFault(connection).catch(explainTo(connection)));
  if (reason) throw new Error(reason);
}

/** A database that starts beside us, or on a busy machine, may take this long. */
const START_PATIENCE_MS = 120_000;
const RETRY_MS = 500;

interface WaitOptions {
  readonly patienceMs?: number | undefined;
  /** Called once, with the reason. */
  readonly onWaiting?: ((reason: string) => void) | undefined;
}

/**
 * Like `assertSupportedServer`, but waits for a server that does not answer yet: it may be starting, or busy. What a
 * person has to correct (user, password, version) is reported at once.
 */
export async function waitForDatabase(
  connection: ClientConfig,
  { patienceMs = START_PATIENCE_MS, onWaiting }: WaitOptions = {},
): Promise<void> {
  const deadlineMs = performance.now() + patienceMs;
  let hasSaid = false;
  for (;;) {
    try {
      return await assertSupportedServer(connection);
    } catch (error) {
      if (!(error instanceof ServerSilent) || performance.now() >= deadlineMs) throw error;
      if (!hasSaid) onWaiting?.(error.message);
      hasSaid = true;
      await sleep(RETRY_MS);
    }
  }
}

function explainTo(connection: ClientConfig): (error: unknown) => never {
  return (error) => {
    throw toReadableError(error, new Client(connection));
  };
}

/** Why a PostgreSQL server is not supported, and what to do; undefined if it is supported. */
export function explainUnsupported({
  version,
  encoding,
  standby,
  creates,
}: ServerInfo): string | undefined {
  if (version < MIN_VERSION * 10_000) {
    const found = Math.floor(version / 10_000);
    return `it is PostgreSQL ${found}, and Commonlane needs ${MIN_VERSION} or newer. Upgrade it, or set DATABASE_URL to another.`;
  }
  if (encoding !== "UTF8") {
    return `its encoding is ${encoding}. Create a database with encoding UTF8 and name that in DATABASE_URL.`;
  }
  if (standby) return "it is a read-only standby. Set DATABASE_URL to the primary.";
  if (creates) return undefined;
  return "its user may not create tables there. Make that user the owner of the database, or name another user in DATABASE_URL.";
}

/** Returns version and properties of the PostgreSQL at `connection`; throws a one-line message if none answers. */
export async function readServerInfo(connection: ClientConfig): Promise<ServerInfo> {
  let client: Client | undefined;
  try {
    client = new Client({
      ...connection,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    client.on("error", () => {});
    await client.connect();
    const { rows } = await client.query<ServerInfo>(`
      select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
        pg_is_in_recovery() as standby, coalesce(has_schema_privilege(current_schema(), 'create'), false) as creates`);
    if (!rows[0]) throw new Error("it does not answer like PostgreSQL.");
    return rows[0];
  } catch (error) {
    throw toReadableError(error, client);
  } finally {
    await client?.end().catch(() => {});
  }
}

const PASSING_ERRORS: ReadonlySet<string> = new Set([
  "53300",
  "57P01",
  "57P02",
  "57P03",
  "ECONNREFUSED",
  "ECONNRESET",
  "EAI_AGAIN",
  "ENOENT",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
]);

function toReadableError(error: unknown, client: Client | undefined): Error {
  const message = describeConnectionError(error, client);
  return mayPass(error)
    ? new ServerSilent(message, { cause: error })
    : new Error(message, { cause: error });
}

/** The driver reports its own time limit and a lost connection without a code. */
function mayPass(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(mayPass);
  if (!(error instanceof Error)) return false;
  if ("code" in error && typeof error.code === "string") return PASSING_ERRORS.has(error.code);
  return /timeout|Connection terminated/.test(error.message);
}

const CONNECTION_ERRORS: Record<string, string> = {
  "28P01": "it refuses the user's name or password. Correct DATABASE_URL.",
  "28000": "it does not let this user in from here. Correct DATABASE_URL or its pg_hba.conf.",
  "3D000": "that server has no database of this name. Create it, or correct DATABASE_URL.",
  "53300": "it has no free connection. Raise its max_connections or stop other clients.",
  "57P03": "it is still starting up after two minutes. Look into its log.",
  ECONNREFUSED: "nothing answers there. Start that PostgreSQL, or correct DATABASE_URL.",
  ENOENT: "nothing answers at that socket. Start that PostgreSQL, or correct DATABASE_URL.",
  ENOTFOUND: "its host name is unknown. Correct DATABASE_URL.",
  EAI_AGAIN:
    "its host name cannot be resolved at the moment. Check the network, or correct DATABASE_URL.",
  ERR_INVALID_URL: "that is not an address like postgres://user:password@host:5432/name.",
};

function describeConnectionError(error: unknown, client: Client | undefined): string {
  if (!client) return CONNECTION_ERRORS["ERR_INVALID_URL"] ?? "";
  const location = `${client.user}@${client.host}:${client.port}/${client.database}`;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const message =
    error instanceof DatabaseError || error instanceof Error ? error.message : String(error);
  const silence = /timeout/.test(message)
    ? "it does not answer in time. It may be overloaded, a pooler before it may have too few connections, or a firewall drops our packets."
    : `${message}.`;
  return `${CONNECTION_ERRORS[code] ?? silence} (${location})`;
}

const ATTEMPTS = 5;
/** A busy server, or a pooler whose connections are all in use, lets us wait. */
const PATIENCE_MS = 30_000;

const SHARED =
  "a pooler there shares connections between transactions (PgBouncer: pool_mode = transaction or statement), but " +
  "Commonlane listens, locks and prepares statements on connections of its own. Name PostgreSQL itself in " +
  "DATABASE_URL, or set pool_mode = session for this database.";
const REFUSED_SETTINGS =
  "a pooler there refuses our time limits for statements. Name PostgreSQL itself in DATABASE_URL, or set " +
  "ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout in PgBouncer and these limits for " +
  "the user in PostgreSQL.";

/** Why a pooler, such as PgBouncer, between us and PostgreSQL does not do, in one line; undefined if it does. */
async function findPoolerFault(connection: ClientConfig): Promise<string | undefined> {
  if (await sharesConnections(connection)) return SHARED;
  return (await refusesSettings(connection)) ? REFUSED_SETTINGS : undefined;
}

/** True if two of our connections meet the same server process, or one of them meets two. */
async function sharesConnections(connection: ClientConfig): Promise<boolean> {
  const first = createClient(connection);
  const second = createClient(connection);
  try {
    await first.connect();
    await second.connect();
    const own = await readProcessId(first);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      // While this transaction is open, a pooler must give the other client another process.
      await second.query("begin");
      const other = await readProcessId(second);
      if (other === own || (await readProcessId(first)) !== own) return true;
      await second.query("rollback");
    }
    return false;
  } catch (error) {
    if (isProtocolRefusal(error, /statement pooling/)) return true;
    throw error;
  } finally {
    await end(first, second);
  }
}

async function refusesSettings(connection: ClientConfig): Promise<boolean> {
  const client = createClient({
    ...connection,
    statement_timeout: 1,
    idle_in_transaction_session_timeout: 1,
  });
  try {
    await client.connect();
    return false;
  } catch (error) {
    if (isProtocolRefusal(error, /startup parameter/)) return true;
    throw error;
  } finally {
    await end(client);
  }
}

const isProtocolRefusal = (error: unknown, message: RegExp): boolean =>
  error instanceof DatabaseError && error.code === "08P01" && message.test(error.message);

function createClient(connection: ClientConfig): Client {
  const client = new Client({
    ...connection,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  });
  client.on("error", () => {});
  return client;
}

const end = (...clients: readonly Client[]) =>
  Promise.all(clients.map((client) => client.end().catch(() => {})));

async function readProcessId(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid;
}
