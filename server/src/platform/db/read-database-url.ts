import { Socket } from "node:net";
import { checkServerIdentity, type PeerCertificate } from "node:tls";
import { Client, type ClientConfig } from "pg";
import { parseIntoClientConfig } from "pg-connection-string";

/** Connection settings for a DATABASE_URL. With several hosts, connections are opened to whichever is the primary. */
export function readDatabaseUrl(url: string): ClientConfig {
  const urls = splitHosts(url);
  if (urls.length < 2) return { connectionString: url };
  const servers = urls.map((one) => parseIntoClientConfig(one));
  const finder = new PrimaryFinder(servers);
  return {
    ...servers[0],
    ...acceptCertificatesOf(servers),
    stream: () => new PrimarySocket(finder),
  };
}

/** The driver checks certificates against the name of the first host, so this checks them against each name. */
function acceptCertificatesOf(servers: readonly ClientConfig[]): Pick<ClientConfig, "ssl"> {
  const ssl = servers[0]?.ssl;
  if (ssl === undefined || ssl === false) return {};
  const options = ssl === true ? {} : ssl;
  const check = (_: string, certificate: PeerCertificate) => {
    const errors = servers.map(({ host = "" }) => checkServerIdentity(host, certificate));
    return errors.includes(undefined) ? undefined : errors[0];
  };
  return {
    ssl: {
      checkServerIdentity: check,
      ...options,
    },
  };
}

/** As for other connections: a server that is overloaded answers late. */
const PROBE_TIMEOUT_MS = 5_000;
/** Connections that are opened within this time share an answer. */
const REUSE_MS = { found: 3_000, failed: 500 };

interface Address {
  readonly host: string;
  readonly port: number;
}

/** Finds the primary among several database servers, which changes when a standby is promoted. */
class PrimaryFinder {
  readonly #servers: readonly ClientConfig[];
  #last:
    | {
        readonly primary: Promise<Address>;
        untilMs: number;
      }
    | undefined;
  /**
   * The newest timeline seen. A promotion starts a new one, so a former primary that was started again by mistake is
   * recognized by its older one.
   */
  #timeline = "";

  constructor(servers: readonly ClientConfig[]) {
    this.#servers = servers;
  }

  /** Returns the first primary that answers. Throws the reason if none does. */
  find(): Promise<Address> {
    if (this.#last && performance.now() < this.#last.untilMs) return this.#last.primary;
    const last = {
      primary: this.#probeAll(),
      untilMs: Number.POSITIVE_INFINITY,
    };
    const keepFor = (ms: number) => void (last.untilMs = performance.now() + ms);
    last.primary.then(
      () => keepFor(REUSE_MS.found),
      () => keepFor(REUSE_MS.failed),
    );
    this.#last = last;
    return last.primary;
  }

  /** A connection to the primary has failed, so it may be another server now. */
  forget(): void {
    this.#last = undefined;
  }

  async #probeAll(): Promise<Address> {
    try {
      return await Promise.any(this.#servers.map((server) => this.#probe(server)));
    } catch (error) {
      const reasons: unknown[] = error instanceof AggregateError ? error.errors : [error];
      // That a standby is no primary says less than why the other server does not answer.
      throw reasons.find((reason) => !(reason instanceof NotPrimary)) ?? reasons[0];
    }
  }

  async #probe(server: ClientConfig): Promise<Address> {
    const client = new Client({
      ...server,
      application_name: "commonlane",
      connectionTimeoutMillis: PROBE_TIMEOUT_MS,
      query_timeout: PROBE_TIMEOUT_MS,
    });
    client.on("error", () => {});
    try {
      await client.connect();
      const { rows } = await client.query<{ timeline: string | null }>(
        "select case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline",
      );
      const timeline = rows[0]?.timeline;
      if (timeline === undefined || timeline === null)
        throw new NotPrimary("it is a read-only standby.");
      if (timeline < this.#timeline)
        throw new NotPrimary("it was the primary before another server was promoted.");
      this.#timeline = timeline;
      return { host: client.host, port: client.port };
    } finally {
      void client.end().catch(() => {});
    }
  }
}

/** Has the code of PostgreSQL for a write on a standby. */
class NotPrimary extends Error {
  readonly code = "25006";
}

/** A connection to the server that is the primary when the connection is opened. */
class PrimarySocket extends Socket {
  readonly #finder: PrimaryFinder;

  constructor(finder: PrimaryFinder) {
    super();
    this.#finder = finder;
  }

  /** Ignores the given address. */
  override connect(): this {
    this.#connectToPrimary().catch((error: unknown) =>
      this.destroy(error instanceof Error ? error : new Error(String(error))),
    );
    return this;
  }

  async #connectToPrimary(): Promise<void> {
    const { host, port } = await this.#finder.find();
    if (this.destroyed) return;
    this.once("error", () => this.#finder.forget());
    super.connect(
      host.startsWith("/")
        ? { path: `${host}/.s.PGSQL.${port}` }
        : {
            host,
            port,
          },
    );
  }
}

/** The DATABASE_URL that an operator would write for `connection`. */
export function buildDatabaseUrl({ user, password, host, port, database }: ClientConfig): string {
  const secret = typeof password === "string" ? `:${encodeURIComponent(password)}` : "";
  return `postgres://${user ?? ""}${secret}@${encodeURIComponent(host ?? "")}:${port ?? 5432}/${database ?? ""}`;
}

/** Whether the text is an address as libpq accepts it, with one host or several separated by commas. */
export const isDatabaseUrl = (text: string): boolean => {
  const urls = splitHosts(text);
  return urls.length > 0 && urls.every((url) => URL.canParse(url));
};

/** One address for each host; none if it is no address of PostgreSQL. */
function splitHosts(url: string): string[] {
  const [, start = "", hosts, end = ""] =
    /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^@/?#]*)(.*)$/s.exec(url) ?? [];
  return hosts?.split(",").map((host) => `${start}${host}${end}`) ?? [];
}
