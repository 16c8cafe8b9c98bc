import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { onTestFinished } from "vitest";
import type { Context } from "#platform/context.ts";
import { readDatabaseUrl } from "#platform/db/read-database-url.ts";
import { createTestFolder } from "../../app/test-folders.ts";
import { type Proxy, startShippedNginx } from "../../deploy/start-proxy.ts";
import { freePort, startRedis } from "../../services/redis.ts";
import { openDatabaseContext } from "../http-users.ts";
import { type ServerProcess, startServer } from "../server-process.ts";
import { PostgresServer } from "./postgres-server.ts";

const SITE = "localhost";
/** nginx leaves out a machine that failed for 5 s; an upgrade goes on after that. */
const BACK_IN_PROXY_MS = 6_000;

type Slot = 0 | 1;

/**
 * The topology of docs/operate.md on one machine, from real programs with the shipped settings: nginx, two server
 * processes, a PostgreSQL primary with a synchronous standby, and Redis.
 */
export class Topology {
  readonly address: string;
  readonly ctx: Context;
  readonly redis: Awaited<ReturnType<typeof startRedis>>;
  readonly proxy: Proxy;
  /** Servers that did not start or stop as they should. */
  readonly problems: string[] = [];
  readonly #ports: readonly [number, number];
  readonly #start: (slot: Slot) => Promise<ServerProcess>;
  readonly #servers: [ServerProcess, ServerProcess];
  /** The primary, then the standby. */
  #databases: readonly [PostgresServer, PostgresServer];

  private constructor(parts: {
    readonly address: string;
    readonly ctx: Context;
    readonly redis: Topology["redis"];
    readonly proxy: Proxy;
    readonly ports: readonly [number, number];
    readonly start: (slot: Slot) => Promise<ServerProcess>;
    readonly servers: [ServerProcess, ServerProcess];
    readonly databases: readonly [PostgresServer, PostgresServer];
  }) {
    this.address = parts.address;
    this.ctx = parts.ctx;
    this.redis = parts.redis;
    this.proxy = parts.proxy;
    this.#ports = parts.ports;
    this.#start = parts.start;
    this.#servers = parts.servers;
    this.#databases = parts.databases;
  }

  static async open(): Promise<Topology> {
    const folder = createTestFolder();
    const databases = await PostgresServer.createPair(folder);
    await databases[1].copy(databases[0]);
    await databases[0].waitForStandby(databases[1]);
    const DATABASE_URL = PostgresServer.url(databases);
    const redis = await startRedis();
    const ports = [await freePort(), await freePort()] as const;
    const settings = {
      PUBLIC_URL: `https://${SITE}`,
      TRUST_PROXY: "1",
      REDIS_URL: redis.url,
      LOG_LEVEL: "fatal",
      NODE_COMPILE_CACHE: join(folder, "compiled"),
    };
    const start = (slot: Slot) =>
      startServer(
        { DATABASE_URL },
        { ...settings, PORT: String(ports[slot]), DATA_DIR: join(folder, `node-${slot}`) },
      );
    const servers: [ServerProcess, ServerProcess] = [await start(0), await start(1)];
    const proxy = await startShippedNginx(SITE, ...ports.map((port) => `http://127.0.0.1:${port}`));
    trust(proxy.certificate ?? "");
    const ctx = openDatabaseContext(readDatabaseUrl(DATABASE_URL), {
      PUBLIC_URL: settings.PUBLIC_URL,
    });
    const address = `https://${SITE}:${proxy.httpsPort}`;
    return new Topology({ address, ctx, redis, proxy, ports, start, servers, databases });
  }

  get servers(): readonly ServerProcess[] {
    return this.#servers;
  }

  /** Stops and starts one server after the other. */
  async upgrade(): Promise<void> {
    for (const slot of [0, 1] as const) {
      const code = await this.#servers[slot].stop();
      const output = this.#servers[slot].output();
      if (code !== 0 || output !== "")
        this.problems.push(`A server exited with code ${code}: ${output}`);
      await this.startServer(slot);
    }
  }

  /** Starts a server again and waits until nginx uses it. */
  async startServer(slot: Slot): Promise<void> {
    this.#servers[slot] = await this.#start(slot).catch((error: unknown) => {
      this.problems.push(String(error));
      return this.#start(slot); // as systemd does
    });
    // The server itself prints its public address.
    const isReady = () =>
      fetch(`http://127.0.0.1:${this.#ports[slot]}/health/ready`).then(({ ok }) => ok);
    while (!(await isReady().catch(() => false))) await sleep(100);
    await sleep(BACK_IN_PROXY_MS);
  }

  /** Kills the primary and promotes the standby; returns when the new primary was there. */
  async failOver(signal: "SIGKILL" | "SIGQUIT"): Promise<number> {
    const [primary, standby] = this.#databases;
    await primary.kill(signal);
    await standby.promote();
    this.#databases = [standby, primary];
    return performance.now();
  }

  /** Makes the former primary the standby. */
  async rejoin(): Promise<void> {
    const [primary, standby] = this.#databases;
    await standby.rejoin(primary);
    await primary.waitForStandby(standby);
  }
}

/** Trusts the certificate of the proxy until the test has finished. */
function trust(certificate: string): void {
  const before = getCACertificates();
  setDefaultCACertificates([...before, certificate]);
  onTestFinished(() => setDefaultCACertificates(before));
}
