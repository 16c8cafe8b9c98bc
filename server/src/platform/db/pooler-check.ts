import { Client, type ClientConfig, DatabaseError } from "pg";

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
export async function findPoolerFault(connection: ClientConfig): Promise<string | undefined> {
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
