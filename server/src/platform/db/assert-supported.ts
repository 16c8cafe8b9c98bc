import { Client, type ClientConfig, DatabaseError } from "pg";
import { findPoolerFault } from "./pooler-check.ts";

const MIN_VERSION = 15;
const CONNECT_TIMEOUT_MS = 30_000;

/** No PostgreSQL answers (yet), for a reason that may pass by itself. */
export class ServerSilent extends Error {}

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
