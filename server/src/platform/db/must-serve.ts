import { Client, type ClientConfig, DatabaseError } from "pg";

const OLDEST = 15;
const CONNECT_TIMEOUT_MS = 10_000;

interface Facts {
  readonly version: number;
  readonly encoding: string;
  readonly standby: boolean;
  readonly creates: boolean;
}

/** Throws one line unless a PostgreSQL that can carry us answers at `connection`. The line never holds the password. */
export async function mustServe(connection: ClientConfig): Promise<void> {
  const reason = unfitness(await mustAnswer(connection));
  if (reason) throw new Error(reason);
}

/** Why a PostgreSQL cannot carry us, and what to do; nothing when it can. */
export function unfitness({ version, encoding, standby, creates }: Facts): string | undefined {
  if (version < OLDEST * 10_000) {
    const found = Math.floor(version / 10_000);
    return `it is PostgreSQL ${found}, and Commonlane needs ${OLDEST} or newer. Upgrade it, or set DATABASE_URL to another.`;
  }
  if (encoding !== "UTF8") {
    return `its encoding is ${encoding}. Create a database with encoding UTF8 and name that in DATABASE_URL.`;
  }
  if (standby) return "it is a read-only standby. Set DATABASE_URL to the primary.";
  if (creates) return undefined;
  return "its user may not create tables there. Make them the owner of the database, or name another user in DATABASE_URL.";
}

/** Throws one line unless a PostgreSQL answers at `connection`, and tells what it is. */
export async function mustAnswer(connection: ClientConfig): Promise<Facts> {
  let client: Client | undefined;
  try {
    client = new Client({ ...connection, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    client.on("error", () => {});
    await client.connect();
    const { rows } = await client.query<Facts>(`
      select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
        pg_is_in_recovery() as standby, coalesce(has_schema_privilege(current_schema(), 'create'), false) as creates`);
    if (!rows[0]) throw new Error("it does not answer as a PostgreSQL does.");
    return rows[0];
  } catch (error) {
    throw new Error(reasonOf(error, client), { cause: error });
  } finally {
    await client?.end().catch(() => {});
  }
}

const REFUSALS: Record<string, string> = {
  "28P01": "it refuses the user's name or password. Correct DATABASE_URL.",
  "28000": "it does not let this user in from here. Correct DATABASE_URL or its pg_hba.conf.",
  "3D000": "that server has no database of this name. Create it, or correct DATABASE_URL.",
  "53300": "it has no connection left. Raise its max_connections or stop other users of it.",
  "57P03": "it is still starting up. Start again in a moment.",
  ECONNREFUSED: "nothing answers there. Start that PostgreSQL, or correct DATABASE_URL.",
  ENOENT: "nothing answers at that socket. Start that PostgreSQL, or correct DATABASE_URL.",
  ENOTFOUND: "its host is not known. Correct DATABASE_URL.",
  EAI_AGAIN: "its host cannot be looked up at present. Check the network, or correct DATABASE_URL.",
  ERR_INVALID_URL: "that is not an address like postgres://user:password@host:5432/name.",
};

function reasonOf(error: unknown, client: Client | undefined): string {
  if (!client) return REFUSALS["ERR_INVALID_URL"] ?? "";
  const where = `${client.user}@${client.host}:${client.port}/${client.database}`;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const said = error instanceof DatabaseError || error instanceof Error ? error.message : String(error);
  return `${REFUSALS[code] ?? `${said}.`} (${where})`;
}
